// The work of the process that reads files: a preview, one column read with another type, the table.
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { saveFile } from '#server/files/whole.ts'
import { engineSettings } from '#server/warehouse/duckdb/engineSettings.ts'
import { quoteName, quoteText } from '#server/warehouse/snapshot/describe.ts'
import { readColumn } from '../columnTypes.ts'
import { findDate, type LoadRequest, loadFile, planFile, readStaged, type StagedTable } from '../load.ts'
import type { PlannedColumn } from '../plannedColumn.ts'
import { BadLines, importProblem, shownBadLines } from '../problem.ts'
import { profileColumns, profileTable } from '../profile.ts'
import { spokenType } from '../spokenType.ts'
import { stageFile } from '../stage.ts'
import type { StagedRows } from '../stagedRows.ts'
import { setTotalsAside, type Totals } from '../totals/aside.ts'
import { openXls } from '../workbook/xls.ts'
import { openXlsx } from '../workbook/xlsx.ts'
import {
  type CellsOrder,
  type Inspected,
  type InspectOrder,
  type Misfits,
  mostLines,
  type Prepared,
  type PrepareOrder,
  preparedFile,
  preparedTable,
  type ReadCells,
  type ReadingOrder,
  sampleRows,
  stagedFile,
  stagedNotes,
  type ToldBadLines,
  type Tried,
  type TryOrder,
} from './orders.ts'

type Tell = (fraction: number, step: string) => void

export function obey(order: ReadingOrder, tell: Tell): Promise<Inspected | Tried | Prepared | ReadCells> {
  if (order.kind === 'cells') return readCells(order)
  if (order.kind === 'inspect') return inspect(order, tell)
  return order.kind === 'try' ? tryColumn(order) : prepare(order, tell)
}

async function readCells({ source, mostRows }: CellsOrder): Promise<ReadCells> {
  const { path, name, size, kind } = source
  if (kind !== 'xlsx' && kind !== 'xls') throw importProblem(`${name} 不是 Excel 文件`)
  const book = kind === 'xlsx' ? await openXlsx(path, name) : await openXls(path, name, size)
  try {
    const rows: string[][] = []
    for await (const { fields } of book.records(book.first)) {
      if (rows.length >= mostRows) return { sheet: book.first, rows, more: true }
      rows.push(fields.map((field) => field ?? ''))
    }
    return { sheet: book.first, rows, more: false }
  } finally {
    book.close()
  }
}

async function withEngine<Result>(
  { folder, memoryMiB }: ReadingOrder,
  path: string,
  work: (connection: DuckDBConnection) => Promise<Result>,
): Promise<Result> {
  const spill = join(folder, 'spill')
  const instance = await DuckDBInstance.create(path, engineSettings({ share: 2, spill, memoryMiB }))
  const connection = await instance.connect()
  try {
    return await work(connection)
  } finally {
    connection.closeSync()
    instance.closeSync()
    await rm(spill, { recursive: true, force: true })
  }
}

interface StagedNotes {
  names: string[]
  rows: number
  notes: string[]
  bad: ToldBadLines
  totals: Totals
  delimiter?: string | undefined
  texts?: readonly number[] | undefined
}

const requestOf = ({ source, folder, zone }: ReadingOrder): LoadRequest => ({
  source,
  table: preparedTable,
  dateColumn: null,
  gameColumn: null,
  usual: null,
  keepGood: true,
  folder,
  zone,
})

