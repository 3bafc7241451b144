// One user statement in its own process: checked, bound, run, and written out.
import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBResult } from '@duckdb/node-api'
import { keyMark } from '#semantic/model/personal.ts'
import { AppError } from '#shared/errors.ts'
import { cellTypeOf } from '../duckdb/cells.ts'
import { tablesDamaged } from '../duckdb/damage.ts'
import { assertWhole, beginReading } from '../duckdb/wholeness.ts'
import type { WarehouseColumn } from '../types.ts'
import { type BoundText, bindValues } from './check/bound.ts'
import { sqlFailure } from './check/failure.ts'
import { hinted } from './hint.ts'
import { memoryText, type RunEnd, type RunOrder } from './messages.ts'
import { CsvOutput } from './output/csv.ts'
import { type RowsChunk, RowsOutput, RowTooLong } from './output/rows.ts'
import { zoneOffset } from './output/times.ts'
import { planTree } from './planTree.ts'
import { planText, rewritten, told } from './rewrite/rewritten.ts'
import { isLimited } from './snapshotInstance.ts'
import type { SqlProblem } from './types.ts'

export interface Output {
  columns(columns: WarehouseColumn[]): void
  chunk(chunk: RowsChunk): Promise<void>
  /** Called with the number of rows written so far. */
  bytes(bytes: Buffer, rowCount: number): Promise<void>
}

export async function runStatement(
  connection: DuckDBConnection,
  order: RunOrder,
  zone: string,
  output: Output,
): Promise<RunEnd> {
  try {
    return await work(connection, order, zone, output)
  } catch (error) {
    throw hinted(order.sql, outOfSight(order, error))
  }
}

/** A table that exists but is hidden from this user, or is damaged, is refused with the reason. */
function outOfSight({ sql, scope }: RunOrder, error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  if (error.code === 'warehouse_damaged') return damageIn(sql, scope)
  if (error.code !== 'sql_error') return error
  const near = ((error.data as SqlProblem | null)?.near ?? '').replaceAll('"', '').toLowerCase()
  const table = (scope.refused ?? []).find(({ name }) => [near, `tmp.${near}`].includes(name.toLowerCase()))
  return table ? new AppError('sql_error', `表 ${table.name} ${table.reason}`, error.data) : error
}

/** The engine names no file: one of the files that the statement reads is damaged. */
function damageIn(sql: string, { tables, temporary }: RunOrder['scope']): AppError {
  const words = new Set(sql.toLowerCase().match(/[\p{L}\p{N}_]+/gu))
  const named = (list: readonly { name: string }[]) =>
    list.map(({ name }) => name).filter((name) => words.has(name.toLowerCase()))
  const own = named(temporary).map((name) => `tmp.${name}`)
  const published = named(tables)
  if (own.length === 0) return tablesDamaged(published)
  const others = published.length > 0 ? `；若不是它，则是 ${published.join('、')}，请联系管理员` : ''
  return new AppError(
    'warehouse_damaged',
    `临时表 ${own.join('、')} 的文件已损坏，读不出来；请删除后重新创建${others}`,
    { tables: [...own, ...published] },
  )
}

async function work(
  connection: DuckDBConnection,
  order: RunOrder,
  zone: string,
  output: Output,
): Promise<RunEnd> {
  const { bound, explain: asked } = await rewritten(connection, order)
  const { mode } = order
  const explain = (statement: DuckDBPreparedStatement) => explained(statement, order)
  if (mode === 'plan' || mode === 'profile') {
    return prepared(connection, bound, explaining[asked === 'profile' ? asked : mode], explain)
  }
  await beginReading(connection)
  const send = async (statement: DuckDBPreparedStatement) =>
    sendRows(await statement.stream(), order, zone, output)
  if (asked) {
    const { plan } = await prepared(connection, bound, explaining[asked], explain)
    if (!plan) throw new AppError('query_failed', '引擎没有给出执行计划')
    return prepared(connection, await told(connection, planText(plan)), '', send)
  }
  const end = await prepared(connection, bound, '', send)
  const again = () => prepared(connection, bound, explaining.profile, explain)
  if (!end.truncated) await assertWhole(connection, again)
  return end
}

