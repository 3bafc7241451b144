// What a table's page shows of personal data, and the marking.
import { kindOfType } from '#semantic/model/expression/columns.ts'
import { marksOf } from '#semantic/model/personal.ts'
import { isAllRows } from '#semantic/model/rowScope.ts'
import type { PhysicalTable } from '#semantic/model/types.ts'
import { clickhouse } from '#semantic/sql/clickhouse.ts'
import { duckdb } from '#semantic/sql/duckdb.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { AppError } from '#shared/errors.ts'
import { holdsPermission } from '#shared/permissions.ts'
import type { PersonalKind } from '#shared/personal.ts'
import type { PersonalTable } from '#features/config/contract.ts'
import { readModel, renewModel } from '../model.ts'
import { type Marked, readMarks, writeMarks } from './marks.ts'
import { proposedFor, valuePatterns } from './proposing.ts'

/** Rows whose values are looked at. */
const looked = 2_000
const timeoutMs = 30_000
const mostChanges = 200

export async function personalTable(
  deps: Deps,
  user: SessionUser,
  name: string,
  signal: AbortSignal,
): Promise<PersonalTable> {
  const table = await foundTable(deps, name)
  const [marks, changes, proposals] = await Promise.all([
    readMarks(deps.metadata.db),
    readChanges(deps, table.name),
    proposalsFor(deps, table, signal),
  ])
  const kinds = marksOf(table.name, marks)
  return {
    table: table.name,
    maySee: holdsPermission(user.authorityInfo, 'see_personal'),
    columns: table.columns.map(({ name: column, type, comment }) => ({
      name: column,
      type,
      comment,
      kind: kinds.get(column.toLowerCase()) ?? null,
      proposed: proposals.get(column) ?? null,
    })),
    changes,
  }
}

async function foundTable(deps: Deps, name: string): Promise<PhysicalTable> {
  const { tables } = await readModel(deps)
  const table = tables.find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (!table) throw new AppError('object_missing', `数据表 ${name} 不存在`)
  return table
}

async function readChanges(deps: Deps, table: string): Promise<PersonalTable['changes']> {
  const rows = await deps.metadata.db
    .selectFrom('personal_mark')
    .leftJoin('user', 'user.id', 'personal_mark.by_id')
    .select(['column_name', 'kind', 'at', 'user.username'])
    .where('table_name', '=', table.toLowerCase())
    .orderBy('personal_mark.id', 'desc')
    .limit(mostChanges)
    .execute()
  return rows.map(({ column_name, kind, at, username }) => ({
    column: column_name,
    kind,
    at,
    by: username ?? '',
  }))
}

/** Nothing of the values leaves: how many have a form is all that is read. */
async function proposalsFor(deps: Deps, { name, columns }: PhysicalTable, signal: AbortSignal) {
  const dialect = deps.warehouse.dialect === 'clickhouse' ? clickhouse : duckdb
  const isLookedAt = ['string', 'integer']
  const read = columns.filter(({ type }) => isLookedAt.includes(kindOfType(type)))
  const counts = new Map<string, number[]>()
  if (read.length > 0) {
    const full = (text: string, pattern: string) =>
      deps.warehouse.dialect === 'clickhouse'
        ? `match(ifNull(${text}, ''), ${dialect.text(`^${pattern}$`)})`
        : `regexp_full_match(${text}, ${dialect.text(pattern)})`
    const selected = read.flatMap((column) => {
      const text = dialect.cast(dialect.identifier(column.name), 'varchar', null)
      const filled = dialect.aggregate('count', null, `${text} <> ''`)
      return [
        filled,
        ...valuePatterns.map(([, pattern]) => dialect.aggregate('count', null, full(text, pattern))),
      ]
    })
    const sql = `SELECT ${selected.map((one, place) => `${one} AS ${dialect.identifier(`c${place}`)}`).join(', ')} FROM (SELECT * FROM ${dialect.identifier(name)} LIMIT ${looked}) AS looked`
    const { chunks } = await deps.warehouse.run({ sql, pool: 'report', timeoutMs, signal })
    const row = chunks[0]?.columns.map((column) => Number((JSON.parse(column) as unknown[])[0] ?? 0)) ?? []
    const width = valuePatterns.length + 1
    for (const [place, column] of read.entries())
      counts.set(column.name, row.slice(place * width, (place + 1) * width))
  }
  return new Map(
    columns.flatMap((column) => {
      const [filled = 0, ...like] = counts.get(column.name) ?? []
      const found = proposedFor(
        column.name,
        filled,
        new Map(valuePatterns.map(([kind], place): [PersonalKind, number] => [kind, like[place] ?? 0])),
      )
      return found === null ? [] : [[column.name, found] as const]
    }),
  )
}

/** Only columns whose kind changes are written. Returns how many these are. */
export async function markPersonal(
  deps: Deps,
  user: SessionUser,
  { table: name, columns }: Marked,
): Promise<{ changed: number }> {
  // What is marked is masked for everybody, in games and rows that the caller may not know.
  if (!isAllRows(user))
    throw new AppError('permission_missing', '标记个人信息影响所有人：需要能看全部数据的账号')
  const table = await foundTable(deps, name)
  const known = new Set(table.columns.map((column) => column.name.toLowerCase()))
  const missing = columns.find((column) => !known.has(column.name.toLowerCase()))
  if (missing) throw new AppError('parameter_wrong', `数据表 ${table.name} 没有列 ${missing.name}`)
  const changed = await deps.metadata.transaction(async (db) => {
    const kinds = marksOf(table.name, await readMarks(db))
    const changes = columns.filter((column) => (kinds.get(column.name.toLowerCase()) ?? null) !== column.kind)
    const isTaken = changes.some(({ name: column }) => kinds.has(column.toLowerCase()))
    if (isTaken && !holdsPermission(user.authorityInfo, 'see_personal'))
      throw new AppError('permission_missing', '取消或改动已有的标记需要「可见个人信息」权限')
    return writeMarks(db, user.id, { table: table.name, columns: changes })
  })
  renewModel(deps.metadata)
  return { changed }
}