async function inspect(order: InspectOrder, tell: Tell): Promise<Inspected> {
  const { source, folder, sheet, head, encoding, zone, keepTotals } = order
  const path = join(folder, stagedFile)
  await Promise.all([path, `${path}.wal`].map((file) => rm(file, { force: true })))
  return withEngine(order, path, async (connection) => {
    const request = requestOf(order)
    const staged =
      source.kind === 'parquet'
        ? null
        : await stageFile(source, {
            path: join(folder, 'rows.csv'),
            sheet,
            head,
            encoding,
            asks: true,
            onProgress: (fraction) => tell(fraction * 0.5, '读取文件'),
          })
    const kept = staged && (await keepStaged(connection, staged, { folder, keepTotals }))
    const planned = await planFile(
      connection,
      {
        ...request,
        ...(kept && { staged: { from: 'staged', ...kept } }),
        onProgress: (fraction) => tell(0.6 + fraction * 0.2, '辨认各列'),
      },
      folder,
    )
    const { columns, from, condition, bad, totals, notes } = planned
    const list = columns.map(({ name, sql }) => `${sql} AS ${quoteName(name)}`).join(', ')
    await connection.run(`CREATE TEMP VIEW typed AS SELECT ${list} FROM ${from} WHERE ${condition}`)
    const profiles = await profileColumns(connection, 'typed', columns, (fraction) =>
      tell(0.8 + fraction * 0.2, '统计各列'),
    )
    const date = await findDate(connection, planned, { dateColumn: null, usual: null, zone })
    const good = await countOf(connection, 'typed')
    const told = []
    for (const [at, profile] of profiles.entries()) {
      const { kind, note, ask, ...column } = columns[at] as PlannedColumn
      const misfits = await findMisfits(connection, from, column)
      told.push({ ...profile, kind, note, ask, empty: good - profile.filled, misfits })
    }
    return {
      sheets: staged?.sheets ?? [],
      sheet: staged?.sheet ?? null,
      head: staged?.head ?? null,
      encoding: staged?.encoding ?? null,
      tables: staged?.tables ?? [],
      rows: await countOf(connection, from),
      columns: told,
      sample: await textsOf(
        connection,
        `SELECT ${columns.map(({ sql }) => `(${sql})::VARCHAR`).join(', ')} FROM ${from} LIMIT ${sampleRows}`,
      ),
      sampleLines: await sampledLines(connection, { from, hasLines: staged !== null }),
      bad: toldOf(bad),
      totals,
      notes,
      date: date && { name: date.name, what: date.read?.what ?? null },
    }
  })
}

async function keepStaged(
  connection: DuckDBConnection,
  staged: StagedRows,
  { folder, keepTotals }: Pick<InspectOrder, 'folder' | 'keepTotals'>,
): Promise<Omit<StagedTable, 'from'>> {
  const marks = await readStaged(connection, staged, true)
  const totals = await setTotalsAside(connection, staged, keepTotals)
  const { path, names, bad, delimiter, texts } = staged
  const notes = [...staged.notes, ...marks]
  const rows = staged.rows - (totals.kept ? 0 : totals.count)
  await rm(path, { force: true })
  const kept: StagedNotes = { names, rows, notes, bad: toldOf(bad), totals, delimiter, texts }
  await saveFile(join(folder, stagedNotes), JSON.stringify(kept), { durable: false })
  return {
    names,
    rows,
    notes,
    bad,
    totals,
    ...(delimiter !== undefined && { delimiter }),
    ...(texts && { texts }),
  }
}

const toldOf = ({ count, unit, first }: BadLines): ToldBadLines => ({ count, unit, first: [...first] })

async function textsOf(connection: DuckDBConnection, sql: string): Promise<(string | null)[][]> {
  const reader = await connection.runAndReadAll(sql)
  return reader
    .getRows()
    .map((row) => row.map((cell) => (cell === null ? null : [...String(cell)].slice(0, 200).join(''))))
}

/** Attaches the staged rows of an earlier preview; null for a file that is read directly. */
async function attachStaged(connection: DuckDBConnection, order: ReadingOrder): Promise<StagedTable | null> {
  if (order.source.kind === 'parquet') return null
  const path = join(order.folder, stagedFile)
  await connection.run(`ATTACH ${quoteText(path)} AS work (READ_ONLY)`)
  const kept = JSON.parse(await readFile(join(order.folder, stagedNotes), 'utf8')) as StagedNotes
  const bad = new BadLines(kept.bad.unit)
  bad.first.push(...kept.bad.first)
  bad.count = kept.bad.count
  const { names, rows, notes, totals, delimiter = '', texts = [] } = kept
  return { from: 'work.main.staged', names, rows, notes, bad, totals, delimiter, texts }
}

