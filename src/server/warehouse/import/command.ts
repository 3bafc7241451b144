// `npm run import -- FILE …`: a file becomes a table, and the table a report, beside the running server or
// without it. Either both come about or neither.
import { basename, extname } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { PhysicalTable } from '../../../semantic/model/types.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Log } from '../../log.ts'
import { type Metadata, openMetadata } from '../../metadata/open.ts'
import type { Table } from '../../metadata/table.ts'
import { findAddress } from '../../process/address.ts'
import { enterFolder } from '../../process/folder.ts'
import { say } from '../../process/terminal.ts'
import type { Settings } from '../../settings.ts'
import { storageFailure } from '../../storage.ts'
import { cleanMessage } from '../duckdb/failures.ts'
import { requireEmbedded } from '../openStores.ts'
import { type Publication, publish, type Writer } from '../publish.ts'
import { quoteName } from '../snapshot/describe.ts'
import { warehouseFolder } from '../snapshot/manifest.ts'
import { type ImportRequest, readImport } from './arguments.ts'
import { type Loaded, loadFile, spokenType } from './load.ts'
import { importProblem } from './problem.ts'
import { type ColumnProfile, profileTable } from './profile.ts'
import type { Proposer, UsualColumns } from './proposal.ts'
import { readSource, type Source } from './source.ts'

export { importUsage } from './arguments.ts'

/** Throws UsageProblem; what it returns does the import and prints how it went. */
export function readImportCommand(args: string[], proposer: Proposer, tables: readonly Table[]) {
  const request = readImport(args)
  return async (settings: Settings, log: Log): Promise<void> => {
    requireEmbedded(
      settings,
      '数据仓库是 ClickHouse，不能用 npm run import 导入：请用 ClickHouse 自己的工具写入数据（如 clickhouse-client 的 INSERT … FORMAT CSVWithNames），再用命令面板的「导入报表定义」带入指标表、维度与指标',
    )
    const source = await readSource(request.file)
    const occupancy = await enterFolder(settings)
    const metadata = await openMetadata(settings, log, tables)
    try {
      const { viewMetaId, lines } = await importFile({ request, source, settings, metadata, proposer })
      for (const line of lines) say(line)
      const running = await findAddress(settings.dataDir)
      const address = running ?? `http://${urlHost(settings.host)}:${settings.port}`
      if (!running) say('服务没有在运行；npm start 之后可以打开下面的地址')
      say(`报表地址：${address}/statement/detail?id=${viewMetaId}`)
    } finally {
      await metadata.stop()
      occupancy.leave()
    }
  }
}

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

export interface Import {
  request: ImportRequest
  source: Source
  settings: Pick<Settings, 'dataDir' | 'zone'>
  metadata: Metadata
  proposer: Proposer
}

interface Written {
  loaded: Loaded
  profiles: ColumnProfile[]
  games: string[]
  /** What it takes the place of. */
  replaced: PhysicalTable | undefined
}

/** Most codes that a column of games may hold; more, and it is another column. */
const mostGames = 500

export async function importFile(given: Import): Promise<{ viewMetaId: number; lines: string[] }> {
  const { request, source, settings, metadata, proposer } = given
  await proposer.check(metadata)
  let written: Written | undefined
  const publication = await publish(
    settings.dataDir,
    async (writer) => {
      const replaced = await findReplaced(writer, given)
      // Definitions name the table as it was first written, in its case.
      const table = replaced?.name ?? request.table
      const usual = replaced ? await proposer.known(metadata, replaced.name) : null
      written = { ...(await write(writer.connection, given, table, usual)), replaced }
    },
    { undoable: true },
  )
  const { loaded, profiles, games } = written as Written
  const [table] = publication.tables
  if (!table) throw new AppError('internal')
  const proposed = await undoUnless(publication, () =>
    proposer.save(metadata, {
      table,
      title: basename(source.name, extname(source.name)),
      source: source.name,
      profiles,
      dateColumn: loaded.dateColumn,
      gameColumn: loaded.gameColumn,
      games,
    }),
  )
  await publication.confirm()
  return {
    viewMetaId: proposed.viewMetaId,
    lines: [...describe(source, table.name, written as Written), ...proposed.notes],
  }
}

