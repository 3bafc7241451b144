// Publishes a table read from a file together with its report: both are created or neither.
import { basename, extname } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { PhysicalTable } from '#semantic/model/types.ts'
import type { Metadata } from '#server/metadata/open.ts'
import type { Caller } from '#server/objects/types.ts'
import { storageFailure } from '#server/storage.ts'
import type { BusinessClock } from '#shared/businessDay.ts'
import { AppError } from '#shared/errors.ts'
import { type ImportRole, importRoleTitles, numericRoles, summingRoles } from '#shared/imports/roles.ts'
import type { PersonalKind } from '#shared/personal.ts'
import { type Publication, publish, type Writer } from '../publish.ts'
import { openTable } from '../snapshot/attach.ts'
import { quoteName } from '../snapshot/describe.ts'
import { dataFileName, type PublishedTable, warehouseFolder } from '../snapshot/manifest.ts'
import { tableParts } from '../snapshot/parts.ts'
import { spokenText } from '../spoken.ts'
import type { ArrivingLoad, LoadGuard } from './guard.ts'
import { KeepingOut } from './keepingOut.ts'
import { innerName } from './packing.ts'
import { importProblem } from './problem.ts'
import type { ColumnProfile } from './profile.ts'
import {
  type ProfiledTable,
  type ProposedReport,
  type Proposer,
  rolesAlone,
  type ToldRole,
  type UsualColumns,
  weightsAlone,
} from './proposal.ts'
import type { LoadRun } from './restating/types.ts'

/** Reading options used. */
export interface Read {
  dateColumn: string | null
  gameColumn: string | null
}

export interface ImportOrder<Loaded extends Read> {
  table: string
  /** Replace a table that an earlier import made. */
  replace: boolean
  /** What the user can do where the name is taken. */
  ways: { rename: string; replace: string; confirm: string }
  /** What people call the table; the file's name without its ending where absent. */
  title?: string
  /** File name, and the SHA-256 of its content. */
  source: string
  digest: string
  dataDir: string
  clock: BusinessClock
  metadata: Metadata
  proposer: Proposer
  guard: LoadGuard
  /** Who imports, and the games whose rows they may write; absent: all. */
  by?: Caller
  /** The run of a source that loads it. */
  run?: LoadRun
  /** `any`, or the digest of the replacement that was seen: what would break may break. */
  confirmed: string | null
  roles?: Readonly<Record<string, ImportRole>>
  /** Columns that are marked as personal data with the definitions. */
  personal?: readonly { name: string; kind: PersonalKind }[]
  /** By which columns the user has means weighted. */
  weights?: Readonly<Record<string, string>>
  /** Creates the table under the name, of rows that went through `keeping`. */
  write(
    connection: DuckDBConnection,
    name: string,
    usual: UsualColumns | null,
    keeping: KeepingOut,
  ): Promise<{ loaded: Loaded; profiles: ColumnProfile[] }>
  signal?: AbortSignal
}

export interface ImportDone<Loaded extends Read> {
  loaded: Loaded
  profiles: ColumnProfile[]
  written: PhysicalTable
  /** The table that is replaced. */
  replaced: PhysicalTable | undefined
  proposed: ProposedReport
  /** What became of each column, and why. */
  told: Readonly<Record<string, ToldRole>>
  /** Rows of erased players, which were left out. */
  keptOut: number
}

export interface Written<Loaded extends Read> {
  loaded: Loaded
  profiles: ColumnProfile[]
  games: string[]
  replaced: PublishedTable | undefined
  keptOut: number
}

/** A game column has at most this many codes; with more it is another kind of column. */
const mostGames = 500

