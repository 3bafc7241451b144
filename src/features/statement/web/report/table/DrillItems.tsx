// Menu items for a figure's cell in a report: who moved it, drilling, a filter, an alarm, a forecast.
import { MenuDivider, MenuItem } from '@blueprintjs/core'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { focusedTable } from '#web/table/focusedTable.ts'
import type { MenuRun } from '#web/table/types.ts'
import { AlarmItem } from '#features/statement/web/alarm/AlarmItem.tsx'
import { drillInto, drillTargets, startDrill } from '../dialogs/drill.ts'
import { useReport } from '../store.ts'
import { showText } from './cells.ts'
import { cursorCell } from './shownTable.ts'

export function DrillItems({ run }: { run: MenuRun }) {
  const params = useReport((state) => state.params)
  const cell = cursorCell()
  const next = cell ? drillTargets(cell, params)[0] : undefined
  const isFigure = cell?.model.sources[cell.column]?.kind !== 'dimension'
  const isPlain = (cell?.result.info.kind ?? 'table') === 'table'
  return (
    <>
      {isFigure && isPlain && <SplitItem run={run} />}
      {cell && !isFigure && <MenuItem text="看全文…" onClick={run(() => showText(cell.model, cell))} />}
      <MenuDivider />
      {cell && next && <MenuItem text={`下钻到${next.name}`} onClick={run(() => drillInto(cell, next.id))} />}
      <MenuItem
        text="下钻到其他维度…"
        disabled={!cell || !next}
        labelElement={<KeyHint command="report.drillDown" />}
        onClick={run(startDrill)}
      />
      <MenuDivider />
      <FilterItem run={run} />
      <MenuDivider />
      <AlarmItem run={run} />
    </>
  )
}

export function SplitItem({ run }: { run: MenuRun }) {
  return (
    <MenuItem
      text="变化来自谁"
      labelElement={<KeyHint command="figure.split" />}
      onClick={run(() => runCommand('figure.split'))}
    />
  )
}

export function FilterItem({ run }: { run: MenuRun }) {
  return (
    <MenuItem
      text="按此值筛选"
      labelElement={<KeyHint command="table.filter" />}
      onClick={run(() => focusedTable()?.filter())}
    />
  )
}
