// What the table's menu offers of a report's cell: drilling into the next dimension at once, or into any other; an alarm.
import { MenuItem } from '@blueprintjs/core'
import { KeyHint } from '../../../../web/shell/keys/KeyHint.tsx'
import type { MenuRun } from '../../../../web/table/types.ts'
import { AlarmItem } from '../alarm/AlarmItem.tsx'
import { drillInto, drillTargets, startDrill } from './drill.ts'
import { cursorCell } from './shownTable.ts'
import { useReport } from './store.ts'

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
      <AlarmItem run={run} />
    </>
  )
}