export async function publishImport<Loaded extends Read>(
  order: ImportOrder<Loaded>,
): Promise<ImportDone<Loaded>> {
  const { metadata, proposer, source, by, signal } = order
  await proposer.check(metadata)
  let result: Written<Loaded> | undefined
  let kept: unknown = null
  let restated: number | null = null
  let noted = null as Awaited<ReturnType<LoadGuard['judge']>>
  const held = order.guard.releases
  const publication = await publish(
    order.dataDir,
    async (writer) => {
      result = await write(writer, order)
      if (result.replaced) {
        kept = await proposer.kept(metadata, result.replaced.name)
        noted = await judgeReplacement(writer, order, result.replaced.name, result)
      }
      signal?.throwIfAborted()
      if (result.replaced) restated = await noteReplaced(writer, order, result.replaced, result)
    },
    {
      undoable: true,
      former: () => ({ kept, by: by?.id ?? null }),
      load: { digest: order.digest, source, ...(held !== undefined && { held }) },
    },
  ).catch((error: unknown) => forgetting(order, restated, error))
  const { loaded, profiles, games, replaced, keptOut } = result as Written<Loaded>
  const [written] = publication.tables
  if (!written) throw new AppError('internal')
  const { proposed, told } = await undoUnless(publication, () =>
    saveReport(order, { loaded, profiles, games }, written, restated),
  ).catch((error: unknown) => forgetting(order, restated, error))
  await publication.confirm()
  await noted?.()
  return { loaded, profiles, written, replaced, proposed, told, keptOut }
}

export async function saveReport<Loaded extends Read>(
  order: ImportOrder<Loaded>,
  { loaded, profiles, games }: Omit<Written<Loaded>, 'replaced' | 'keptOut'>,
  table: PhysicalTable,
  restated: number | null,
): Promise<Pick<ImportDone<Loaded>, 'proposed' | 'told'>> {
  const { metadata, proposer, source, by } = order
  const { dateColumn, gameColumn } = loaded
  const told = await rolesOf(order, { table, profiles, dateColumn, gameColumn })
  const proposed = await proposer.save(metadata, {
    table,
    title: order.title ?? basename(innerName(source), extname(innerName(source))),
    source,
    profiles,
    dateColumn,
    gameColumn,
    games,
    roles: rolesAlone(told),
    weights: weightsAlone(told),
    restated,
    ...(order.personal && { personal: order.personal }),
    ...(by && { owner: by.id }),
  })
  return { proposed, told }
}

async function noteReplaced<Loaded extends Read>(
  { connection, generation }: Writer,
  order: ImportOrder<Loaded>,
  former: PublishedTable,
  { loaded: { dateColumn, gameColumn }, profiles }: Pick<Written<Loaded>, 'loaded' | 'profiles'>,
): Promise<number | null> {
  const { metadata, proposer, clock, source, run = null, by } = order
  const { duckdbReading, noteRestated, replacedSides } = await import('./restating/index.ts')
  return noteRestated({
    reading: duckdbReading(connection),
    metadata,
    proposer,
    clock,
    former,
    next: { columns: profiles.map(({ name, type }) => ({ name, type, comment: '' })) },
    sides: () => replacedSides(connection, warehouseFolder(order.dataDir), former),
    columns: { dateColumn, gameColumn },
    told: { content: dataFileName(generation), how: 'replace', source, run, user: by?.id ?? null },
  })
}

/** What was noted of a publication that did not come about. */
export async function forgetting(
  { metadata, proposer }: Pick<ImportOrder<Read>, 'metadata' | 'proposer'>,
  restated: number | null,
  error: unknown,
): Promise<never> {
  if (restated !== null) await proposer.forgetsRestated(metadata, restated).catch(() => undefined)
  throw error
}

/** A table that is new has no checks. */
export const judgeReplacement = <Loaded extends Read>(
  { connection, published, there }: Pick<ArrivingLoad, 'connection' | 'published' | 'there'>,
  { guard, source, digest, by, title, roles = {}, weights, signal }: ImportOrder<Loaded>,
  table: string,
  { loaded: { dateColumn, gameColumn }, profiles }: Pick<Written<Loaded>, 'loaded' | 'profiles'>,
) =>
  guard.judge({
    connection,
    table,
    columns: profiles.map(({ name, type }) => ({ name, type, comment: '' })),
    dateColumn,
    arriving: quoteName(table),
    whole: async () => quoteName(table),
    joins: false,
    ...(there && { there }),
    published,
    source,
    digest,
    kept: {
      how: 'replace',
      title: title ?? basename(source, extname(source)),
      loaded: { dateColumn, gameColumn },
      profiles,
      roles,
      ...(weights && { weights }),
    },
    by: by ?? null,
    signal,
  })

