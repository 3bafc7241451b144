// Personal settings. Each takes effect at once and is kept in this browser.
import { type ReactNode, useEffect, useRef } from 'react'
import { onDemand } from '#web/ui/onDemand.tsx'
import { SideDrawer } from '#web/ui/side/SideDrawer.tsx'
import { closePanel, usePanels } from '../panels.ts'
import { ChoiceSetting } from './ChoiceSetting.tsx'
import { LimitSetting } from './LimitSetting.tsx'
import { SwitchSetting } from './SwitchSetting.tsx'

const KeyBindings = onDemand(async () => (await import('../keys/KeyBindings.tsx')).KeyBindings)

/** Given, like the product's other sizes: see src/README.md. */
const drawerWidth = 280

export function SettingsDrawer() {
  return (
    <SideDrawer title="个人设置" side="right" width={drawerWidth} onClose={() => closePanel('settings')}>
      <LookSettings />
      <TableSettings />
      <ReportSettings />
      <ExportSettings />
      <KeySettings />
    </SideDrawer>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="setting-section" aria-label={title}>
      <h3 className="setting-heading">{title}</h3>
      {children}
    </section>
  )
}

function LookSettings() {
  return (
    <Section title="外观">
      <ChoiceSetting
        name="theme"
        label="主题"
        options={[
          { value: 'system', label: '跟随系统' },
          { value: 'light', label: '浅色' },
          { value: 'dark', label: '深色' },
        ]}
      />
      <ChoiceSetting
        name="rowDensity"
        label="表格行高"
        options={[
          { value: 'compact', label: '紧凑' },
          { value: 'comfortable', label: '宽松' },
        ]}
      />
      <ChoiceSetting
        name="upColor"
        label="涨跌颜色"
        options={[
          { value: 'red', label: '红涨绿跌' },
          { value: 'green', label: '绿涨红跌' },
        ]}
      />
    </Section>
  )
}

function TableSettings() {
  return (
    <Section title="表格">
      <SwitchSetting name="showWeekday" label="日期后显示星期" />
      <SwitchSetting name="highLightWeekend" label="突出周末与节假日" />
      <LimitSetting name="maxColumnWords" label="最大列宽" unit="像素" hint="0 为不限，小于 60 按不限处理" />
      <LimitSetting name="maxCellRows" label="单元格最多行数" unit="行" hint="0 为不限" />
    </Section>
  )
}

function ReportSettings() {
  return (
    <Section title="报表">
      <SwitchSetting name="autoLoadReportData" label="打开报表时自动查询" />
      <SwitchSetting name="autoLoadOnDimChange" label="条件变化时自动查询" />
      <SwitchSetting name="autoExpandDim" label="自动展开维度" />
      <SwitchSetting name="useDictCache" label="使用字典缓存" hint="字典在本机保留 15 分钟" />
    </Section>
  )
}

function ExportSettings() {
  return (
    <Section title="导出">
      <SwitchSetting name="exportSetting" label="包含计算值" />
      <SwitchSetting name="computeOnly" label="仅导出计算值" hint="开启后同时包含计算值" />
      <SwitchSetting name="exportSummary" label="包含合计行" />
    </Section>
  )
}

function KeySettings() {
  const place = useRef<HTMLDivElement>(null)
  const wanted = usePanels((panels) => panels.settingsSection === 'keys')
  useEffect(() => {
    if (wanted) place.current?.scrollIntoView()
  }, [wanted])
  return (
    <div ref={place}>
      <Section title="快捷键">
        <KeyBindings />
      </Section>
    </div>
  )
}
