// One player's data on demand: where it is, and the rows themselves as a file. The audit has a keyed hash in the id's place.
import { Readable } from 'node:stream'
import type { Model } from '#semantic/model/types.ts'
import { duckdb } from '#semantic/sql/duckdb.ts'
import type { Deps } from '#server/deps.ts'
import type { BlobReply } from '#server/http/reply.ts'
import type { SessionUser } from '#server/http/session.ts'
import { seenBy } from '#server/scopes/condition.ts'
import { scopedTable } from '#server/scopes/known.ts'
import { foldedId, foldedSql, foldedThere } from '#server/warehouse/identity.ts'
import { WarehouseStatement } from '#server/warehouse/statement.ts'
import { exportFileName } from '#shared/exportName.ts'
import type { PlayerTold } from '#features/config/contract.ts'
import { begin, type Place, placesIn, titleOf } from './places.ts'

const timeoutMs = 120_000
/** Rows of one table in the file. */
const mostRows = 100_000

const elsewhere = [
  '备份：直到备份文件到期被清除',
  '已发出的邮件、群消息与已下载的文件',
  '各人保存的 SQL 结果、临时表、后台报表与导出文件，到期自动清除',
  '被替换的表的上一版，30 天内',
  '数据来源里的原文件与原表',
]

export async function tellPlayer(
  deps: Deps,
  user: SessionUser,
  id: string,
  signal: AbortSignal,
): Promise<PlayerTold> {
  const { model } = await begin(deps, user, id, 'table.tellPlayer')
  const places = placesIn(model)
  const found = []
  // One after another: a person waits, and others read beside.
  for (const place of places) {
    const told = await countIn(deps, model, place, id, signal)
    if (told.rows > 0) found.push(told)
  }
  const covered = new Set(places.map(({ table }) => table.name))
  return {
    tables: found.sort((one, other) => other.rows - one.rows),
    looked: places.reduce((sum, { columns }) => sum + columns.length, 0),
    without: model.tables.map(({ name }) => name).filter((name) => !covered.has(name)),
    kept: await keptOf(deps, user, id),
    elsewhere,
  }
}

export async function exportPlayer(
  deps: Deps,
  user: SessionUser,
  id: string,
  signal: AbortSignal,
): Promise<BlobReply> {
  const { model } = await begin(deps, user, id, 'table.exportPlayer')
  const places = placesIn(model)
  const tables = []
  for (const place of places) {
    const rows = await rowsIn(deps, place, id, signal)
    if (rows.length === 0) continue
    const columns = place.table.columns.map(({ name }) => name)
    tables.push({
      table: place.table.name,
      title: titleOf(model, place.table),
      columns,
      rows,
      ...(rows.length === mostRows && { cut: `只有前 ${mostRows} 行` }),
    })
  }
  const file = {
    madeAt: new Date().toISOString(),
    player: id,
    tables,
    kept: await keptOf(deps, user, id),
    elsewhere,
  }
  return {
    fileName: exportFileName('一位玩家的数据', new Date(), deps.settings.zone, 'json'),
    contentType: 'application/json; charset=utf-8',
    body: Readable.from([JSON.stringify(file, null, 2)]),
  }
}

/** For each column whether it holds the id; the id is bound once. */
function holding(
  statement: WarehouseStatement,
  { table, columns }: Pick<Place, 'table' | 'columns'>,
  id: string,
): string[] {
  const wanted = statement.bind(foldedId(id), 'text')
  const typeOf = new Map(table.columns.map(({ name, type }) => [name, type]))
  return columns.map((column) => {
    const name = statement.name(column)
    const folded =
      statement.dialect === duckdb
        ? foldedSql(name, typeOf.get(column) ?? '')
        : foldedThere(statement.text(name), statement.dialect.text)
    return `${folded} = ${wanted}`
  })
}

export async function countIn(
  { warehouse }: Deps,
  model: Model,
  { table, columns, day }: Place,
  id: string,
  signal: AbortSignal,
): Promise<PlayerTold['tables'][number]> {
  const statement = new WarehouseStatement(warehouse)
  const holds = holding(statement, { table, columns }, id)
  const days =
    day === null ? [] : ['min', 'max'].map((end) => statement.text(`${end}(${statement.name(day)})`))
  const counts = holds.map((condition) => statement.dialect.aggregate('count', null, condition))
  const selected = ['count(*)', ...counts, ...days].map(
    (text, at) => `${text} AS ${statement.name(`c${at}`)}`,
  )
  const sql = `SELECT ${selected.join(', ')} FROM ${statement.name(table.name)} WHERE ${holds.join(' OR ')}`
  const { chunks } = await warehouse.run({ sql, params: statement.params, pool: 'report', timeoutMs, signal })
  const row = chunks[0]?.columns.map((column) => (JSON.parse(column) as unknown[])[0] ?? null) ?? []
  const dayAt = (at: number) => (typeof row[at] === 'string' ? row[at].slice(0, 10) : null)
  return {
    table: table.name,
    title: titleOf(model, table),
    rows: Number(row[0] ?? 0),
    columns: columns
      .map((name, at) => ({ name, rows: Number(row[at + 1] ?? 0) }))
      .filter(({ rows }) => rows > 0),
    first: dayAt(columns.length + 1),
    last: dayAt(columns.length + 2),
  }
}

async function rowsIn(
  { warehouse }: Deps,
  { table, columns }: Place,
  id: string,
  signal: AbortSignal,
): Promise<unknown[][]> {
  const statement = new WarehouseStatement(warehouse)
  const holds = holding(statement, { table, columns }, id)
  const sql = `SELECT ${table.columns.map(({ name }) => statement.name(name)).join(', ')} FROM ${statement.name(table.name)} WHERE ${holds.join(' OR ')}`
  const { chunks } = await warehouse.run({
    sql,
    params: statement.params,
    pool: 'report',
    limit: mostRows,
    timeoutMs,
    signal,
  })
  return chunks.flatMap(({ rowCount, columns: texts }) => {
    const cells = texts.map((text) => JSON.parse(text) as unknown[])
    return Array.from({ length: rowCount }, (_, row) => cells.map((column) => column[row] ?? null))
  })
}

/** Entries of lists that hold the id; those alone that the caller sees. */
async function keptOf(
  { metadata: { db } }: Deps,
  user: SessionUser,
  id: string,
): Promise<PlayerTold['kept']> {
  const entriesIn = async (what: string, table: 'black_entry' | 'white_entry') => {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('value', '=', id)
      .where(seenBy(db, scopedTable(db, table), user))
      .execute()
    return { what, count: rows.length }
  }
  const kept = await Promise.all([entriesIn('黑名单', 'black_entry'), entriesIn('白名单', 'white_entry')])
  return kept.filter(({ count }) => count > 0)
}
