// `npm run import -- FILE …`: imports a file as a table with a report, with or without a running server. Both
// are created or neither.
import type { PhysicalTable } from '#semantic/model/types.ts'
import type { Log } from '#server/log.ts'
import { type Metadata, openMetadata } from '#server/metadata/open.ts'
import type { Table } from '#server/metadata/table.ts'
import { findAddress } from '#server/process/address.ts'
import { refuseUnlike } from '#server/process/common.ts'
import { enterFolder } from '#server/process/folder.ts'
import { StartProblem } from '#server/process/refusal.ts'
import { say } from '#server/process/terminal.ts'
import type { Settings } from '#server/settings.ts'
import type { BusinessClock } from '#shared/businessDay.ts'
import { AppError } from '#shared/errors.ts'
import { importRoleTitles } from '#shared/imports/roles.ts'
import { momentText } from '#shared/moment.ts'
import type { ClickHouseWriter } from '../clickhouse/writing/writer.ts'
import { openWarehouseStores } from '../openStores.ts'
import { quoteName } from '../snapshot/describe.ts'
import { formersNamed, readManifest, warehouseFolder } from '../snapshot/manifest.ts'
import type { Warehouse } from '../types.ts'
import { loadRefusal, loadRows, loadTable } from '../written.ts'
import { digestOfFile } from './adding.ts'
import type { Addition } from './addition.ts'
import { type ImportRequest, readImport } from './arguments.ts'
import type { LoadGuard } from './guard.ts'
import { keptOutNotes } from './keepingOut.ts'
import { type Loaded, type LoadRequest, loadFile } from './load.ts'
import { personalLines, refuseUnknown, sampleColumns } from './personalColumns.ts'
import { type ColumnProfile, profileTable } from './profile.ts'
import type { Proposer, SampledColumn, ToldRole } from './proposal.ts'
import { readSource, type Source } from './source.ts'
import { spokenType } from './spokenType.ts'
import { takeTableBack } from './takingBack.ts'
import { describeTotals } from './totals/aside.ts'

export { importUsage } from './arguments.ts'

/** Throws UsageProblem. The returned function does the import and prints the outcome. */
export function readImportCommand(
  args: string[],
  proposer: Proposer,
  guardOf: (given: { settings: Settings; metadata: Metadata }) => LoadGuard,
  tables: readonly Table[],
) {
  const request = readImport(args)
  return async (settings: Settings, log: Log): Promise<void> => {
    const refusal = loadRefusal(settings)
    if (refusal !== null) throw new StartProblem(refusal)
    const source = request.back ? null : await readSource(request.file)
    const occupancy = await enterFolder(settings)
    const metadata = await openMetadata(settings, log, tables)
    let there: Warehouse | null = null
    try {
      await refuseUnlike(settings, metadata)
      if (settings.warehouse !== 'embedded') there = (await openWarehouseStores(settings, log)).warehouse
      const writer = there?.writer
      if (!source) {
        for (const line of await (writer
          ? backThere(writer, settings, request, metadata, proposer)
          : takeBack(settings, request, metadata, proposer)))
          say(line)
        return
      }
      const guard = guardOf({ settings, metadata })
      const given = { request, source, settings, metadata, proposer, guard, writer }
      const { addition } = request
      const { viewMetaId, lines } = await (addition ? addFile(given, addition) : importFile(given))
      for (const line of lines) say(line)
      if (viewMetaId === null) return
      const running = await findAddress(settings.dataDir)
      const address = running ?? `http://${urlHost(settings.host)}:${settings.port}`
      if (!running) say('服务没有在运行；npm start 之后可以打开下面的地址')
      say(`报表地址：${address}/statement/detail?id=${viewMetaId}`)
    } finally {
      await there?.stop()
      await metadata.stop()
      occupancy.leave()
    }
  }
}