/** As proposed, where the user chose nothing else. */
async function rolesOf<Loaded extends Read>(
  { metadata, proposer, roles = {}, weights = {} }: ImportOrder<Loaded>,
  table: ProfiledTable,
): Promise<Record<string, ToldRole>> {
  const told = await proposer.roles(metadata, table)
  for (const [name, role] of Object.entries(roles)) {
    const column = table.profiles.find((profile) => profile.name === name)
    if (!column) throw importProblem(`没有要改用途的列「${name}」`)
    if (numericRoles.includes(role) && !/INT|DECIMAL|DOUBLE/.test(column.type))
      throw importProblem(`列「${name}」不是数字，不能作「${importRoleTitles[role]}」`)
    const isRate = told[name]?.isRate
    if (isRate && summingRoles.includes(role))
      throw importProblem(`列「${name}」是比率，不能相加；可以作加权平均、平均或不合计`)
    if (told[name]?.role !== role) told[name] = { role, why: '按你选的', ...(isRate && { isRate }) }
  }
  for (const [name, weight] of Object.entries(weights)) setWeight(told, table, name, weight)
  return told
}

/** A weight counts only where the column is a weighted mean. */
function setWeight(
  told: Record<string, ToldRole>,
  { profiles }: ProfiledTable,
  name: string,
  weight: string,
): void {
  const own = told[name]
  if (!own) throw importProblem(`没有要加权的列「${name}」`)
  if (own.role !== 'weighted' || own.weight === weight) return
  const by = profiles.find((profile) => profile.name === weight)
  if (!by || weight === name) throw importProblem(`列「${name}」没有可以加权的列「${weight}」`)
  if (!/INT|DECIMAL|DOUBLE/.test(by.type))
    throw importProblem(`列「${weight}」不是数字，不能用来给「${name}」加权`)
  told[name] = { ...own, why: `按你选的，按「${weight}」加权`, weight }
}

const write = <Loaded extends Read>(writer: Writer, order: ImportOrder<Loaded>): Promise<Written<Loaded>> =>
  writeTable(writer, order, (replaced, column, games) =>
    refuseForeign(writer.connection, warehouseFolder(order.dataDir), replaced, column, games),
  )

/** Makes the table, and looks whether it may take its place. */
export async function writeTable<Loaded extends Read>(
  writer: Pick<Writer, 'connection' | 'published'>,
  order: ImportOrder<Loaded>,
  refuseForeign: (replaced: PublishedTable, column: string, games: readonly string[]) => Promise<void>,
): Promise<Written<Loaded>> {
  const { connection } = writer
  const { proposer, metadata, source, by, ways, dataDir } = order
  const replaced = await findTaken(writer.published, order)
  // Definitions name the table in its original case.
  const table = replaced?.name ?? order.table
  const usual = replaced ? await proposer.known(metadata, replaced.name) : null
  if (replaced && usual?.gameColumn && by && by.games !== 'all')
    await refuseForeign(replaced, usual.gameColumn, by.games)
  const keeping = new KeepingOut(await proposer.keepsOut({ metadata, dataDir, table }))
  const { loaded, profiles } = await order.write(connection, table, usual, keeping).catch((error: Error) => {
    const known = error instanceof AppError ? error : storageFailure(error)
    throw known ?? importProblem(`${source} 无法导入：${spokenText(error, '内容有误，文件可能已损坏')}`)
  })
  if (keeping.rows > 0) keeping.refuseNothing(source, await countRows(connection, table))
  // Without a game column everybody would see the rows of all games.
  if (usual?.gameColumn && !loaded.gameColumn)
    throw importProblem(
      `数据表「${table}」按游戏列「${usual.gameColumn}」限制各用户能看到的行；请指明哪一列是游戏，或${ways.rename}`,
    )
  const games = loaded.gameColumn ? await gamesIn(connection, quoteName(table), loaded.gameColumn) : []
  if (by && by.games !== 'all') {
    refuseForeignGames(games, by.games, loaded.gameColumn ?? '')
  }
  if (replaced) await refuseUnconfirmed(writer, order, replaced, { loaded, profiles })
  return { loaded, profiles, games, replaced, keptOut: keeping.rows }
}

async function countRows(connection: DuckDBConnection, table: string): Promise<number> {
  const reader = await connection.runAndReadAll(`SELECT count(*)::DOUBLE FROM ${quoteName(table)}`)
  return Number(reader.getRows()[0]?.[0] ?? 0)
}

