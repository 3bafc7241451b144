// The first reading of a file: its progress and its result.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '#server/deps.ts'
import type { Metadata } from '#server/metadata/open.ts'
import { tableNameOf } from '#server/warehouse/import/arguments.ts'
import { freeName } from '#server/warehouse/import/columnNames.ts'
import type { HeadChoice } from '#server/warehouse/import/head.ts'
import type { ColumnProfile } from '#server/warehouse/import/profile.ts'
import type { ToldRole } from '#server/warehouse/import/proposal.ts'
import { isImported, tableKey } from '#server/warehouse/import/publishing.ts'
import type { Inspected, InspectOrder, Tried, TryOrder } from '#server/warehouse/import/reading/orders.ts'
import { readInProcess } from '#server/warehouse/import/reading/process.ts'
import { sourceAt, unpacked } from '#server/warehouse/import/source.ts'
import { spokenType } from '#server/warehouse/import/spokenType.ts'
import { loadedTables } from '#server/warehouse/written.ts'
import { AppError } from '#shared/errors.ts'
import type { EncodingName } from '#shared/imports/encodings.ts'
import type { ChosenKind } from '#shared/imports/kinds.ts'
import { dateReadingOf, personalProposals, reportProposer } from '#features/config/server/index.ts'
import type { ImportState, ShownImport, TriedColumn } from '../contract.ts'
import { assertUndamaged, type Upload } from './uploads.ts'

interface ReadingChoice {
  sheet?: string | null | undefined
  head?: HeadChoice | null | undefined
  encoding?: EncodingName | null | undefined
  totals?: boolean | undefined
}

/** Within the upload's folder. */
const unpackedFolder = 'unpacked'
const idle = { fraction: 0, step: '', problem: null, done: null }

/** Starts reading; `upload.state` has the progress. */
export function beginReading({ settings, log }: Deps, upload: Upload, choice: ReadingChoice): void {
  const { phase } = upload.state
  if (upload.received < upload.size) throw new AppError('parameter_wrong', '文件还没有传完')
  if (phase === 'reading' || phase === 'loading') throw new AppError('parameter_wrong', '上一步还没有完成')
  upload.work = new AbortController()
  upload.state = { ...idle, phase: 'reading', step: '读取文件' }
  const { signal } = upload.work
  const set = (state: Partial<ImportState>) => {
    if (!signal.aborted) upload.state = { ...upload.state, ...state }
  }
  const work = async () => {
    await assertUndamaged(upload, signal)
    const { folder } = upload
    await rm(join(folder, unpackedFolder), { recursive: true, force: true })
    await mkdir(join(folder, unpackedFolder))
    const sent = await sourceAt(upload.path, upload.name, upload.size)
    const source = await unpacked(sent, join(folder, unpackedFolder), signal)
    upload.source = source
    upload.inspected = await readInProcess<InspectOrder>(
      {
        kind: 'inspect',
        source,
        folder,
        zone: settings.zone,
        sheet: choice.sheet ?? null,
        head: choice.head ?? null,
        encoding: choice.encoding ?? null,
        keepTotals: choice.totals ?? false,
      },
      { signal, onProgress: (fraction, step) => set({ fraction, step }) },
    )
    set({ ...idle, phase: 'ready' })
  }
  work().catch((error: unknown) => {
    set({ ...idle, phase: 'failed', problem: problemOf(error) })
    if (!(error instanceof AppError)) log.error({ err: error }, 'a file could not be read')
  })
}

export const problemOf = (error: unknown): { code: string; message: string } => {
  const { code, message } = error instanceof AppError ? error : new AppError('internal')
  return { code, message }
}

/** The result, with the proposed settings. */
export async function showFound(
  { settings, metadata, warehouse }: Deps,
  upload: Upload,
): Promise<ShownImport> {
  const inspected = foundOf(upload)
  const { columns, rows, date, sheets, sheet, head, encoding, sample, sampleLines, bad, totals, notes } =
    inspected
  const tables = await loadedTables({ settings, warehouse })
  const taken = tables.map((table) => ({ name: table.name, replaceable: isImported(table) }))
  const roles = await rolesOf(metadata, inspected, columns, date?.name ?? null)
  const { proposedByValues } = await personalProposals()
  return {
    name: upload.name,
    table: freeName(tableNameOf(upload.name), new Set(taken.map(({ name }) => tableKey(name)))),
    taken,
    sheets,
    sheet,
    head,
    encoding,
    tables: inspected.tables,
    rows,
    columns: columns.map((column, at) => ({
      name: column.name,
      kind: column.kind,
      ...shownReading(column, column, roles[column.name]),
      ask: column.ask,
      dateReading: dateReadingOf(column),
      personal: proposedByValues(
        column.name,
        sample.map((row) => row[at] ?? null),
      ),
    })),
    sample,
    sampleLines,
    bad: { ...bad, first: [...bad.first] },
    totals,
    notes,
    dateReading: date?.what ?? null,
  }
}

const rolesOf = (
  metadata: Metadata,
  inspected: Inspected,
  profiles: ColumnProfile[],
  dateColumn: string | null,
) =>
  reportProposer.roles(metadata, {
    table: { rowCount: inspected.rows },
    profiles,
    dateColumn,
    gameColumn: gameOf(inspected),
  })

function shownReading(
  { type, distinct, least, most }: ColumnProfile,
  { note, empty, misfits }: Pick<Tried, 'note' | 'empty' | 'misfits'>,
  told: ToldRole | undefined,
) {
  return {
    type: spokenType(type),
    note,
    role: told?.role ?? 'none',
    why: told?.why ?? '',
    weight: told?.weight ?? null,
    isRate: told?.isRate ?? false,
    empty,
    distinct,
    least: shortened(least),
    most: shortened(most),
    misfits: { ...misfits, first: [...misfits.first], lines: [...misfits.lines] },
  }
}

const shortened = (text: string | null): string | null => text && [...text].slice(0, 60).join('')

/** As on the command line: the column with the name that the product uses for game codes. */
const gameOf = ({ columns }: Inspected): string | null =>
  columns.find(({ name, type }) => name.toLowerCase() === 'cgi' && type === 'VARCHAR')?.name ?? null

export function foundOf({ inspected, state }: Upload): Inspected {
  if (inspected && state.phase !== 'reading') return inspected
  throw new AppError('parameter_wrong', '文件还没有读完')
}

export async function tryColumn(
  { settings, metadata }: Deps,
  upload: Upload,
  { at, kind }: { at: number; kind: ChosenKind },
  signal: AbortSignal,
): Promise<TriedColumn> {
  const inspected = foundOf(upload)
  const { columns, date } = inspected
  const { source, folder } = upload
  const column = columns[at]
  if (!source || !column) throw new AppError('parameter_wrong', '没有这一列')
  const tried = await readInProcess<TryOrder>(
    { kind: 'try', source, folder, zone: settings.zone, at, as: kind },
    { signal: AbortSignal.any([signal, upload.work.signal]) },
  )
  const { name } = column
  const profile = { ...tried.profile, name }
  const isDated = profile.type === 'DATE' || profile.type === 'TIMESTAMP'
  const roles = await rolesOf(
    metadata,
    inspected,
    columns.map((each) => (each === column ? profile : each)),
    date?.name ?? (isDated ? name : null),
  )
  return { ...shownReading(profile, tried, roles[name]), values: tried.values }
}
