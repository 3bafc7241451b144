// The content of the white list's warehouse table, the content after publishing, and their difference.
import { createHash } from 'node:crypto'
import type { GameScope, PhysicalTable } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import { seenBy } from '#server/scopes/condition.ts'
import { readerOf } from '#server/scopes/seen.ts'
import { WarehouseStatement } from '#server/warehouse/statement.ts'
import { writesOwn } from '#server/warehouse/written.ts'
import { businessDay } from '#shared/businessDay.ts'
import { AppError } from '#shared/errors.ts'
import type { PublishedRow } from '#features/lists/contract.ts'
import { whiteEntry } from '../tables.ts'

export const whiteListTable = 'white_list'
const whiteListColumns = ['cgi', 'kind', 'value', 'reason', 'expires_on'] as const

/** Rows processed before other requests get a turn. */
const sliceRows = 2_000

export interface ListDifference {
  added: PublishedRow[]
  removed: PublishedRow[]
}

/** Chinese: why the list can't be published; null where it can. */
export const publishingRefusal = ({ warehouse }: Pick<Deps, 'warehouse'>): string | null =>
  writesOwn(warehouse)
    ? null
    : '数据仓库是 ClickHouse，没有设置可以写入的账号，不能发布白名单：请管理员设置 WAREHOUSE_WRITER；' +
      '或导出名单，再用 ClickHouse 自己的工具写入 white_list 表'

/** Throws when this process may not write the warehouse. */
export function assertPublishable(deps: Pick<Deps, 'warehouse'>): void {
  const refusal = publishingRefusal(deps)
  if (refusal !== null) throw new AppError('warehouse_readonly', refusal)
  const table = deps.warehouse.tables().find(({ name }) => name.toLowerCase() === whiteListTable)
  if (table) refuseOther(table)
}

export function refuseOther({ columns }: Pick<PhysicalTable, 'columns'>): void {
  if (isOurs(columns.map(({ name }) => name))) return
  throw new AppError(
    'parameter_wrong',
    '数据仓库里已有另一张名为 white_list 的表，发布会覆盖它；请先把那张表换个名称重新导入',
  )
}

const isOurs = (columns: readonly string[]): boolean => columns.join() === whiteListColumns.join()

/** The published rows in the games of the scope. */
export async function readPublished(
  deps: Deps,
  games: GameScope,
  signal?: AbortSignal,
): Promise<PublishedRow[]> {
  assertPublishable(deps)
  if (!deps.warehouse.tables().some(({ name }) => name.toLowerCase() === whiteListTable)) return []
  const { sql, params } = selectPublished(deps.warehouse, games)
  const { chunks } = await deps.warehouse.run({
    sql,
    params,
    pool: 'report',
    ...(signal && { signal }),
  })
  const rows: PublishedRow[] = []
  for (const { columns, rowCount } of chunks) {
    await breathe()
    const parsed = columns.map((text) => JSON.parse(text) as (string | null)[])
    for (let row = 0; row < rowCount; row++) rows.push(toRow(parsed.map((column) => column[row] ?? null)))
  }
  return rows
}

/** Sorted, whatever wrote the table. */
function selectPublished(warehouse: Deps['warehouse'], games: GameScope) {
  const statement = new WarehouseStatement(warehouse)
  const columns = whiteListColumns.map((name) =>
    name === 'expires_on' ? statement.text(statement.name(name)) : statement.name(name),
  )
  const scope = games === 'all' ? '' : ` WHERE ${statement.among(statement.name('cgi'), games)}`
  const sql = `SELECT ${columns.join(', ')} FROM ${statement.name(whiteListTable)}${scope} ORDER BY 1, 2, 3, 4, 5`
  return { sql, params: statement.params }
}

export const toRow = ([cgi, kind, value, reason, expires]: readonly (string | null)[]): PublishedRow => ({
  cgi: cgi ?? '',
  kind: kind ?? '',
  value: value ?? '',
  reason: reason ?? '',
  expires_on: expires ?? null,
})

type Reading = Pick<Deps, 'metadata' | 'settings'>

interface Entries {
  rows: PublishedRow[]
  /** How many entries are left out because they have expired. */
  expired: number
}

const mostTries = 5

/** A consistent snapshot of the entries, by id. */
export async function readEntries(deps: Reading, games: GameScope): Promise<Entries> {
  const { db } = deps.metadata
  // Each change increases a revision, so equal stamps mean that nothing changed.
  const stamp = async () => {
    const select = db
      .selectFrom('white_entry')
      .select(({ fn }) => [
        fn.countAll<number>().as('count'),
        fn.sum<number | null>('revision').as('revisions'),
      ])
    return JSON.stringify(await select.executeTakeFirstOrThrow())
  }
  for (let tries = 0; tries < mostTries; tries++) {
    const before = await stamp()
    const entries = await readInChunks(deps, games)
    if ((await stamp()) === before) return entries
  }
  throw new AppError('object_conflict', '名单正在变化，请稍后再试')
}

async function readInChunks({ metadata: { db }, settings }: Reading, games: GameScope): Promise<Entries> {
  const today = businessDay(settings)
  const found = db
    .selectFrom('white_entry')
    .select(['id', 'cgi', 'kind', 'value', 'reason', 'expires_on'])
    .where(seenBy(db, whiteEntry, readerOf(games)))
    .orderBy('id')
    .limit(sliceRows)
  const rows: PublishedRow[] = []
  let expired = 0
  for (let last = 0; ; ) {
    const slice = await found.where('id', '>', last).execute()
    for (const { id, ...row } of slice) {
      last = id
      if (row.expires_on !== null && row.expires_on < today) expired += 1
      else rows.push(row)
    }
    if (slice.length < sliceRows) return { rows, expired }
  }
}

const lineOf = ({ cgi, kind, value, reason, expires_on }: PublishedRow): string =>
  JSON.stringify([cgi, kind, value, reason, expires_on])

/** Iterates over rows in order, with a pause for other requests between slices. */
export async function inChunks<Row>(rows: readonly Row[], work: (row: Row) => void): Promise<void> {
  for (let at = 0; at < rows.length; at += sliceRows) {
    await breathe()
    for (const row of rows.slice(at, at + sliceRows)) work(row)
  }
}

export async function differenceOf(
  before: readonly PublishedRow[],
  after: readonly PublishedRow[],
): Promise<ListDifference & { unchanged: number }> {
  const [old, next] = [new Set<string>(), new Set<string>()]
  await inChunks(before, (row) => old.add(lineOf(row)))
  await inChunks(after, (row) => next.add(lineOf(row)))
  const added: PublishedRow[] = []
  const removed: PublishedRow[] = []
  await inChunks(after, (row) => {
    if (!old.has(lineOf(row))) added.push(row)
  })
  await inChunks(before, (row) => {
    if (!next.has(lineOf(row))) removed.push(row)
  })
  return { added, removed, unchanged: after.length - added.length }
}

/** The content without the added rows and with the removed rows. */
export function takeBack(
  content: readonly PublishedRow[],
  { added, removed }: ListDifference,
): PublishedRow[] {
  const gone = new Set([...added, ...removed].map(lineOf))
  return [...content.filter((row) => !gone.has(lineOf(row))), ...removed]
}

/** A digest of both the published and the new content, each in reading order. */
export async function digestOf(
  before: readonly PublishedRow[],
  after: readonly PublishedRow[],
): Promise<string> {
  const hash = createHash('sha256')
  for (const rows of [before, after]) {
    await inChunks(rows, (row) => hash.update(`${lineOf(row)}\n`))
    hash.update('\n')
  }
  return hash.digest('hex').slice(0, 32)
}
