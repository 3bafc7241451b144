// At the right of the report's tabs: the line styles of the periods, the chart's kind, and the fold button.
import { Button, Menu, MenuDivider, MenuItem } from '@blueprintjs/core'
import { CaretDown, Chart as ChartIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { kindsOf, kindTitles } from '#semantic/model/shown/chartKinds.ts'
import { comparedNames } from '#semantic/model/shown/compared.ts'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { MenuButton } from '#web/ui/menus/MenuButton.tsx'
import { useReport } from '../report/store.ts'
import { chooseKind, toggleChart } from './choosing.ts'
import { useChosenChart } from './useChart.ts'

export function ChartControls() {
  const result = useReport((state) => state.result)
  const off = useReport((state) => state.present?.info.chart?.off ?? false)
  const chosen = useChosenChart(result)
  const [open, setOpen] = useState(false)
  if (!result || !chosen?.kind) return null
  const { kind, shape, shown } = chosen
  const kinds = kindsOf(shape, shown[0])
  const { compare } = result.info
  const lines = (kind === 'line' || kind === 'area') && shown.some(({ previousAt }) => previousAt >= 0)
  return (
    <div className="chart-controls">
      {!off && compare && lines && (
        <span className="chart-periods" aria-hidden="true">
          <i className="chart-period" /> 本期
          <i className="chart-period chart-period-before" /> {comparedNames[compare]}
        </span>
      )}
      {!off && kinds.length > 1 && (
        <MenuButton
          className="bp6-button bp6-minimal bp6-small chart-kind"
          label="图表类型"
          placement="bottom-end"
          isOpen={open}
          onToggle={setOpen}
          menu={
            <Menu size="small">
              {kinds.map((one) => (
                <MenuItem
                  key={one}
                  text={`${kindTitles[one]}图`.replace('图图', '图')}
                  selected={one === kind}
                  roleStructure="listoption"
                  onClick={() => {
                    setOpen(false)
                    chooseKind(one)
                  }}
                />
              ))}
              <MenuDivider />
              <MenuItem
                text="收起图表"
                labelElement={<KeyHint command="chart.toggle" />}
                onClick={() => {
                  setOpen(false)
                  toggleChart()
                }}
              />
            </Menu>
          }
        >
          <span>{kindTitles[kind]}</span>
          <CaretDown size={12} />
        </MenuButton>
      )}
      <CommandTip command="chart.toggle" title={off ? '展开图表' : '收起图表'}>
        <Button
          variant="minimal"
          size="small"
          icon={<ChartIcon size={14} />}
          aria-label="图表"
          aria-pressed={!off}
          active={!off}
          onClick={toggleChart}
        />
      </CommandTip>
    </div>
  )
}
