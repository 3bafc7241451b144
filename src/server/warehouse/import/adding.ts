// Adds the rows of a file to a table that an earlier import made: beside its rows, or in place of those of the
// same key or day. What is written is what the file has; the table's other rows are not rewritten.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { GameScope } from '#semantic/model/types.ts'
import type { Metadata } from '#server/metadata/open.ts'
import { storageFailure } from '#server/storage.ts'
import type { BusinessClock } from '#shared/businessDay.ts'
import { AppError } from '#shared/errors.ts'
import { toldText } from '#shared/nothing.ts'
import { mergeParts } from '../merging.ts'
import { publish } from '../publish.ts'
import { openTable, stayingRows } from '../snapshot/attach.ts'
import { quoteName } from '../snapshot/describe.ts'
import { dataFileName, type PublishedTable, readManifest, warehouseFolder } from '../snapshot/manifest.ts'
import { hiddenValues, hideRows, tableParts } from '../snapshot/parts.ts'
import { spokenText } from '../spoken.ts'
import type { Addition } from './addition.ts'
import { fitColumns } from './fitting.ts'
import type { ArrivingLoad, LoadGuard } from './guard.ts'
import { KeepingOut } from './keepingOut.ts'
import { importProblem } from './problem.ts'
import type { Proposer, UsualColumns } from './proposal.ts'
import { forgetting, gamesIn, isImported, refuseForeignGames, tableKey, undoUnless } from './publishing.ts'
import type { LoadRun } from './restating/types.ts'
import { refuseStrayDays } from './strayDays.ts'

export interface AddOrder<Loaded> {
  table: string
  addition: Addition
  /** File name, and the SHA-256 of its content. */
  source: string
  digest: string
  /** What the user can do instead. */
  ways: { replace: string; again: string }
  dataDir: string
  clock: BusinessClock
  metadata: Metadata
  proposer: Proposer
  guard: LoadGuard
  /** Who imports, and the games whose rows they may write; absent: all. */
  by?: { id: number; games: GameScope }
  /** The run of a source that loads it. */
  run?: LoadRun
  /** Reads the file; `from` is the relation with its rows. What it writes went through `keeping`. */
  read(
    connection: DuckDBConnection,
    table: PublishedTable,
    usual: UsualColumns,
    keeping: KeepingOut,
  ): Promise<{ loaded: Loaded; from: string }>
  /** Removes what `read` made. */
  leave(connection: DuckDBConnection): Promise<void>
  signal?: AbortSignal
}

export interface AddDone<Loaded> {
  loaded: Loaded
  written: PublishedTable
  /** Rows that were added, and rows of the table that they replaced. */
  rows: number
  replaced: number
  /** Rows of erased players, which were left out. */
  keptOut: number
  /** The view with the table's points. */
  viewMetaId: number | null
}

export async function publishAddition<Loaded>(order: AddOrder<Loaded>): Promise<AddDone<Loaded>> {
  // Loads that come faster than the background merges would make reading slow.
  const { tables } = await readManifest(warehouseFolder(order.dataDir))
  if ((findTable(tables, order).added?.length ?? 0) >= mostParts)
    await mergeParts(order.dataDir, order.signal)
  const { addition, dataDir, metadata, proposer, digest, source, by, signal } = order
  let loaded: Loaded | undefined
  let keptOut = 0
  let former: PublishedTable | undefined
  let games: string[] = []
  let kept: unknown = null
  let restated: number | null = null
  let noted = null as Awaited<ReturnType<LoadGuard['judge']>>
  const held = order.guard.releases
  const publication = await publish(
    dataDir,
    async ({ connection, published, generation }) => {
      former = findTable(published, order)
      refuseAgain(former, order)
      const usual = await usualOf(former, order)
      const rows = await writeRows(connection, former, usual, order)
      loaded = rows.loaded
      keptOut = rows.keptOut
      if (usual.gameColumn) games = await gamesIn(connection, quoteName(former.name), usual.gameColumn)
      if (by && by.games !== 'all') refuseForeignGames(games, by.games, usual.gameColumn ?? '')
      if (addition.by !== 'rows') await hide(connection, former, usual, order)
      kept = await proposer.kept(metadata, former.name)
      noted = await judgeAddition({ connection, published }, former, usual, order)
      signal?.throwIfAborted()
      const { addedSides, duckdbReading, noteRestated } = await import('./restating/index.ts')
      const added = former
      restated = await noteRestated({
        reading: duckdbReading(connection),
        metadata,
        proposer,
        clock: order.clock,
        former,
        next: former,
        sides: () =>
          addedSides(connection, warehouseFolder(dataDir), added, { hides: addition.by !== 'rows' }),
        told: {
          content: dataFileName(generation),
          how: addition.by,
          source,
          run: order.run ?? null,
          user: by?.id ?? null,
        },
      })
    },
    {
      joins: { how: 'add' },
      load: { digest, source, ...(held !== undefined && { held }) },
      undoable: true,
      former: () => ({ kept, by: by?.id ?? null }),
    },
  ).catch((error: unknown) => forgetting(order, restated, error))
  const [written] = publication.tables
  if (!written || !former || loaded === undefined) throw new AppError('internal')
  const rows = written.added?.at(-1)?.rows ?? 0
  const replaced = former.rowCount + rows - written.rowCount
  const viewMetaId = await undoUnless(publication, () =>
    proposer.added(metadata, {
      table: written.name,
      source,
      rows,
      replaced,
      games,
      restated,
      ...(by && { owner: by.id }),
    }),
  ).catch((error: unknown) => forgetting(order, restated, error))
  await publication.confirm()
  await noted?.()
  return { loaded, written, rows, replaced, keptOut, viewMetaId }
}