async function prepared(
  connection: DuckDBConnection,
  bound: BoundText,
  prefix: string,
  work: (statement: DuckDBPreparedStatement) => Promise<RunEnd>,
): Promise<RunEnd> {
  try {
    const statement = await connection.prepare(`${prefix}${bound.text}`)
    bindValues(statement, bound)
    return await work(statement)
  } catch (error) {
    throw spoken(error as Error, bound, prefix)
  }
}

const explaining = { plan: 'EXPLAIN (FORMAT JSON) ', profile: 'EXPLAIN (ANALYZE, FORMAT JSON) ' }

async function explained(statement: DuckDBPreparedStatement, { scope }: RunOrder): Promise<RunEnd> {
  const reader = await statement.runAndReadAll()
  const limited = scope.tables.filter(isLimited).map(({ name }) => name)
  const text = String(reader.getRows()[0]?.[1] ?? 'null')
  const plan = planTree(withoutKey(text, scope), new Set(limited))
  return { rowCount: 0, truncated: false, plan }
}

/** The views' masks stand in plans, with the key of their hashes. */
const withoutKey = (text: string, { personalKey }: RunOrder['scope']): string =>
  personalKey === undefined ? text : text.replaceAll(`${keyMark}${personalKey}`, '***')

async function sendRows(
  result: DuckDBResult,
  order: RunOrder,
  zone: string,
  output: Output,
): Promise<RunEnd> {
  const types = result.columnTypes()
  const names = result.columnNames()
  output.columns(
    types.map((type, index) => ({
      name: names[index] ?? '',
      // JSON is an alias of VARCHAR.
      type: type.alias === 'JSON' ? 'json' : cellTypeOf(type),
      databaseType: type.alias === 'JSON' ? 'JSON' : String(type),
    })),
  )
  const offsets = zoneOffset(zone)
  if (order.mode === 'csv') {
    const csv = new CsvOutput(names, types, offsets)
    return drain(result, order.limit, csv, (bytes) => output.bytes(bytes, csv.rowCount))
  }
  return drain(result, order.limit, new RowsOutput(types, offsets, order.wholeCells), (chunk) =>
    output.chunk(chunk),
  )
}

interface Form<Piece> {
  add(chunk: NonNullable<Awaited<ReturnType<DuckDBResult['fetchChunk']>>>, count: number): Iterable<Piece>
  end(): Iterable<Piece>
}

async function drain<Piece>(
  result: DuckDBResult,
  limit: number | null,
  form: Form<Piece>,
  give: (piece: Piece) => Promise<void>,
): Promise<RunEnd> {
  let rowCount = 0
  // The engine computes the next rows while these are written.
  let next = result.fetchChunk()
  for (;;) {
    const chunk = await next
    if (!chunk || chunk.rowCount === 0) break
    const room = limit === null ? chunk.rowCount : Math.min(chunk.rowCount, limit - rowCount)
    const truncated = room < chunk.rowCount
    if (!truncated) {
      next = result.fetchChunk()
      // The failure is handled where it is awaited.
      next.catch(() => {})
    }
    for (const piece of form.add(chunk, room)) await give(piece)
    rowCount += room
    if (truncated) return finish(rowCount, true, form, give)
  }
  return finish(rowCount, false, form, give)
}

async function finish<Piece>(
  rowCount: number,
  truncated: boolean,
  form: Form<Piece>,
  give: (piece: Piece) => Promise<void>,
): Promise<RunEnd> {
  for (const piece of form.end()) await give(piece)
  return { rowCount, truncated, plan: null }
}

function spoken(error: Error, bound: BoundText, prefix: string): AppError {
  if (error instanceof RowTooLong) {
    return new AppError('query_failed', `一行数据超过 ${error.mostMiB} MiB，请减少列或截短内容`)
  }
  if (/Out of Memory|bad_alloc/.test(error.message)) return new AppError('query_failed', memoryText)
  return sqlFailure(error, bound, prefix)
}