export async function takeBack(
  settings: Import['settings'],
  { table, nth }: Pick<ImportRequest, 'table' | 'nth'>,
  metadata: Metadata,
  proposer: Proposer,
): Promise<string[]> {
  const formers = async () => formersNamed(await readManifest(warehouseFolder(settings.dataDir)), table)
  const kept = await formers()
  const wanted = kept[nth - 1]
  if (nth > 1 && !wanted) throw noSuchVersion(table, kept.length, nth)
  const { rows, keptOut } = await takeTableBack({
    table,
    replacedAt: wanted?.replacedAt,
    dataDir: settings.dataDir,
    clock: settings,
    metadata,
    proposer,
  })
  const left = await formers()
  const versions = left.map(
    ({ replacedAt, table: { rowCount }, until }, at) =>
      `  --nth ${at + 1}  ${momentText(replacedAt, settings.zone)} 被替换的一版：${rowCount} 行，留到 ${until.slice(0, 10)}`,
  )
  return [
    `已取回数据表「${table}」被替换之前的一版：${rows} 行；再运行一次换回来`,
    ...(keptOut > 0 ? [`· ${keptOut} 行属于已删除的玩家，没有取回`] : []),
    ...(versions.length > 1 ? versions : []),
  ]
}

async function backThere(
  writer: ClickHouseWriter,
  clock: BusinessClock,
  { table, nth }: Pick<ImportRequest, 'table' | 'nth'>,
  metadata: Metadata,
  proposer: Proposer,
): Promise<string[]> {
  const { listThere, takeBackThere } = await import('../clickhouse/writing/formers.ts')
  const kept = (await listThere(writer)).filter((one) => one.table.toLowerCase() === table.toLowerCase())
  const wanted = kept[nth - 1]
  if (nth > 1 && !wanted) throw noSuchVersion(table, kept.length, nth)
  const replacedAt = wanted?.replacedAt
  const { rows } = await takeBackThere({ table, replacedAt, clock, metadata, proposer, writer })
  return [`已取回数据表「${table}」的上一版：${rows} 行`]
}

const noSuchVersion = (table: string, kept: number, nth: number): AppError =>
  new AppError('object_missing', `数据表「${table}」有 ${kept} 个旧版，没有倒数第 ${nth} 版`)

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

export interface Import {
  request: ImportRequest
  source: Source
  settings: Pick<Settings, 'dataDir' | 'zone' | 'cutoffHour'>
  metadata: Metadata
  proposer: Proposer
  guard: LoadGuard
  writer?: ClickHouseWriter | undefined
}

export async function importFile(given: Import): Promise<{ viewMetaId: number; lines: string[] }> {
  const { request, source, settings, metadata, proposer, guard, writer } = given
  const { table, replace, roles, weights, personal } = request
  let sampled: SampledColumn[] = []
  const { loaded, profiles, replaced, written, proposed, told, keptOut } = await loadTable(
    {
      table,
      replace,
      ways: {
        rename: '请用 --table 另取表名',
        replace: '加 --replace 替换它，或加 --append 追加到它',
        confirm: '确定要替换，请加 --force：',
      },
      source: source.name,
      digest: await digestOfFile(source.path),
      dataDir: settings.dataDir,
      clock: settings,
      metadata,
      proposer,
      guard,
      roles,
      weights,
      personal,
      confirmed: request.force ? 'any' : null,
      write: async (connection, name, usual, keeping) => {
        const loaded = await loadFile(connection, { ...loadRequest(given), table: name, usual, keeping })
        const profiles = await profileTable(connection, name, loaded.kinds)
        refuseUnknown(personal, profiles)
        sampled = await sampleColumns(connection, name, profiles)
        return { loaded, profiles }
      },
    },
    writer,
  )
  return {
    viewMetaId: proposed.viewMetaId,
    lines: [
      ...describe(source, written.name, { loaded, profiles, replaced, told }),
      ...keptOutLines(keptOut),
      ...proposed.notes,
      ...(await personalLines(proposer, metadata, written.name, sampled)),
    ],
  }
}

const keptOutLines = (rows: number): string[] => keptOutNotes(rows).map((note) => `· ${note}`)

