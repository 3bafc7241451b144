// What a reader sees of a table, as ClickHouse's SQL: the same text is the condition of the role's row policy and of
// the subquery that stands in the reader's statement.
import { createHash } from 'node:crypto'
import type { SandboxTable } from '../types.ts'
import { quotedName, quotedText } from './names.ts'

/** Over the source `f`; null where all rows are seen. */
export function conditionOf(
  { games, rules }: Pick<SandboxTable, 'games' | 'rules'>,
  database: string,
): string | null {
  const conditions = [
    ...(games ? [gameCondition(games)] : []),
    ...rules.map((pieces) =>
      pieces
        .map((piece, at) => (at % 2 === 0 ? piece : `${quotedName(database)}.${quotedName(piece)}`))
        .join(''),
    ),
  ]
  return conditions.length === 0 ? null : conditions.map((text) => `(${text})`).join(' AND ')
}

function gameCondition({ column, values }: NonNullable<SandboxTable['games']>): string {
  if (values.length === 0) return 'false'
  const texts = [...values].sort().map(quotedText)
  return `toString(f.${quotedName(column)}) IN (${texts.join(', ')})`
}

/** Each role is one table as some readers see it: other games, rules or columns make another role. */
export function roleOf(
  database: string,
  table: Pick<SandboxTable, 'name' | 'games' | 'rules'>,
  columns: readonly string[],
): string {
  const content = [database, table.name, conditionOf(table, database), columns]
  return `analytics_sql_${createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 24)}`
}
