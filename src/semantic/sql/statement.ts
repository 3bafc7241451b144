// A plan → one statement: WITH shared facts, the sections of all periods (section.ts), filled dates, the
// comparison; then the final SELECT (result.ts).
import type { SqlParameter } from '../model/types.ts'
import { lookedUpIn } from '../plan/sight.ts'
import type { FactPlan, ReportPlan } from '../plan/tree.ts'
import { writeCalculations } from './calculation/layers.ts'
import { writeComparison } from './comparison.ts'
import type { Dialect } from './dialect.ts'
import { writeFill } from './fill.ts'
import { writePasts } from './pasts.ts'
import { resultText } from './result.ts'
import { writeSection } from './section.ts'
import { sharedParts, withSharedNames } from './shared.ts'
import { Writer } from './writer.ts'

export interface Statement {
  sql: string
  params: SqlParameter[]
  /** Physical tables that it reads. */
  tables: string[]
}

export function writeReport(plan: ReportPlan, dialect: Dialect): Statement {
  const writer = new Writer(dialect)
  const tables = tablesOf(plan)
  const prefix = freePrefix(tables)
  const { shared, period, comparison } = withSharedNames(plan, prefix)
  const parts = shared.flatMap((fact) => sharedParts(fact, writer))
  const counted = writeSection(period, prefix, writer, null, (rows) =>
    writePasts(period, rows, prefix, writer),
  )
  const own = plan.fill === null ? counted : writeFill(plan.fill, period, counted, prefix, writer)
  const section = comparison === null ? own : writeComparison(comparison, period, own, prefix, writer)
  // A comparison has computed the computed points already.
  const shown = comparison === null ? plan : { ...plan, period: { ...period, computed: [] } }
  const calculated = writeCalculations(plan, section, prefix, writer)
  const all = [...parts, ...section.parts, ...calculated.parts]
  const sql = `WITH ${all.join(',\n')}\n${resultText(shown, section, calculated, writer)}`
  return { sql, params: writer.params, tables }
}

function tablesOf({ shared, period, comparison, calculations }: ReportPlan): string[] {
  const compared = [...(comparison?.periods ?? []), ...period.pasts.flatMap((past) => past.compared ?? [])]
  const others = [
    ...compared.flatMap(({ prior, base }) => [prior, base ?? []].flat()),
    ...calculations.windows.map((window) => window.period),
    ...calculations.wholes.map((whole) => whole.period),
    ...calculations.baseRows.map((rows) => rows.period),
  ]
  const facts: FactPlan[] = [period, ...others]
    .flatMap((own) => own.facts)
    .filter((fact) => fact.shared === undefined)
    .concat(shared.flatMap(({ reads }) => reads))
  const names = facts.flatMap((fact) => [
    fact.physicalName,
    ...fact.joins.map((join) => join.table),
    ...lookedUpIn(fact.where),
  ])
  return [...new Set(names)]
}

/**
 * Prefix of our own names (`_rows`), long enough that none hides a table of the warehouse: `_`, else `__` …
 */
export function freePrefix(tables: string[]): string {
  let prefix = '_'
  while (tables.some((table) => table.startsWith(prefix))) prefix += '_'
  return prefix
}