async function findReplaced(
  { published }: Writer,
  { request: { table, replace }, metadata, proposer }: Import,
): Promise<PhysicalTable | undefined> {
  const present = published.find(({ name }) => name.toLowerCase() === table.toLowerCase())
  if (!present) return undefined
  const imported = present.comment.startsWith('导入自 ')
  if (!imported)
    throw importProblem(
      `数据表「${present.name}」已存在，且不是由导入建立的，不能替换；请用 --table 另取表名`,
    )
  // A table without definitions is what an import left that was killed before it could save them.
  if (!replace && (await proposer.known(metadata, present.name)))
    throw importProblem(`数据表「${present.name}」已存在；请用 --table 另取表名，或加 --replace 替换它`)
  return present
}

async function write(
  connection: DuckDBConnection,
  { request, source, settings }: Import,
  table: string,
  usual: UsualColumns | null,
): Promise<Omit<Written, 'replaced'>> {
  const { dateColumn, gameColumn, keepGood } = request
  const loaded = await loadFile(connection, {
    source,
    table,
    dateColumn,
    gameColumn,
    usual,
    keepGood,
    folder: warehouseFolder(settings.dataDir),
    zone: settings.zone,
  }).catch((error: Error) => {
    const known = error instanceof AppError ? error : storageFailure(error)
    throw known ?? importProblem(`${source.name} 无法导入：${cleanMessage(error.message)}`)
  })
  const profiles = await profileTable(connection, table)
  const games = loaded.gameColumn ? await gamesIn(connection, table, loaded.gameColumn) : []
  return { loaded, profiles, games }
}

async function gamesIn(connection: DuckDBConnection, table: string, column: string): Promise<string[]> {
  const name = quoteName(column)
  const reader = await connection.runAndReadAll(
    `SELECT DISTINCT ${name} FROM ${quoteName(table)} WHERE ${name} <> '' ORDER BY 1 LIMIT ${mostGames + 1}`,
  )
  const games = reader.getRows().map(([cgi]) => String(cgi))
  if (games.length > mostGames) throw importProblem(`列「${column}」有 ${mostGames} 种以上的值，不像游戏代码`)
  return games
}

/** Whatever goes wrong, the table goes with it. */
async function undoUnless<Result>(publication: Publication, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    await publication.undo()
    throw error
  }
}

function describe(source: Source, table: string, { loaded, profiles, replaced }: Written): string[] {
  const { rows, bad, notes } = loaded
  const skipped = bad.count > 0 ? `，跳过 ${bad.count} ${bad.unit}坏数据：` : ''
  return [
    `已将 ${source.name} 导入数据表「${table}」：${rows} 行，${profiles.length} 列${skipped}`,
    ...bad.describe(),
    ...[...notes, ...changedColumns(profiles, replaced)].map((note) => `· ${note}`),
    ...typeTable(rows, profiles),
  ]
}

function changedColumns(profiles: ColumnProfile[], replaced: PhysicalTable | undefined): string[] {
  if (!replaced) return []
  const before = replaced.columns.map(({ name }) => name)
  const now = profiles.map(({ name }) => name)
  const lost = before.filter((name) => !now.includes(name))
  const fresh = now.filter((name) => !before.includes(name))
  return [
    ...(lost.length > 0 ? [`比原表少了列：${lost.join('、')}；用到它们的指标和维度将不能计算`] : []),
    ...(fresh.length > 0 ? [`比原表多了列：${fresh.join('、')}；还没有为它们建立指标或维度`] : []),
  ]
}

function typeTable(rows: number, profiles: ColumnProfile[]): string[] {
  const cells = profiles.map(({ name, type, filled, distinct, example }) => [
    name,
    spokenType(type),
    String(rows - filled),
    String(distinct),
    example,
  ])
  const lines = [['列', '类型', '空值', '不同值', '例'], ...cells]
  const widths = [0, 1, 2, 3].map((index) =>
    Math.min(40, Math.max(...lines.map((line) => widthOf(line[index] ?? '')))),
  )
  return lines.map((line) =>
    `  ${line.map((cell, index) => pad(cell, widths[index] ?? 0)).join('  ')}`.trimEnd(),
  )
}

/** Columns that a terminal gives a text: Chinese characters take two. */
function widthOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (/[\u2e80-\uffef]/.test(character) ? 2 : 1), 0)
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}
