// Converts statements that stand for a SELECT to that SELECT. No security decision is made here: each
// generated text passes the same check as users' own before the engine binds or runs it.
import type { DuckDBConnection } from '@duckdb/node-api'
import { assertWhole, beginReading, endReading } from '#server/warehouse/duckdb/wholeness.ts'
import { AppError } from '#shared/errors.ts'
import { commandOf, type SqlCommand } from '#shared/sql/command.ts'
import { type BoundText, bindValues, boundText, type Edit } from '../check/bound.ts'
import { sqlFailure } from '../check/failure.ts'
import { problemAt, problemBetween } from '../check/place.ts'
import { checkStatement } from '../check/statement.ts'
import type { RunOrder } from '../messages.ts'
import type { PlanNode, SandboxScope, SqlProblem } from '../types.ts'
import { columnsOf, describeText, summarizeHead } from './columns.ts'
import { mostPivoted, pivotEdits, pivotedOf, questionOf } from './pivot.ts'
import { quotedText, rowsText } from './text.ts'

interface Rewritten {
  /** Checked and ready to be prepared. */
  bound: BoundText
  /** EXPLAIN: the result's rows are the plan's steps. */
  explain: 'plan' | 'profile' | null
}

export async function rewritten(connection: DuckDBConnection, order: RunOrder): Promise<Rewritten> {
  const { sql, params, scope } = order
  const command = commandOf(sql)
  const head = command ? headEdits(command) : []
  const checked = async (edits: readonly Edit[]): Promise<BoundText> => {
    const bound = boundText(sql, params, edits)
    await checkStatement(connection, bound, scope)
    return bound
  }
  if (command?.kind === 'tables' || command?.kind === 'schemas') {
    return { bound: await told(connection, listText(command, scope)), explain: null }
  }
  const pivots = await pivotValues(connection, order)
  if (command?.kind === 'describe' || command?.kind === 'summarize') {
    const around = aroundOf(command, pivots)
    const columns = await columnsOf(connection, await checked(around('SELECT * FROM (', ' LIMIT 0')))
    const bound =
      command.kind === 'describe'
        ? await told(connection, describeText(columns))
        : await checked(around(summarizeHead(columns), ''))
    return { bound, explain: null }
  }
  const explain = command?.kind === 'explain' ? (command.analyze ? 'profile' : 'plan') : null
  return { bound: await checked([...head, ...pivots]), explain }
}

const headEdits = ({ start, body: end }: SqlCommand): Edit[] => [
  { start, end, text: ' '.repeat(end - start) },
]

/** Wraps the query, or the whole table, in a query of ours. */
const aroundOf =
  ({ start, body, end, isQuery }: Extract<SqlCommand, { isQuery: boolean }>, pivots: readonly Edit[]) =>
  (head: string, tail: string): Edit[] => [
    { start, end: body, text: `${head}${isQuery ? '' : 'FROM '}` },
    ...pivots,
    { start: end, end, text: `) AS described${tail}` },
  ]

/** Checks and runs a text of our own like a user's. */
export async function told(connection: DuckDBConnection, sql: string): Promise<BoundText> {
  const bound = boundText(sql, {})
  await checkStatement(connection, bound, { tables: [], temporary: [] })
  return bound
}

function listText(
  { kind, filter }: Extract<SqlCommand, { kind: 'tables' | 'schemas' }>,
  { tables, temporary, dictionaries = [] }: SandboxScope,
): string {
  const where =
    filter === null ? '' : ` WHERE name ILIKE ${quotedText(filter.slice(1, -1).replaceAll("''", "'"))}`
  const rows =
    kind === 'schemas'
      ? [['main'], ['tmp'], ['dict']]
      : [
          ...tables.map(({ name }) => [name]),
          ...temporary.map(({ name }) => [`tmp.${name}`]),
          ...dictionaries.map(({ name }) => [`dict.${name}`]),
        ]
  return `${rowsText([['name', 'VARCHAR']], rows)}${where} ORDER BY name`.replace(
    / LIMIT 0 (ORDER BY name|WHERE .*)$/,
    ' LIMIT 0',
  )
}

async function pivotValues(connection: DuckDBConnection, order: RunOrder): Promise<Edit[]> {
  const { sql, params, scope } = order
  const pivots = pivotedOf(sql)
  if (pivots.length === 0) return []
  // An error elsewhere in the statement is reported for the statement, not for the values' query.
  boundText(sql, params)
  const edits: Edit[] = []
  let columns = 1
  for (const pivot of pivots) {
    const values = await ask(connection, questionOf(sql, pivot, edits), { sql, params, scope })
    columns *= values.length
    if (values.length <= mostPivoted && columns > mostPivoted) {
      const place = problemBetween(sql, pivot.start, pivot.end)
      throw new AppError('sql_error', `PIVOT 展开后超过 ${mostPivoted} 列，请先筛选或归并`, place)
    }
    edits.push(...pivotEdits(sql, pivot, values))
  }
  return edits.sort((one, other) => one.start - other.start || one.end - other.end)
}

async function ask(
  connection: DuckDBConnection,
  question: string,
  { sql, params, scope }: Pick<RunOrder, 'sql' | 'params' | 'scope'>,
): Promise<string[]> {
  try {
    const bound = boundText(question, params)
    await checkStatement(connection, bound, scope)
    return await valuesOf(connection, bound)
  } catch (error) {
    if (error instanceof AppError && error.code === 'sql_error') throw placedIn(sql, error)
    throw error
  }
}

async function valuesOf(connection: DuckDBConnection, bound: BoundText): Promise<string[]> {
  const read = async () => {
    const prepared = await connection.prepare(bound.text)
    bindValues(prepared, bound)
    return (await prepared.runAndReadAll()).getRows().map(([value]) => String(value))
  }
  await beginReading(connection)
  try {
    const values = await read()
    await assertWhole(connection, read)
    return values
  } catch (error) {
    throw sqlFailure(error, bound)
  } finally {
    await endReading(connection)
  }
}

/** The values' query is not the user's text: the position is moved to where the user wrote the same. */
function placedIn(sql: string, error: AppError): AppError {
  const near = (error.data as SqlProblem | null)?.near ?? ''
  const at = near === '' ? -1 : sql.indexOf(near)
  const pivot = /pivot/i.exec(sql)?.index ?? 0
  const place = at < 0 ? problemAt(sql, pivot) : problemBetween(sql, at, at + near.length)
  return new AppError('sql_error', error.message, place)
}

/** A plan as rows: its steps from the top, indented by depth. */
export function planText(plan: PlanNode): string {
  const rows: (string | number | null)[][] = []
  const add = (
    { name, details, estimatedRows, rows: count, ms, children }: PlanNode,
    depth: number,
  ): void => {
    const facts = Object.entries(details).map(([key, value]) => `${key}: ${[value].flat().join(', ')}`)
    rows.push(['  '.repeat(depth) + name, facts.join('; '), estimatedRows, count, ms])
    for (const child of children) add(child, depth + 1)
  }
  add(plan, 0)
  return rowsText(
    [
      ['步骤', 'VARCHAR'],
      ['内容', 'VARCHAR'],
      ['估计行数', 'DOUBLE'],
      ['行数', 'DOUBLE'],
      ['毫秒', 'DOUBLE'],
    ],
    rows,
  )
}