/** Nothing that works is broken in silence. */
async function refuseUnconfirmed<Loaded extends Read>(
  { published }: Pick<Writer, 'published'>,
  { proposer, metadata, by, ways, confirmed }: ImportOrder<Loaded>,
  before: PhysicalTable,
  { loaded: { dateColumn, gameColumn }, profiles }: Pick<Written<Loaded>, 'loaded' | 'profiles'>,
): Promise<void> {
  const columns = profiles.map(({ name, type }) => ({ name, type, comment: '' }))
  const isMoment = (wanted: string | null) =>
    profiles.some(({ name, type }) => name === wanted && type.startsWith('TIMESTAMP'))
  const broken = await proposer.breaks(
    metadata,
    {
      before,
      after: { ...before, columns },
      tables: published,
      dateColumn,
      gameColumn,
      timeColumnOf: (former) => [former, dateColumn].find(isMoment) ?? null,
    },
    by ?? null,
  )
  const { compareTables, isBreaking, ReplacementProblem } = await import('./replacement.ts')
  const replacement = compareTables(before, { columns }, broken)
  if (!isBreaking(broken) || confirmed === 'any' || confirmed === replacement.digest) return
  throw new ReplacementProblem(replacement, ways.confirm)
}

/** Importers may not write rows of games that they can't see. */
export function refuseForeignGames(games: readonly string[], own: readonly string[], column: string): void {
  const foreign = games.filter((cgi) => !own.includes(cgi))
  if (foreign.length > 0)
    throw importProblem(
      `列「${column}」里有你看不到的游戏：${foreign.slice(0, 5).join('、')}${foreign.length > 5 ? ` 等 ${foreign.length} 个` : ''}；` +
        '请只留下自己的游戏的行，或另选游戏列',
    )
}

/** Names that people take for the same: case, width and blanks do not distinguish tables. */
export const tableKey = (name: string): string => name.normalize('NFKC').trim().toLowerCase()

/** The table that would be replaced. Throws where the name can't be used. */
export async function findTaken<Present extends Pick<PhysicalTable, 'name' | 'comment'>>(
  published: readonly Present[],
  {
    table,
    replace,
    ways,
    metadata,
    proposer,
  }: Pick<ImportOrder<Read>, 'table' | 'replace' | 'ways' | 'metadata' | 'proposer'>,
): Promise<Present | undefined> {
  const present = published.find(({ name }) => tableKey(name) === tableKey(table))
  if (!present) return undefined
  if (!isImported(present))
    throw importProblem(`数据表「${present.name}」已存在，且不是由导入建立的，不能替换；${ways.rename}`)
  // A table without definitions is left from an import that was killed before it could save them.
  if (!replace && (await proposer.known(metadata, present.name)))
    throw importProblem(`数据表「${present.name}」已存在；${ways.rename}，或${ways.replace}`)
  return present
}

export const isImported = ({ comment }: Pick<PhysicalTable, 'comment'>): boolean =>
  comment.startsWith('导入自 ')

/** Importers may not delete rows of games that they can't see. */
export async function refuseForeign(
  connection: DuckDBConnection,
  folder: string,
  replaced: PublishedTable,
  column: string,
  games: readonly string[],
): Promise<void> {
  const rows = await openTable(connection, folder, replaced.name, tableParts(replaced))
  refuseForeignRows(replaced, await gamesIn(connection, rows, column), games)
}

export function refuseForeignRows(
  replaced: Pick<PhysicalTable, 'name'>,
  present: readonly string[],
  games: readonly string[],
): void {
  if (present.every((cgi) => games.includes(cgi))) return
  throw importProblem(`数据表「${replaced.name}」里还有你看不到的游戏的数据，不能由你替换；请另取表名`)
}

export async function gamesIn(
  connection: DuckDBConnection,
  table: string,
  column: string,
): Promise<string[]> {
  const name = quoteName(column)
  const reader = await connection.runAndReadAll(
    `SELECT DISTINCT ${name}::VARCHAR FROM ${table} WHERE ${name}::VARCHAR <> '' ORDER BY 1 LIMIT ${mostGames + 1}`,
  )
  const games = reader.getRows().map(([cgi]) => String(cgi))
  if (games.length > mostGames) throw importProblem(`列「${column}」有 ${mostGames} 种以上的值，不像游戏代码`)
  return games
}

/** After any failure the table is removed again. */
export async function undoUnless<Result>(
  publication: Publication,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    await publication.undo()
    throw error
  }
}
