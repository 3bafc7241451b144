// Pieces that statements are made of.

export function define(head: string, body: string): string {
  return `${head.includes(' AS ') ? head : `${head} AS`} (\n${body.replace(/^/gm, '  ')}\n)`
}

export function select(columns: string[], clauses: (string | null)[]): string {
  return [`SELECT ${columns.join(', ')}`, ...clauses.filter((clause) => clause !== null)].join('\n')
}

/** Group keys by their places in the select list; without dimensions, no facts give no row. */
export function groupBy(dims: string[]): string {
  return dims.length === 0
    ? 'HAVING count(*) > 0'
    : `GROUP BY ${dims.map((_, index) => index + 1).join(', ')}`
}
