// The engine's EXPLAIN as the plan tree that the page shows: its steps' names and the tables that they read. What
// else the engine says of a step would tell of conditions on rows, and is left out.
import type { PlanNode } from '../types.ts'

interface Explained {
  'Node Type'?: string
  Plans?: Explained[]
  [detail: string]: unknown
}

const shown = ['Description', 'Indexes', 'Join Type', 'Limit'] as const

/** Null where the text has an unknown form. `tables`: how the reader names them, by the engine's names. */
export function planTree(text: string, database: string, isLimited: boolean): PlanNode | null {
  const parsed = JSON.parse(text) as { Plan?: Explained }[]
  const root = parsed[0]?.Plan
  return root ? node(root, database, isLimited) : null
}

function node(explained: Explained, database: string, isLimited: boolean): PlanNode {
  const prefix = `${database}.`
  const details: PlanNode['details'] = {}
  for (const key of shown) {
    const value = explained[key]
    if (value === undefined || key === 'Indexes') continue
    const said = String(value)
    if (said.startsWith(prefix)) details.Table = said.slice(prefix.length)
    else if (!isLimited) details[key] = said
  }
  const children = (explained.Plans ?? []).map((plan) => node(plan, database, isLimited))
  return { name: explained['Node Type'] ?? '', details, estimatedRows: null, rows: null, ms: null, children }
}
