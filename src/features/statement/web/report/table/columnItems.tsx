// Menu items of a report's column: its calculations, and the report's own formula that it is.
import { MenuItem } from '@blueprintjs/core'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import type { MenuRun } from '#web/table/types.ts'
import type { ReportTableColumn } from '#features/statement/contract.ts'
import { CalculationItems } from '#features/statement/web/calculation/CalculationItems.tsx'
import { askForPoint } from '#features/statement/web/formulas/promoting.ts'
import { writeFormula } from '#features/statement/web/formulas/store.ts'

interface Props {
  column: ReportTableColumn | undefined
  run: MenuRun
}

export function ReportColumnItems({ column, run }: Props) {
  const own = /^p(-\d+)$/.exec(column?.key ?? '')?.[1]
  return (
    <>
      {own !== undefined && (
        <>
          <MenuItem
            text="编辑公式…"
            labelElement={<KeyHint command="report.editFormula" />}
            onClick={run(() => writeFormula(Number(own)))}
          />
          <MenuItem text="公式转为指标…" onClick={run(() => askForPoint(Number(own)))} />
        </>
      )}
      <CalculationItems column={column} run={run} />
    </>
  )
}