async function tryColumn(order: TryOrder): Promise<Tried> {
  const { at, as, zone, folder } = order
  return withEngine(order, ':memory:', async (connection) => {
    const staged = await attachStaged(connection, order)
    const { from, text } = staged
      ? { from: staged.from, text: `c${at}` }
      : await parquetColumn(connection, order, folder)
    const { type, kind, read, misfit, note } = await readColumn(connection, text, {
      from,
      zone,
      kind: as,
      hasLines: staged !== null,
    })
    const values = await textsOf(connection, `SELECT (${read})::VARCHAR FROM ${from} LIMIT ${sampleRows}`)
    const fitting = `(SELECT ${read} AS tried FROM ${from} ${misfit && `WHERE NOT ${misfit}`})`
    const [profile] = await profileColumns(connection, fitting, [{ name: 'tried', type }])
    if (!profile) throw importProblem('没有这一列')
    return {
      note,
      profile: { ...profile, kind },
      empty: (await countOf(connection, fitting)) - profile.filled,
      values: values.map(([value = null]) => value),
      // Values of a file without lines become empty where they do not fit.
      misfits: await findMisfits(connection, from, { type, text, misfit: staged ? misfit : '' }),
    }
  })
}

async function countOf(connection: DuckDBConnection, from: string): Promise<number> {
  const counted = await connection.runAndReadAll(`SELECT count(*)::BIGINT FROM ${from}`)
  return Number(counted.getRows()[0]?.[0])
}

async function sampledLines(
  connection: DuckDBConnection,
  { from, hasLines }: { from: string; hasLines: boolean },
): Promise<number[]> {
  const line = hasLines ? 'line' : 'row_number() OVER ()'
  const reader = await connection.runAndReadAll(`SELECT ${line} FROM ${from} LIMIT ${sampleRows}`)
  return reader.getRows().map(([place]) => Number(place))
}

async function findMisfits(
  connection: DuckDBConnection,
  from: string,
  { type, text, misfit }: Pick<PlannedColumn, 'type' | 'text' | 'misfit'>,
): Promise<Misfits> {
  if (!misfit) return { count: 0, first: [], lines: [] }
  const reader = await connection.runAndReadAll(
    `SELECT line, left(${text}, 40), count(*) OVER () FROM ${from} WHERE ${misfit} ORDER BY line LIMIT ${mostLines}`,
  )
  const rows = reader.getRows().map(([line, shown, count]) => ({ line: Number(line), shown, count }))
  const first = rows
    .slice(0, shownBadLines)
    .map(({ line, shown }) => ({ line, reason: `「${shown}」不是${spokenType(type)}` }))
  return { count: Number(rows[0]?.count ?? 0), first, lines: rows.map(({ line }) => line) }
}

async function parquetColumn(connection: DuckDBConnection, order: TryOrder, folder: string) {
  const { columns, from } = await planFile(connection, requestOf(order), folder)
  return { from, text: `(${columns[order.at]?.sql ?? 'NULL'})::VARCHAR` }
}

async function prepare(order: PrepareOrder, tell: Tell): Promise<Prepared> {
  const { folder, choices, dateColumn, gameColumn, keepGood } = order
  const path = join(folder, preparedFile)
  await Promise.all([path, `${path}.wal`].map((file) => rm(file, { force: true })))
  return withEngine(order, path, async (connection) => {
    const staged = await attachStaged(connection, order)
    const loaded = await loadFile(connection, {
      ...requestOf(order),
      ...(staged && { staged }),
      choices,
      asTold: true,
      dateColumn,
      gameColumn,
      keepGood,
      onProgress: (fraction) => tell(fraction * 0.5, '按所选的类型读取'),
    })
    tell(0.8, '统计各列')
    const profiles = await profileTable(connection, preparedTable, loaded.kinds)
    await connection.run('CHECKPOINT')
    const { rows, bad, notes, dateColumn: dated, gameColumn: games } = loaded
    return { rows, bad: toldOf(bad), notes, dateColumn: dated, gameColumn: games, profiles }
  })
}
