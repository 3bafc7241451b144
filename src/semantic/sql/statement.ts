// A plan → one statement: WITH shared facts, the sections of all periods (section.ts), filled dates, the
// comparison; then the final SELECT (result.ts).
import type { SqlParameter } from '../model/types.ts'
import { lookedUpIn } from '../plan/facts/rules.ts'
import type { FactPlan, ReportPlan } from '../plan/tree/tree.ts'
import { writeCalculations } from './calculation/layers.ts'
import { comparedSides, writeComparison } from './comparison.ts'
import type { Dialect } from './dialect.ts'
import { writeFill } from './fill.ts'
import { withLostSubtotals } from './lostSubtotals.ts'
import { readPasts, writePasts } from './pasts.ts'
import { resultText } from './result.ts'
import { firstValues, readSection, type Section, writeSection } from './section.ts'
import { sharedParts, withSharedNames } from './shared.ts'
import { bringing, partsRead, readSides, type WrittenSides, writeSides } from './sides.ts'
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
  const own = writeOwn({ shared, period, comparison }, prefix, writer)
  const filled = plan.fill === null ? own.section : writeFill(plan.fill, period, own.section, prefix, writer)
  const section =
    comparison === null || own.compared === null
      ? filled
      : writeComparison(comparison, period, filled, own.compared, prefix, writer)
  // A comparison has already computed the computed points.
  const shown = comparison === null ? plan : { ...plan, period: { ...period, computed: [] } }
  const calculated = writeCalculations(plan, section, prefix, writer)
  const all = [...parts, ...section.parts, ...calculated.parts]
  const sql = `WITH ${all.join(',\n')}\n${resultText(shown, section, calculated, writer)}`
  return { sql, params: writer.params, tables }
}

/** The report's own section, and the periods it is compared with. */
function writeOwn(
  { shared, period, comparison }: Pick<ReportPlan, 'shared' | 'period' | 'comparison'>,
  prefix: string,
  writer: Writer,
): { section: Section; compared: WrittenSides | null } {
  const read = readSection(period, prefix, writer)
  const pasts = readPasts(period, read, prefix, writer)
  const plan = comparison && comparedSides(comparison)
  const sides = plan && readSides(plan, prefix, writer)
  const others = [...pasts.map((past) => past.read), ...(sides === null ? [] : [sides])]
  const bring = others.flatMap((own) => bringing(own, read.rowLevel))
  const { parts: ranking, first } = firstValues(read, bring, shared, writer)
  const start = { ...read, first }
  const held = writePasts(pasts, period, start, writer)
  const compared = plan && sides && writeSides(sides, plan, start, writer)
  const section = writeSection(read, first, writer, {
    ...held,
    parts: [...held.parts, ...(compared?.parts ?? [])],
    lost: [...held.lost, ...(compared?.lost ?? [])],
  })
  const parts = [...read.parts, ...others.flatMap(partsRead), ...ranking, ...section.parts]
  const whole = { ...section, parts }
  return {
    section:
      compared === null ? whole : withLostSubtotals(whole, { period, comparison }, compared, prefix, writer),
    compared,
  }
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
