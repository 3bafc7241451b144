// How one report is answered from kept sums. Everything is computed on demand: most reports never need it.
import type { SumsShape } from '../model/sums.ts'
import type { ReportSums } from '../model/types.ts'
import type { ReportPlan } from '../plan/tree/tree.ts'
import { duckdb } from '../sql/duckdb.ts'
import { writeReport } from '../sql/statement.ts'
import { planOverSums } from './over.ts'
import { wantedSums } from './wanted.ts'

export function sumsOf(plan: ReportPlan): ReportSums {
  let wanted: SumsShape[] | null = null
  return {
    wanted: () => (wanted ??= wantedSums(plan)),
    over: (kept) => {
      const found = kept.length === 0 ? null : planOverSums(plan, kept)
      if (found === null) return null
      const { sql, params } = writeReport(found.plan, duckdb)
      return { sql, params, names: found.names }
    },
  }
}
