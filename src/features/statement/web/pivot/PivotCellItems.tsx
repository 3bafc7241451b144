// Menu items of a pivot's cell: who moved it, drilling down and across, a filter.
import { MenuDivider, MenuItem } from '@blueprintjs/core'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import type { MenuRun } from '#web/table/types.ts'
import { FilterItem, SplitItem } from '../report/table/DrillItems.tsx'

export const pivotCellItems = (run: MenuRun) => (
  <>
    <SplitItem run={run} />
    <MenuDivider />
    <MenuItem
      text="下钻到其他维度…"
      labelElement={<KeyHint command="pivot.drillDown" />}
      onClick={run(() => runCommand('pivot.drillDown'))}
    />
    <MenuItem
      text="在别的报表里看…"
      labelElement={<KeyHint command="pivot.drillAcross" />}
      onClick={run(() => runCommand('pivot.drillAcross'))}
    />
    <MenuDivider />
    <FilterItem run={run} />
  </>
)
