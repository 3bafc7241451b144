// Menu items for a report's cell: drill into the default dimension or into another one; create an alarm.
import { MenuItem } from '@blueprintjs/core'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import type { MenuRun } from '#web/table/types.ts'
import { AlarmItem } from '#features/statement/web/alarm/AlarmItem.tsx'
import { ownAtCursor } from '#features/statement/web/formulas/atCursor.ts'
import { askForPoint } from '#features/statement/web/formulas/promoting.ts'
import { writeFormula } from '#features/statement/web/formulas/store.ts'
import { drillInto, drillTargets, startDrill } from '../dialogs/drill.ts'
import { useReport } from '../store.ts'
import { cursorCell } from './shownTable.ts'

/** For a column calculated by the report itself. */
function OwnItems({ run }: { run: MenuRun }) {
  const id = ownAtCursor()
  if (id === undefined) return null
  return (
    <>
      <MenuItem
        text="编辑公式…"
        labelElement={<KeyHint command="report.editFormula" />}
        onClick={run(() => writeFormula(id))}
      />
      <MenuItem text="公式转为指标…" onClick={run(() => askForPoint(id))} />
    </>
  )
}

export function DrillItems({ run }: { run: MenuRun }) {
  const params = useReport((state) => state.params)
  const cell = cursorCell()
  const next = cell ? drillTargets(cell, params)[0] : undefined
  return (
    <>
      {cell && next && <MenuItem text={`下钻到${next.name}`} onClick={run(() => drillInto(cell, next.id))} />}
      <MenuItem
        text="下钻到其他维度…"
        disabled={!cell || !next}
        labelElement={<KeyHint command="report.drillDown" />}
        onClick={run(startDrill)}
      />
      <OwnItems run={run} />
      <AlarmItem run={run} />
    </>
  )
}
