// Loads one batch of a source into its table: fetched, read in a process of its own, published whole or not at all.
import { extname, join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { SessionUser } from '#server/http/session.ts'
import type { Batch, FetchedFile, FieldValues } from '#server/sources/connector.ts'
import { readFileReading } from '#server/sources/fileFields.ts'
import { digestOfFile } from '#server/warehouse/import/adding.ts'
import { kindLike } from '#server/warehouse/import/fitting.ts'
import type { KeepingOut } from '#server/warehouse/import/keepingOut.ts'
import { BadLines, importProblem } from '#server/warehouse/import/problem.ts'
import { tableKey } from '#server/warehouse/import/publishing.ts'
import {
  type Inspected,
  type InspectOrder,
  type Prepared,
  type PrepareOrder,
  preparedFile,
  preparedTable,
} from '#server/warehouse/import/reading/orders.ts'
import { readInProcess } from '#server/warehouse/import/reading/process.ts'
import { ReplacementProblem } from '#server/warehouse/import/replacement.ts'
import { sourceAt } from '#server/warehouse/import/source.ts'
import type { Totals } from '#server/warehouse/import/totals/aside.ts'
import { quoteName, quoteText } from '#server/warehouse/snapshot/describe.ts'
import type { PublishedTable } from '#server/warehouse/snapshot/manifest.ts'
import { loadedTables, loadRows, loadTable } from '#server/warehouse/written.ts'
import { AppError } from '#shared/errors.ts'
import type { ChosenKind } from '#shared/imports/kinds.ts'
import { loadGuard } from '#features/checks/server/index.ts'
import { reportProposer } from '#features/config/server/index.ts'
import type { SourcesDeps } from './deps.ts'
import { noteOf } from './loadNotes.ts'
import { type Joining, readJoining, type StoredSource } from './objectKind.ts'
import { readingOf } from './reading.ts'

interface LoadedBatch {
  outcome: 'loaded' | 'same'
  rows: number
  replaced: number
  bytes: number
  /** What is worth knowing of it. */
  note: string | null
}

interface Loading {
  deps: SourcesDeps
  source: StoredSource
  joining: Joining
  owner: SessionUser
  batch: Batch
  folder: string
  /** The job's. */
  run: string
  signal: AbortSignal
  tell(fraction: number, step: string): void
  /** The replacement that was confirmed. */
  confirmed: string | null
  /** Called just before the content is published. */
  intend(digest: string): Promise<void>
}

export async function loadBatch(given: Omit<Loading, 'joining'>): Promise<LoadedBatch> {
  const { deps, source, batch, folder, signal, tell } = given
  const loading: Loading = { ...given, joining: readJoining(source) }
  tell(0, `取 ${batch.name}`)
  const fetched = await batch.fetch(folder, signal)
  const path = join(folder, fetched.file)
  const digest = batch.digest ?? (await digestOfFile(path, signal))
  const present = await presentTable(deps, source.table_name)
  const file = { path, fetched, digest }
  try {
    return await joinTable(loading, file, present)
  } catch (error) {
    // Somebody else's load came first: it made the table, or brought the same content.
    const since = await overtaken(loading, error)
    if (since && isLoaded(since, source, digest)) return sameAs(fetched)
    if (since && !present) return joinTable(loading, file, since)
    throw error
  }
}

interface Arrived {
  path: string
  fetched: FetchedFile
  digest: string
}

const sameAs = ({ bytes }: FetchedFile): LoadedBatch => ({
  outcome: 'same',
  rows: 0,
  replaced: 0,
  bytes,
  note: null,
})

/** The table as it is now, where the load was refused by what it found there. */
async function overtaken({ deps, source }: Loading, error: unknown): Promise<PublishedTable | null> {
  const isRefused =
    error instanceof AppError && error.code === 'import_invalid' && !(error instanceof ReplacementProblem)
  return isRefused ? presentTable(deps, source.table_name) : null
}

async function joinTable(
  loading: Loading,
  { path, fetched, digest }: Arrived,
  present: PublishedTable | null,
): Promise<LoadedBatch> {
  const { source, tell } = loading
  if (present && isLoaded(present, source, digest)) return sameAs(fetched)
  const { prepared, totals } = await prepare(loading, path, fetched, present)
  await loading.intend(digest)
  tell(0.8, `写入 ${source.table_name}`)
  const { rows, replaced, keptOut } =
    !present || source.mode === 'replace'
      ? await replaceTable(loading, prepared, digest)
      : await addRows(loading, prepared, digest, source.mode)
  const note = noteOf(fetched, prepared, totals, keptOut)
  return { outcome: 'loaded', rows, replaced, bytes: fetched.bytes, note }
}

async function presentTable(deps: SourcesDeps, table: string): Promise<PublishedTable | null> {
  const tables = await loadedTables(deps, table)
  return tables.find(({ name }) => tableKey(name) === tableKey(table)) ?? null
}

/** Of DuckDB's types; none while there is no table. */
export const tableColumns = async (deps: SourcesDeps, { table_name }: StoredSource) =>
  (await presentTable(deps, table_name))?.columns ?? []

/** Whether the source's table holds what was loaded under this digest. */
export async function isPublished(deps: SourcesDeps, source: StoredSource, digest: string): Promise<boolean> {
  const present = await presentTable(deps, source.table_name)
  return present !== null && isLoaded(present, source, digest)
}

/** Of a table that is replaced, only what it holds now counts. */
function isLoaded({ loads = [] }: PublishedTable, { mode }: StoredSource, digest: string): boolean {
  return mode === 'replace' ? loads.at(-1)?.digest === digest : loads.some((load) => load.digest === digest)
}

async function prepare(
  { deps, source, joining, batch, folder, signal, tell }: Loading,
  path: string,
  fetched: FetchedFile,
  present: PublishedTable | null,
): Promise<{ prepared: Prepared; totals: Totals }> {
  const { zone } = deps.settings
  const file = await sourceAt(path, fetched.file, fetched.bytes)
  const place = { source: { ...file, name: plainName(batch.name, fetched.file) }, folder, zone }
  const inspected = await readInProcess<InspectOrder>(
    { kind: 'inspect', ...place, ...howRead(JSON.parse(source.settings), fetched) },
    { signal, onProgress: (fraction, step) => tell(fraction * 0.4, `${batch.name}：${step}`) },
  )
  const like = present?.columns ?? []
  const kinds = kindsOf(inspected, fetched, joining, like)
  refuseAsked(batch.name, inspected, kinds)
  refuseBad(batch.name, inspected.bad, joining)
  const usual = present && (await reportProposer.known(deps.metadata, present.name))
  const own = (wanted: string | null | undefined) =>
    inspected.columns.find(({ name }) => name.toLowerCase() === wanted?.toLowerCase())?.name ?? null
  const prepared = await readInProcess<PrepareOrder>(
    {
      kind: 'prepare',
      ...place,
      choices: inspected.columns.map(({ name }, at) => ({
        name,
        kind: kinds[at] as ChosenKind,
        left: false,
      })),
      dateColumn: own(usual?.dateColumn) ?? inspected.date?.name ?? null,
      gameColumn: usual ? own(usual.gameColumn) : own('cgi'),
      keepGood: joining.keepGood,
    },
    { signal, onProgress: (fraction, step) => tell(0.4 + fraction * 0.4, `${batch.name}：${step}`) },
  )
  refuseBad(batch.name, prepared.bad, joining)
  if (present && source.mode === 'days') refuseSpan(batch.name, prepared, joining)
  return { prepared, totals: inspected.totals }
}

function howRead(settings: FieldValues, { areRows }: FetchedFile) {
  const { totals, ...reading } = readFileReading(settings)
  return { ...reading, keepTotals: totals || areRows === true }
}

/** How the first file is read, for a form that is being filled in; null where that takes too long or fails. */
export async function readSample(
  { settings: { zone } }: Pick<SourcesDeps, 'settings'>,
  batch: Batch,
  settings: FieldValues,
  folder: string,
  signal: AbortSignal,
): Promise<Inspected> {
  const fetched = await batch.fetch(folder, signal)
  const file = await sourceAt(join(folder, fetched.file), fetched.file, fetched.bytes)
  const source = { ...file, name: plainName(batch.name, fetched.file) }
  const order = { source, folder, zone, ...howRead(settings, fetched) }
  return readInProcess<InspectOrder>({ kind: 'inspect', ...order }, { signal })
}

/** Without the packing's ending, and with the content's: kinds of text are told apart by it. */
function plainName(name: string, file: string): string {
  const plain = name.replace(/\.(gz|zst)$/i, '')
  return plain.toLowerCase().endsWith(extname(file)) ? plain : `${plain}${extname(file)}`
}

/** As told, as the source knows, as the table has it, as found. */
function kindsOf(
  { columns }: Inspected,
  { columns: known = [] }: FetchedFile,
  { reading }: Joining,
  like: PublishedTable['columns'],
): ChosenKind[] {
  const told = new Map(
    reading.map((line) => {
      const at = line.lastIndexOf('=')
      return [line.slice(0, at).trim().toLowerCase(), readingOf(line.slice(at + 1))] as const
    }),
  )
  return columns.map(({ name, kind }) => {
    const own = known.find((column) => column.name === name)?.kind
    return told.get(name.toLowerCase()) ?? own ?? kindLike(like, name) ?? kind
  })
}

function refuseAsked(file: string, { columns }: Inspected, kinds: readonly ChosenKind[]): void {
  const open = columns.filter(({ ask, kind }, at) => ask?.must && kinds[at] === kind)
  if (open.length === 0) return
  throw importProblem(
    `${file} 有 ${open.length} 列要先说明怎么读，没有载入；请在数据源的「列的读法」里写明：`,
    [...open.map(({ name, ask }) => `  列「${name}」：${ask?.text}`)],
  )
}

function refuseBad(
  file: string,
  { count, unit, first }: Prepared['bad'],
  { keepGood }: Pick<Joining, 'keepGood'>,
): void {
  if (count === 0 || keepGood) return
  const bad = Object.assign(new BadLines(unit), { count, first })
  throw importProblem(
    `${file} 有 ${count} ${unit}不能载入，整个没有载入；修正文件，或在数据源里选「有坏行时只载入其余的行」：`,
    bad.describe(),
  )
}

/** A stray row of another year would take that day's rows away. */
function refuseSpan(file: string, { dateColumn, profiles }: Prepared, { spanDays }: Joining): void {
  const { least, most } = profiles.find(({ name }) => name === dateColumn) ?? {}
  if (!least || !most) return
  const days = Math.round((Date.parse(most.slice(0, 10)) - Date.parse(least.slice(0, 10))) / 86_400_000) + 1
  if (!(days > spanDays)) return
  throw importProblem(
    `${file} 里的日期从 ${least.slice(0, 10)} 到 ${most.slice(0, 10)}，跨 ${days} 天，多于设定的 ${spanDays} 天，没有载入：` +
      '按天替换会换掉这些天已有的行；确认无误请把「一次最多跨几天」改大',
  )
}

const guardOf = ({ deps, source, batch }: Loading) =>
  loadGuard(deps, {
    source: source.id,
    name: batch.name,
    fingerprint: batch.fingerprint ?? null,
    mark: batch.mark,
    settings: source.settings,
  })

const sourceName = ({ source, batch }: Pick<Loading, 'source' | 'batch'>): string =>
  `${source.name}：${batch.name}`

async function replaceTable(loading: Loading, prepared: Prepared, digest: string) {
  const { deps, source, owner, folder, signal } = loading
  const name = sourceName(loading)
  const { written, replaced, keptOut } = await loadTable(
    {
      table: source.table_name,
      replace: source.mode === 'replace',
      ways: {
        rename: '请在数据源里另取表名',
        replace: '选择追加、按天替换或按主键更新',
        confirm: '请在数据源的页上看过后按「照样替换」',
      },
      title: source.name,
      source: name,
      digest,
      dataDir: deps.settings.dataDir,
      clock: deps.settings,
      run: { source: source.id, run: loading.run },
      metadata: deps.metadata,
      proposer: reportProposer,
      guard: guardOf(loading),
      by: owner,
      confirmed: loading.confirmed,
      signal,
      write: async (connection, table, _, keeping) => {
        await copyTable(connection, folder, table, { source: name, prepared, keeping })
        return { loaded: prepared, profiles: prepared.profiles }
      },
    },
    deps.warehouse.writer,
  )
  return { rows: written.rowCount, replaced: replaced?.rowCount ?? 0, keptOut }
}

async function copyTable(
  connection: DuckDBConnection,
  folder: string,
  table: string,
  { source, prepared: { profiles }, keeping }: { source: string; prepared: Prepared; keeping: KeepingOut },
): Promise<void> {
  await attach(connection, folder)
  try {
    const rows = await keeping.without(connection, `prepared.main.${preparedTable}`)
    await connection.run(`CREATE TABLE ${quoteName(table)} AS FROM ${rows}`)
  } finally {
    await connection.run('DETACH prepared')
  }
  await connection.run(`COMMENT ON TABLE ${quoteName(table)} IS ${quoteText(`导入自 ${source}`)}`)
  for (const { name } of profiles)
    await connection.run(`COMMENT ON COLUMN ${quoteName(table)}.${quoteName(name)} IS ${quoteText(name)}`)
}

const attach = async (connection: DuckDBConnection, folder: string): Promise<void> =>
  void (await connection.run(`ATTACH ${quoteText(join(folder, preparedFile))} AS prepared (READ_ONLY)`))

async function addRows(
  loading: Loading,
  prepared: Prepared,
  digest: string,
  by: 'rows' | 'days' | 'keys',
): Promise<{ rows: number; replaced: number; keptOut: number }> {
  const { deps, source, joining, owner, folder, signal } = loading
  return loadRows(
    {
      table: source.table_name,
      addition: { by, keys: joining.keys, again: false },
      source: sourceName(loading),
      digest,
      ways: { replace: '在数据源里选整表替换', again: '' },
      dataDir: deps.settings.dataDir,
      clock: deps.settings,
      run: { source: source.id, run: loading.run },
      metadata: deps.metadata,
      proposer: reportProposer,
      guard: guardOf(loading),
      by: owner,
      signal,
      read: async (connection) => {
        await attach(connection, folder)
        return { loaded: prepared, from: `prepared.main.${preparedTable}` }
      },
      leave: async (connection) => void (await connection.run('DETACH DATABASE IF EXISTS prepared')),
    },
    deps.warehouse.writer,
  )
}
