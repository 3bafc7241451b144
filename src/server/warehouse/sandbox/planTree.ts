// What the engine explains as JSON → the plan's tree as the page shows it.
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
/** Catalogs of published files and of temp tables are ours to know. */
const catalogs = /\bfacts_\d+\.main\.|\bmemory\.main\./g
const temporaryCatalogs = /"tmp [^"]*"\.main\.|\btmp [^.]*\.main\./g

/** From EXPLAIN (FORMAT JSON) or EXPLAIN (ANALYZE, FORMAT JSON). Null where the text is not what we know. */
export function planTree(text: string): PlanNode | null {
  const explained: Explained | Explained[] = JSON.parse(text)
  const top = Array.isArray(explained) ? explained[0] : explained
  // A profile stands below the statement as a whole and the EXPLAIN_ANALYZE itself.
  const root = top?.name === undefined ? top?.children?.[0]?.children?.[0] : top
  return root ? node(root) : null
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

function plain(value: string | string[]): string | string[] {
  if (Array.isArray(value)) return value.map((one) => plain(one) as string)
  return String(value).replace(catalogs, '').replace(temporaryCatalogs, 'tmp.')
}
