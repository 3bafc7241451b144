// Pieces that statements are made of.

export const indent = (text: string): string => text.replace(/^/gm, '  ')

export function define(head: string, body: string): string {
  return `${head.includes(' AS ') ? head : `${head} AS`} (\n${indent(body)}\n)`
}

export function select(columns: string[], clauses: (string | null)[]): string {
  return [`SELECT ${columns.join(', ')}`, ...clauses.filter((clause) => clause !== null)].join('\n')
}

/** Group keys by their places in the select list; without dimensions, no facts give no row. */
export function groupBy(dims: string[]): string {
  return groupByFirst(dims.length) ?? 'HAVING count(*) > 0'
}

/** By the first columns of the select list; null for none: one group, even of no rows. */
export function groupByFirst(count: number): string | null {
  return count === 0 ? null : `GROUP BY ${Array.from({ length: count }, (_, index) => index + 1).join(', ')}`
}