const loadRequest = ({ request, source, settings }: Import): Omit<LoadRequest, 'table' | 'usual'> => {
  const { dateColumn, gameColumn, dayFirst, keepGood, keepTotals, head, sheet, encoding, told } = request
  return {
    source,
    dateColumn,
    gameColumn,
    keepGood,
    keepTotals,
    reading: { head, sheet, encoding },
    told,
    order: dayFirst ? 'day first' : null,
    folder: warehouseFolder(settings.dataDir),
    zone: settings.zone,
  }
}

/** No user can have a table of this name: it begins with a blank. */
const arriving = ' arriving'

/** The view with the table's points, where there is one, and lines for the terminal. */
export async function addFile(
  given: Import,
  addition: Addition,
): Promise<{ viewMetaId: number | null; lines: string[] }> {
  const { request, source, settings, metadata, proposer, guard, writer } = given
  const { loaded, written, rows, replaced, keptOut, viewMetaId } = await loadRows(
    {
      table: request.table,
      addition,
      source: source.name,
      digest: await digestOfFile(source.path),
      ways: { replace: '用 --replace 替换它', again: '要再次载入请加 --again' },
      dataDir: settings.dataDir,
      clock: settings,
      metadata,
      proposer,
      guard,
      read: async (connection, { columns }, usual, keeping) => {
        const loaded = await loadFile(connection, {
          ...loadRequest(given),
          table: arriving,
          usual,
          like: columns,
          keeping,
        })
        return { loaded, from: quoteName(arriving) }
      },
      leave: async (connection) => void (await connection.run(`DROP TABLE IF EXISTS ${quoteName(arriving)}`)),
    },
    writer,
  )
  const { bad, totals, notes } = loaded
  const skipped = bad.count > 0 ? `，跳过 ${bad.count} ${bad.unit}坏数据：` : ''
  const gone = replaced > 0 ? `，替换了原有的 ${replaced} 行` : ''
  const lines = [
    `已将 ${source.name} 的 ${rows} 行载入数据表「${written.name}」${gone}，现有 ${written.rowCount} 行${skipped}`,
    ...bad.describe(),
    ...describeTotals(totals, bad.unit),
    ...notes.map((note) => `· ${note}`),
    ...keptOutLines(keptOut),
  ]
  return { viewMetaId, lines }
}

interface Told {
  loaded: Loaded
  profiles: ColumnProfile[]
  replaced: PhysicalTable | undefined
  told: Readonly<Record<string, ToldRole>>
}

function describe(source: Source, table: string, { loaded, profiles, replaced, told }: Told): string[] {
  const { rows, bad, totals, notes } = loaded
  const skipped = bad.count > 0 ? `，跳过 ${bad.count} ${bad.unit}坏数据：` : ''
  return [
    `已将 ${source.name} 导入数据表「${table}」：${rows} 行，${profiles.length} 列${skipped}`,
    ...bad.describe(),
    ...describeTotals(totals, bad.unit),
    ...[...notes, ...changedColumns(profiles, replaced)].map((note) => `· ${note}`),
    // A replaced table keeps its definitions.
    ...typeTable(rows, profiles, replaced ? null : told),
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

function typeTable(
  rows: number,
  profiles: ColumnProfile[],
  told: Readonly<Record<string, ToldRole>> | null,
): string[] {
  const cells = profiles.map(({ name, type, filled, distinct, example }) => [
    name,
    spokenType(type),
    String(rows - filled),
    String(distinct),
    ...(told ? [roleText(told[name])] : []),
    example,
  ])
  const lines = [['列', '类型', '空值', '不同值', ...(told ? ['用途'] : []), '例'], ...cells]
  const widths = [0, 1, 2, 3, ...(told ? [4] : [])].map((index) =>
    Math.min(40, Math.max(...lines.map((line) => widthOf(line[index] ?? '')))),
  )
  return lines.map((line) =>
    `  ${line.map((cell, index) => pad(cell, widths[index] ?? 0)).join('  ')}`.trimEnd(),
  )
}

const roleText = (told: ToldRole | undefined): string =>
  told ? `${importRoleTitles[told.role]}（${told.why}）` : importRoleTitles.none

/** The terminal width of a text: Chinese characters take two columns. */
function widthOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (/[\u2e80-\uffef]/.test(character) ? 2 : 1), 0)
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}
