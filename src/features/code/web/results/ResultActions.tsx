// Actions on the displayed result, at the right of the result strip: 对比, 图表, 列统计, 复制, 导出.
import { Button, Menu, MenuDivider, MenuItem } from '@blueprintjs/core'
import { Comparison, Duplicate, Export, Numerical, Search, TimelineLineChart } from '@blueprintjs/icons'
import { useState } from 'react'
import type { CommandId } from '#commands/index.ts'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { MenuButton } from '#web/ui/menus/MenuButton.tsx'
import { CopyMenu } from './ResultTable.tsx'
import { useResultState, useShownResult } from './shown.ts'

export function ResultActions() {
  const run = useShownResult((shown) => shown.run)
  const state = useResultState(run?.queryId ?? '')
  const [open, setOpen] = useState<'copy' | 'export' | null>(null)
  const ready = run !== null && run.status === 'done' && run.expiresAt !== null
  const show = (menu: 'copy' | 'export') => (isOpen: boolean) => setOpen(isOpen ? menu : null)
  return (
    <div className="result-actions" role="toolbar" aria-label="结果">
      <CommandTip command="result.find" title="在结果中查找">
        <Button
          variant="minimal"
          icon={<Search />}
          aria-label="在结果中查找"
          disabled={!ready}
          onClick={() => runCommand('result.find')}
        />
      </CommandTip>
      <CommandTip command="result.compare" title="对比两个结果">
        <Button
          variant="minimal"
          icon={<Comparison />}
          text="对比"
          disabled={!ready}
          onClick={() => runCommand('result.compare')}
        />
      </CommandTip>
      <CommandTip command="result.chart" title="图表">
        <Button
          variant="minimal"
          icon={<TimelineLineChart />}
          text="图表"
          active={state.mode === 'chart'}
          disabled={!ready}
          onClick={() => runCommand('result.chart')}
        />
      </CommandTip>
      <CommandTip command="result.statistics" title="列统计">
        <Button
          variant="minimal"
          icon={<Numerical />}
          text="统计"
          active={state.statistics !== null}
          disabled={!ready}
          onClick={() => runCommand('result.statistics')}
        />
      </CommandTip>
      <MenuButton
        className="bp6-button bp6-minimal"
        placement="bottom-end"
        isOpen={open === 'copy'}
        onToggle={show('copy')}
        menu={
          // biome-ignore lint/a11y/noStaticElementInteractions: any entry closes the menu.
          // biome-ignore lint/a11y/useKeyWithClickEvents: entries turn keys into clicks.
          <div onClick={() => setOpen(null)}>
            <CopyMenu ready={ready} />
          </div>
        }
      >
        <Duplicate />
        <span className="bp6-button-text">复制</span>
      </MenuButton>
      <MenuButton
        className="bp6-button bp6-minimal"
        placement="bottom-end"
        isOpen={open === 'export'}
        onToggle={show('export')}
        menu={
          // biome-ignore lint/a11y/noStaticElementInteractions: any entry closes the menu.
          // biome-ignore lint/a11y/useKeyWithClickEvents: entries turn keys into clicks.
          <div onClick={() => setOpen(null)}>
            <ExportMenu ready={ready} />
          </div>
        }
      >
        <Export />
        <span className="bp6-button-text">导出</span>
      </MenuButton>
    </div>
  )
}

function Entry({
  command,
  text,
  disabled = false,
}: {
  command: CommandId
  text: string
  disabled?: boolean
}) {
  return (
    <MenuItem
      text={text}
      disabled={disabled}
      labelElement={<KeyHint command={command} />}
      onClick={() => runCommand(command)}
    />
  )
}

function ExportMenu({ ready }: { ready: boolean }) {
  return (
    <Menu>
      <Entry command="result.exportCsv" text="导出 CSV" disabled={!ready} />
      <Entry command="result.exportXlsx" text="导出 Excel" disabled={!ready} />
      <Entry command="result.exportAsync" text="后台导出" disabled={!ready} />
      <Entry command="result.exports" text="导出记录" />
      <MenuDivider />
      <Entry command="result.saveTemporary" text="存为临时表" disabled={!ready} />
    </Menu>
  )
}
