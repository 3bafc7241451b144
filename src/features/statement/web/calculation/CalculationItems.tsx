// Menu items of a figure's column: calculations to add; for a calculation's own column, to change it.
import { MenuItem } from '@blueprintjs/core'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import type { MenuRun } from '#web/table/types.ts'
import type { ReportTableColumn } from '#features/statement/contract.ts'
import { isPlain } from '../report/options/offers.ts'
import { useReport } from '../report/store.ts'

interface Props {
  column: ReportTableColumn | undefined
  run: MenuRun
}

export function CalculationItems({ column, run }: Props) {
  const info = useReport((state) => state.present?.info)
  const of = Number(/^p(-?\d+)/.exec(column?.of ?? column?.key ?? '')?.[1])
  if (!info || !isPlain(info) || !info.points.includes(of)) return null
  const open = (number?: number) =>
    useReport.setState({
      dialog: { kind: 'calculations', point: of, ...(number !== undefined && { number }) },
    })
  const own = column?.calculation
  return (
    <>
      {own && <MenuItem text="修改此计算…" onClick={run(() => open(own.number))} />}
      <MenuItem
        text="计算…"
        labelElement={<KeyHint command="report.calculate" />}
        onClick={run(() => open())}
      />
    </>
  )
}