/** Looks over the rows, which are in the connection's table. */
export function judgeAddition(
  { connection, published, there }: Pick<ArrivingLoad, 'connection' | 'published' | 'there'>,
  table: PublishedTable,
  { dateColumn }: UsualColumns,
  { guard, source, digest, addition, by, dataDir, signal }: AddOrder<unknown>,
) {
  const { name, columns } = table
  const folder = warehouseFolder(dataDir)
  const staying = () =>
    addition.by === 'rows'
      ? openTable(connection, folder, name, tableParts(table))
      : stayingRows(connection, folder, table)
  return guard.judge({
    connection,
    table: name,
    columns,
    dateColumn,
    arriving: quoteName(name),
    whole: async () => `(FROM ${await staying()} UNION ALL FROM ${quoteName(name)})`,
    joins: true,
    ...(there && { there }),
    published,
    source,
    digest,
    kept: { how: 'add', addition },
    by: by ?? null,
    signal,
  })
}

/** Throws where nobody reports the table. */
export async function usualOf(
  { name }: Pick<PublishedTable, 'name'>,
  { metadata, proposer, ways }: Pick<AddOrder<unknown>, 'metadata' | 'proposer' | 'ways'>,
): Promise<UsualColumns> {
  const usual = await proposer.known(metadata, name)
  if (usual) return usual
  throw importProblem(`数据表「${name}」没有报表定义，不能追加；请${ways.replace}`)
}

const mostParts = 24

/** Throws where nothing can be added to a table of the name. */
export function findTable<Present extends Pick<PublishedTable, 'name' | 'comment'>>(
  published: readonly Present[],
  { table }: Pick<AddOrder<unknown>, 'table'>,
): Present {
  const found = published.find(({ name }) => tableKey(name) === tableKey(table))
  if (!found) throw importProblem(`没有数据表「${table}」，不能追加；请先导入为新表`)
  if (!isImported(found)) throw importProblem(`数据表「${found.name}」不是由导入建立的，不能追加`)
  return found
}

export function refuseAgain(
  { name, loads = [] }: PublishedTable,
  { addition, digest, source, ways }: Pick<AddOrder<unknown>, 'addition' | 'digest' | 'source' | 'ways'>,
): void {
  const before = loads.find((load) => load.digest === digest)
  if (!before || addition.again) return
  throw importProblem(
    `${source} 的内容已经载入过数据表「${name}」（${before.source}，${before.rows} 行），没有再次载入；${ways.again}`,
  )
}

/** Makes a table of the new rows, with the columns of the one that they join. */
export async function writeRows<Loaded>(
  connection: DuckDBConnection,
  table: PublishedTable,
  usual: UsualColumns,
  { read, leave, source, proposer, metadata, dataDir }: AddOrder<Loaded>,
): Promise<{ loaded: Loaded; keptOut: number }> {
  const keeping = new KeepingOut(await proposer.keepsOut({ metadata, dataDir, table: table.name }))
  try {
    const { loaded, from } = await read(connection, table, usual, keeping)
    await fitColumns(connection, await keeping.without(connection, from), table, source)
    return { loaded, keptOut: keeping.rows }
  } catch (error) {
    const known = error instanceof AppError ? error : storageFailure(error)
    throw known ?? importProblem(`${source} 无法导入：${spokenText(error, '内容有误，文件可能已损坏')}`)
  } finally {
    await leave(connection)
  }
}

