// Pieces of SQL text: SELECT, GROUP BY, common table expressions, indentation.

export const indent = (text: string): string => text.replace(/^/gm, '  ')

export function define(head: string, body: string): string {
  return `${head.includes(' AS ') ? head : `${head} AS`} (\n${indent(body)}\n)`
}

export function select(columns: string[], clauses: (string | null)[]): string {
  return [`SELECT ${columns.join(', ')}`, ...clauses.filter((clause) => clause !== null)].join('\n')
}

/** GROUP BY the first columns, one per dimension. Without dimensions there is always one row. */
export function groupBy(dims: string[]): string | null {
  return groupByFirst(dims.length)
}

/**
 * GROUP BY the first `count` columns of the select list; null for 0, where an aggregate always gives one row.
 */
export function groupByFirst(count: number): string | null {
  return count === 0 ? null : `GROUP BY ${Array.from({ length: count }, (_, index) => index + 1).join(', ')}`
}
