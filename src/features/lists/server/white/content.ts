// What the white list's table in the warehouse holds, what it would hold, and what lies between.
import { createHash } from 'node:crypto'
import type { GameScope } from '../../../../semantic/model/types.ts'
import type { Deps } from '../../../../server/deps.ts'
import { businessDay } from '../../../../shared/businessDay.ts'
import { AppError } from '../../../../shared/errors.ts'
import type { PublishedRow } from '../../contract.ts'

export const whiteListTable = 'white_list'
export const whiteListColumns = ['cgi', 'kind', 'value', 'reason', 'expires_on'] as const

export interface ListDifference {
  added: PublishedRow[]
  removed: PublishedRow[]
}

/** Throws where the warehouse is not ours to write. */
export function assertPublishable({ warehouse }: Pick<Deps, 'warehouse'>): void {
  if (warehouse.dialect === 'clickhouse') {
    throw new AppError(
      'warehouse_readonly',
      '数据仓库是 ClickHouse，本产品只读取它，不能发布白名单；请导出名单，再用 ClickHouse 自己的工具写入 white_list 表',
    )
  }
  const table = warehouse.tables().find(({ name }) => name.toLowerCase() === whiteListTable)
  if (table && !isOurs(table.columns.map(({ name }) => name))) {
    throw new AppError(
      'parameter_wrong',
      '数据仓库里已有另一张名为 white_list 的表，发布会覆盖它；请先把那张表换个名称重新导入',
    )
  }
}

const isOurs = (columns: readonly string[]): boolean => columns.join() === whiteListColumns.join()

/** In the games of the scope, as it is published now. */
export async function readPublished(
  deps: Deps,
  games: GameScope,
  signal?: AbortSignal,
): Promise<PublishedRow[]> {
  assertPublishable(deps)
  if (!deps.warehouse.tables().some(({ name }) => name.toLowerCase() === whiteListTable)) return []
  const { chunks } = await deps.warehouse.run({
    sql: selectPublished(whiteListTable, games),
    params: games === 'all' ? [] : [[...games]],
    pool: 'report',
    ...(signal && { signal }),
  })
  return chunks.flatMap(({ columns, rowCount }) => {
    const parsed = columns.map((text) => JSON.parse(text) as (string | null)[])
    return Array.from({ length: rowCount }, (_, row) => toRow(parsed.map((column) => column[row] ?? null)))
  })
}

/** One parameter, the list of games, unless all are meant. */
export const selectPublished = (table: string, games: GameScope): string =>
  `SELECT cgi, kind, value, reason, CAST(expires_on AS VARCHAR) AS expires_on FROM ${table}` +
  (games === 'all' ? '' : ' WHERE list_contains(?, cgi)')

export const toRow = ([cgi, kind, value, reason, expires]: readonly (string | null)[]): PublishedRow => ({
  cgi: cgi ?? '',
  kind: kind ?? '',
  value: value ?? '',
  reason: reason ?? '',
  expires_on: expires ?? null,
})

/** Entries whose last day is not over, and how many are left out because it is. */
export async function readEntries(
  { metadata: { db }, settings }: Pick<Deps, 'metadata' | 'settings'>,
  games: GameScope,
): Promise<{ rows: PublishedRow[]; expired: number }> {
  const today = businessDay(settings)
  let found = db
    .selectFrom('white_entry')
    .select(['cgi', 'kind', 'value', 'reason', 'expires_on'])
    .where('deleted_at', 'is', null)
  if (games !== 'all') found = found.where('cgi', 'in', games.length > 0 ? [...games] : [''])
  const all = await found.execute()
  const rows = all.filter(({ expires_on }) => expires_on === null || expires_on >= today)
  return { rows, expired: all.length - rows.length }
}

const lineOf = ({ cgi, kind, value, reason, expires_on }: PublishedRow): string =>
  JSON.stringify([cgi, kind, value, reason, expires_on])

export function differenceOf(
  before: readonly PublishedRow[],
  after: readonly PublishedRow[],
): ListDifference & { unchanged: number } {
  const old = new Set(before.map(lineOf))
  const next = new Set(after.map(lineOf))
  const added = after.filter((row) => !old.has(lineOf(row)))
  const removed = before.filter((row) => !next.has(lineOf(row)))
  return { added, removed, unchanged: after.length - added.length }
}

/** The content without what was added, and with what was removed. */
export function takeBack(
  content: readonly PublishedRow[],
  { added, removed }: ListDifference,
): PublishedRow[] {
  const gone = new Set([...added, ...removed].map(lineOf))
  return [...content.filter((row) => !gone.has(lineOf(row))), ...removed]
}

/** Tells both what is published and what would be, whatever their order. */
export function digestOf(before: readonly PublishedRow[], after: readonly PublishedRow[]): string {
  const hash = createHash('sha256')
  for (const rows of [before, after]) hash.update(`${rows.map(lineOf).sort().join('\n')}\n\n`)
  return hash.digest('hex').slice(0, 32)
}
