// Converts the engine's EXPLAIN JSON to the plan tree that the page shows.
import { withoutWrappers } from './planWrappers.ts'
import type { PlanNode } from './types.ts'

interface Explained {
  name?: string
  operator_name?: string
  operator_timing?: number
  operator_cardinality?: number
  extra_info?: Record<string, string | string[]>
  children?: Explained[]
}

const expected = 'Estimated Cardinality'
/** Catalogs of published files and of temp tables are internal. */
const catalogs = /\bfacts_\d+\.main\.|\bmemory\.main\./g
/** How limited users' text columns are read, see snapshotInstance.ts. */
const freed = /\blist_extract\(list_value\(("(?:[^"]|"")+"|[^\s(),]+), \1\), 1\)/g
const temporaryCatalogs = /"tmp [^"]*"\.main\.|\btmp [^.\s]*\.main\./g

/**
 * Parses EXPLAIN (FORMAT JSON) or EXPLAIN (ANALYZE, FORMAT JSON). Null where the text has an unknown form.
 * `limited`: tables of which the reader sees only some rows; counts of other rows are then omitted.
 */
export function planTree(text: string, limited: ReadonlySet<string> = new Set()): PlanNode | null {
  const explained: Explained | Explained[] = JSON.parse(text)
  const top = Array.isArray(explained) ? explained[0] : explained
  // A profile wraps the steps in a query node and an EXPLAIN_ANALYZE node; a statement answered without a
  // step has only these.
  const profiled = top?.children?.[0]
  const root = top?.name === undefined ? (profiled?.children?.[0] ?? profiled) : top
  if (!root) return null
  return limited.size === 0 ? node(root) : withoutOthers(node(root), limited)
}

function node(explained: Explained): PlanNode {
  const { [expected]: estimate, ...details } = explained.extra_info ?? {}
  const measured = explained.operator_timing !== undefined
  return {
    name: (explained.name ?? explained.operator_name ?? '').trim(),
    details: Object.fromEntries(Object.entries(details).map(([key, value]) => [key, plain(value)])),
    estimatedRows: estimate === undefined ? null : Number(estimate),
    rows: measured ? (explained.operator_cardinality ?? null) : null,
    ms: measured ? Math.round((explained.operator_timing ?? 0) * 1_000_000) / 1000 : null,
    children: (explained.children ?? []).map(node),
  }
}

const all = (step: PlanNode): PlanNode[] => [step, ...step.children.flatMap(all)]
const isLimit = ({ name }: PlanNode): boolean => name.includes('LIMIT')

/**
 * Collapses the steps that filter the reader's rows of a table into one, with the count of rows that pass.
 * They may also read the tables in which row rules look up keys.
 */
function withoutOthers(step: PlanNode, limited: ReadonlySet<string>): PlanNode {
  const within = all(step).slice(1)
  const tables = within.filter(({ details }) => details.Table !== undefined)
  const table = tables.find((one) => limited.has(tableOf(one)))
  if (table && isLimit(step) && !within.some(isLimit)) {
    const times = [step, ...within].flatMap(({ ms }) => ms ?? [])
    const ms = times.length > 0 ? times.reduce((sum, one) => sum + one, 0) : null
    const details = { Table: String(table.details.Table) }
    return { name: table.name, details, estimatedRows: null, rows: step.rows, ms, children: [] }
  }
  const children = step.children.map((child) => withoutOthers(child, limited))
  return { ...step, estimatedRows: null, children }
}

const tableOf = (step: PlanNode | undefined): string => String(step?.details.Table).split('.').at(-1) ?? ''

function plain(value: string | string[]): string | string[] {
  if (Array.isArray(value)) return value.map((one) => plain(one) as string)
  const text = withoutWrappers(String(value))
  return text.replace(catalogs, '').replace(temporaryCatalogs, 'tmp.').replace(freed, '$1')
}