async function hide(
  connection: DuckDBConnection,
  table: PublishedTable,
  usual: UsualColumns,
  order: AddOrder<unknown>,
): Promise<void> {
  const { name, columns } = table
  if (columns.some((column) => column.name.toLowerCase() === 'rowid'))
    throw importProblem(`数据表「${name}」有列「rowid」，只能追加所有行`)
  const keys = keysOf(table, usual, order)
  const parts = tableParts(table)
  if (order.addition.by === 'keys') await refuseRepeated(connection, name, keys)
  const present = await openTable(connection, warehouseFolder(order.dataDir), name, parts)
  if (order.addition.by === 'days') {
    const place = { arriving: quoteName(name), present, gameColumn: usual.gameColumn }
    const told = { source: order.source, table: name }
    await refuseStrayDays(connection, { ...place, dateColumn: usual.dateColumn ?? '' }, told)
  }
  await hideRows(connection, name, parts, keys)
  const { games } = order.by ?? { games: 'all' }
  if (games === 'all' || !usual.gameColumn) return
  const replaced = await hiddenValues(connection, name, parts, quoteName(usual.gameColumn))
  refuseReplaced(name, replaced, games)
}

/** A column by which rows are replaced; `day`: by its day alone. */
interface Key {
  column: string
  day: boolean
}

/** Throws where the table has no such columns. */
export function keyColumns(
  { name, columns }: Pick<PublishedTable, 'name' | 'columns'>,
  { dateColumn, gameColumn }: UsualColumns,
  { addition: { by, keys } }: Pick<AddOrder<unknown>, 'addition'>,
): Key[] {
  if (by === 'days') {
    if (!dateColumn) throw importProblem(`数据表「${name}」没有日期列，不能按日替换`)
    return [{ column: dateColumn, day: true }, ...(gameColumn ? [{ column: gameColumn, day: false }] : [])]
  }
  if (keys.length === 0) throw importProblem('请指明按哪些列更新')
  return keys.map((key) => {
    const own = columns.find((column) => column.name.toLowerCase() === key.trim().toLowerCase())
    if (!own) throw importProblem(`数据表「${name}」没有列「${key}」，不能按它更新`)
    return { column: own.name, day: false }
  })
}

/** The keys as SQL expressions over one row. */
export const keysOf = (...given: Parameters<typeof keyColumns>): string[] =>
  keyColumns(...given).map(({ column, day }) => `${quoteName(column)}${day ? '::DATE' : ''}`)

/** Somebody who sees some games replaces no rows of others. */
export function refuseReplaced(name: string, replaced: readonly string[], games: readonly string[]): void {
  if (replaced.every((cgi) => games.includes(cgi))) return
  throw importProblem(`数据表「${name}」里有你看不到的游戏的行会被替换，不能由你载入；请只按自己游戏的行载入`)
}

export async function refuseRepeated(
  connection: DuckDBConnection,
  table: string,
  keys: readonly string[],
): Promise<void> {
  const shown = keys.map((key) => `any_value(${key}::VARCHAR)`).join(', ')
  const reader = await connection.runAndReadAll(
    `SELECT count(*)::INTEGER, count(*) OVER ()::INTEGER, ${shown} FROM ${quoteName(table)}
     GROUP BY ${keys.join(', ')} HAVING count(*) > 1 ORDER BY ALL LIMIT 3`,
  )
  const repeated = reader.getRows()
  if (repeated.length === 0) return
  const textOf = (value: unknown) => toldText(value === null ? null : String(value))
  const examples = repeated
    .map(([times, , ...values]) => `「${values.map(textOf).join('，')}」${times} 行`)
    .join('、')
  throw importProblem(
    `文件里有 ${repeated[0]?.[1]} 个键不止一行（${examples}），不知道留哪一行；什么也没有改变`,
  )
}

/** SHA-256 of a file. */
export async function digestOfFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20, ...(signal && { signal }) }))
    hash.update(piece as Buffer)
  return hash.digest('hex')
}
