// Pieces of SQL that we write ourselves. The results are checked like users' statements.

export const quotedText = (text: string): string => `'${text.replaceAll("'", "''")}'`

export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`

type Cell = string | number | boolean | null

const literal = (cell: Cell, type: string): string =>
  cell === null ? `NULL::${type}` : typeof cell === 'string' ? quotedText(cell) : String(cell)

/** A SELECT that returns these rows; `types` per column. */
export function rowsText(
  columns: readonly [name: string, type: string][],
  rows: readonly (readonly Cell[])[],
): string {
  const names = columns.map(([name]) => quotedName(name)).join(', ')
  const none = columns.map(([, type]) => `NULL::${type}`).join(', ')
  const lines = rows.map(
    (row) => `(${row.map((cell, at) => literal(cell, columns[at]?.[1] ?? '')).join(', ')})`,
  )
  if (lines.length === 0) return `SELECT * FROM (VALUES (${none})) AS answer(${names}) LIMIT 0`
  return `SELECT * FROM (VALUES ${lines.join(', ')}) AS answer(${names})`
}
