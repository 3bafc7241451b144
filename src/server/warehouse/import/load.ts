// Loads a file as a table of the writer's new data file, with detected types; or refuses with a reason.
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { PhysicalTable } from '#semantic/model/types.ts'
import type { ChosenKind, FoundKind } from '#shared/imports/kinds.ts'
import { quoteName, quoteText } from '../snapshot/describe.ts'
import { publicationSpill } from '../snapshot/sweep.ts'
import { freeName } from './columnNames.ts'
import { findTypes, readColumn, textType } from './columnTypes.ts'
import { findReading, type ReadDate, readAsDate } from './dateColumn.ts'
import { kindLike } from './fitting.ts'
import type { KeepingOut } from './keepingOut.ts'
import { takeMarksOff } from './marks.ts'
import { gatherMisfits, refuseBad } from './misfits.ts'
import { emptiedNotes, openParquet } from './parquet.ts'
import type { PlannedColumn } from './plannedColumn.ts'
import { BadLines, importProblem } from './problem.ts'
import type { UsualColumns } from './proposal.ts'
import { type Source, unpacked } from './source.ts'
import { type FileOptions, stageFile } from './stage.ts'
import type { StagedRows } from './stagedRows.ts'
import { noTotals, setTotalsAside, type Totals } from './totals/aside.ts'
import { offerLine, refuseOpen, type ToldReading, toldKinds } from './values/answers.ts'
import { isDayName } from './values/dayColumn.ts'
import type { FoundType } from './values/kinds.ts'
import type { Survey } from './values/survey.ts'

export interface LoadRequest {
  source: Source
  table: string
  dateColumn: string | null
  gameColumn: string | null
  /** Columns of the replaced table: they keep their roles unless the user chooses others. */
  usual: UsualColumns | null
  keepGood: boolean
  /** Totals are imported like other rows. */
  keepTotals?: boolean
  /** How to read the file; detected where absent. */
  reading?: Pick<FileOptions, 'head' | 'sheet' | 'encoding'>
  /** Folder for intermediate files; leftovers of a kill are swept like a publication's. */
  folder: string
  /** Business time zone, for moments with an offset. */
  zone: string
  /** The staged rows, where an earlier look has staged the file. */
  staged?: StagedTable
  /** The user's choices by column index; detected where absent. */
  choices?: readonly ColumnChoice[]
  /** Columns of the table that the rows join. */
  like?: PhysicalTable['columns']
  /** Readings that the command names, for columns that would be read otherwise or are asked. */
  told?: readonly ToldReading[]
  /** The order of short dates where no value reveals it; it is asked where absent. */
  order?: Survey['order']
  /** Date and game columns are only those the user names. */
  asTold?: boolean
  /** Whose rows are not written. */
  keeping?: KeepingOut
  onProgress?: (fraction: number) => void
}

export interface StagedTable {
  /** Source of the rows: `line`, then `c0` on. */
  from: string
  names: string[]
  rows: number
  bad: BadLines
  totals: Totals
  notes: string[]
  /** What parts the fields of a text; absent for other files. */
  delimiter?: string
  /** Places of columns that stay text unless the user says otherwise. */
  texts?: readonly number[]
}

export interface ColumnChoice {
  name: string
  /** Null: as detected. */
  kind: ChosenKind | null
  /** Not imported. */
  left: boolean
}

export interface Loaded {
  rows: number
  bad: BadLines
  totals: Totals
  notes: string[]
  /** DATE or TIMESTAMP column of the rows; null without one. */
  dateColumn: string | null
  gameColumn: string | null
  /** The notation of the table's numeric columns. */
  kinds: Readonly<Record<string, FoundKind>>
}

interface Planned {
  /** Source of the rows. */
  from: string
  columns: PlannedColumn[]
  /** Condition for the rows that may be imported. */
  condition: string
  bad: BadLines
  totals: Totals
  notes: string[]
}

export async function loadFile(connection: DuckDBConnection, given: LoadRequest): Promise<Loaded> {
  const folder = await mkdtemp(join(given.folder, `${publicationSpill}import-`))
  try {
    const request = { ...given, source: await unpacked(given.source, folder) }
    const planned = await planFile(connection, request, folder)
    if (!request.asTold) refuseOpen(request.source.name, planned.columns)
    const offered = await gatherMisfits(connection, planned)
    refuseBad(planned.bad, offered, request)
    const gameColumn = chooseGame(planned, request)
    const dateColumn = await chooseDate(connection, planned, request)
    const rows = await write(connection, planned, request, dateColumn)
    const { bad, totals, columns } = planned
    const notes = [
      ...planned.notes,
      ...columns.flatMap(({ name, ask }) => (ask ? [offerLine(name, ask)] : [])),
    ]
    const kinds = Object.fromEntries(planned.columns.map(({ name, kind }) => [name, kind]))
    return { rows, bad, totals, notes, dateColumn, gameColumn, kinds }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Plans the table; stages the rows on the way. */
export async function planFile(
  connection: DuckDBConnection,
  request: LoadRequest,
  folder: string,
): Promise<Planned> {
  const planned =
    request.source.kind === 'parquet'
      ? await planParquet(connection, request, folder)
      : await planText(connection, request, folder)
  if (planned.columns.length === 0) throw importProblem('所有的列都不导入，没有可以建立的表')
  return planned
}

async function planParquet(
  connection: DuckDBConnection,
  request: LoadRequest,
  folder: string,
): Promise<Planned> {
  // The engine treats * and [ in a path as a pattern; a link with a plain name avoids that.
  const path = join(folder, 'source.parquet')
  await symlink(request.source.path, path).catch((error: NodeJS.ErrnoException) => {
    // An earlier or simultaneous look at the same file has left it.
    if (error.code !== 'EEXIST') throw error
  })
  const { columns: found, notes } = await openParquet(connection, path, request.source.name, request.zone)
  const columns: PlannedColumn[] = []
  const conversions = []
  for (const [at, { raw, ...column }] of found.entries()) {
    const choice = request.choices?.[at]
    if (choice?.left) continue
    const planned = await chosenColumn(connection, column, choice, request.zone)
    columns.push(planned)
    conversions.push({ name: planned.name, raw, sql: planned.sql })
  }
  return {
    from: 'parquet_source',
    columns,
    condition: 'true',
    bad: new BadLines(),
    totals: noTotals,
    notes: [...notes, ...(await emptiedNotes(connection, conversions))],
  }
}

/**
 * A typed column as the user chose; values that do not fit become NULL, because these rows have no line
 * numbers to report.
 */
async function chosenColumn(
  connection: DuckDBConnection,
  column: PlannedColumn,
  choice: ColumnChoice | undefined,
  zone: string,
): Promise<PlannedColumn> {
  if (!choice) return column
  const { name, kind } = choice
  if (kind === null || kind === column.kind) return { ...column, name }
  const text = `(${column.sql})::VARCHAR`
  const found = await readColumn(connection, text, { from: 'parquet_source', zone, kind, hasLines: false })
  return { name, kind: found.kind, type: found.type, sql: found.read, text, misfit: '', note: '', ask: null }
}

async function planText(
  connection: DuckDBConnection,
  request: LoadRequest,
  folder: string,
): Promise<Planned> {
  const {
    from,
    names,
    rows,
    bad,
    totals,
    notes,
    delimiter = '',
    texts = [],
  } = request.staged ?? (await stage(connection, request, folder))
  const { choices, like, told, order, zone, onProgress } = request
  if (rows === 0 && bad.count === 0) {
    throw importProblem(`${request.source.name} 只有表头（${names.length} 列），没有数据行`)
  }
  const wanted = choices
    ? choices.map(({ kind, left }) => (left ? 'VARCHAR' : kind))
    : toldKinds(names, told ?? []).map((kind, at) => kind ?? kindLike(like ?? [], names[at] ?? ''))
  const kinds = wanted.map((kind, at) => kind ?? (texts.includes(at) ? 'VARCHAR' : null))
  const found = await findTypes(connection, {
    from,
    rows,
    zone,
    names,
    kinds,
    commaLikely: delimiter === ';',
    ...(order && { order }),
    ...(onProgress && { onProgress }),
  })
  const types = found.map((type, at) =>
    kinds[at] || !isVersion(names[at] ?? '', type) ? type : textType(`c${at}`),
  )
  const misfits = types.flatMap(({ misfit }) => (misfit ? [misfit] : []))
  const columns = names.flatMap((name, index) => {
    const { type, kind, read, misfit, note, ask } = types[index] as FoundType
    const choice = choices?.[index]
    return choice?.left
      ? []
      : [{ name: choice?.name ?? name, type, kind, sql: read, text: `c${index}`, misfit, note, ask }]
  })
  const condition = misfits.length > 0 ? `NOT (${misfits.join(' OR ')})` : 'true'
  return { from, columns, condition, bad, totals, notes: [...notes, ...notesOf(columns)] }
}

/** As numbers, 1.1 and 1.10 would be equal. */
const isVersion = (name: string, { kind }: FoundType): boolean =>
  (kind === 'DECIMAL' || kind === 'DOUBLE') && versionNames.test(name)

const versionNames = /(版本|版本号|版号|章节|关卡)$|(^|[^a-z])(ver|version|build|chapter|stage)$|Version$/i

const notesOf = (columns: readonly PlannedColumn[]): string[] =>
  columns.flatMap(({ name, note }) => (note ? [`列「${name}」：${note}`] : []))

async function stage(
  connection: DuckDBConnection,
  request: LoadRequest,
  folder: string,
): Promise<StagedTable> {
  const staged = await stageFile(request.source, { ...request.reading, path: join(folder, 'rows.csv') })
  const marks = await readStaged(connection, staged)
  const totals = await setTotalsAside(connection, staged, request.keepTotals ?? false)
  const rows = staged.rows - (totals.kept ? 0 : totals.count)
  return { from: 'staged', ...staged, notes: [...staged.notes, ...marks], rows, totals }
}

const mostBytesOfCharacter = 3

/** Loads the staged file as the table `staged`, of texts; returns what is said of them. */
export async function readStaged(
  connection: DuckDBConnection,
  {
    path,
    names,
    broken,
    longest,
    padded = false,
  }: Pick<StagedRows, 'path' | 'names' | 'broken' | 'longest' | 'padded'>,
  kept = false,
): Promise<string[]> {
  const columns = Array.from({ length: names.length }, (_, index) => `'c${index}': 'VARCHAR'`)
  // By default the engine reads in buffers of sixteen lines of the maximum length.
  const line = Math.max(longest * mostBytesOfCharacter + 1024, 1 << 20)
  const piece = Math.max(2 * line, 8 << 20)
  await connection.run(
    `CREATE ${kept ? '' : 'TEMP '}TABLE staged AS FROM read_csv(${quoteText(path)}, auto_detect = false, header = false,
      delim = ',', quote = '"', escape = '"', new_line = '\\n', nullstr = '', allow_quoted_nulls = false,
      null_padding = ${padded}, parallel = ${!broken && !padded}, max_line_size = ${line}, buffer_size = ${piece}, columns = {'line': 'BIGINT', ${columns.join(', ')}})`,
  )
  return takeMarksOff(connection, names)
}

function columnOf(columns: PlannedColumn[], wanted: string, option: string): PlannedColumn {
  const found =
    columns.find(({ name }) => name === wanted) ??
    columns.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  if (found) return found
  const names = columns.map(({ name }) => name).slice(0, 30)
  throw importProblem(`没有 ${option} 所说的列「${wanted}」；文件里有：${names.join('、')}`)
}

function chooseGame({ columns, notes }: Planned, request: LoadRequest): string | null {
  if (request.asTold && !request.gameColumn) return null
  const usual = request.usual?.gameColumn ?? null
  const own = columnNamed(columns, usual) ?? columnNamed(columns, 'cgi')
  const column = request.gameColumn ? columnOf(columns, request.gameColumn, '--game') : own
  // Without a game column everybody would see the rows of all games.
  if (!column && usual !== null)
    throw importProblem(
      `被替换的表按游戏列「${usual}」限制各用户能看到的行，新文件没有这一列；请用 --game 指明哪一列是游戏，或用 --table 导入为另一张表`,
    )
  if (!column) return null
  if (column.type !== 'VARCHAR') {
    column.sql = `CAST(${column.sql} AS VARCHAR)`
    column.type = 'VARCHAR'
  }
  if (!request.gameColumn) notes.push(`列「${column.name}」用作游戏列，按用户的游戏权限过滤`)
  return column.name
}

function columnNamed(columns: PlannedColumn[], wanted: string | null): PlannedColumn | undefined {
  return columns.find(({ name }) => name.toLowerCase() === wanted?.toLowerCase())
}

async function chooseDate(
  connection: DuckDBConnection,
  planned: Planned,
  request: LoadRequest,
): Promise<string | null> {
  if (request.asTold && !request.dateColumn) return null
  const found = await findDate(connection, planned, request)
  if (!found) return null
  if (found.read) return addDate(planned, found.name, found.read)
  if (!request.dateColumn) planned.notes.push(`列「${found.name}」用作日期列`)
  return found.name
}

interface FoundDate {
  /** The date column's name. */
  name: string
  /** How to convert the column where it holds no dates itself. */
  read: ReadDate | null
}

/** The date column: the requested one, or the first that qualifies. */
export async function findDate(
  connection: DuckDBConnection,
  { columns, from }: Planned,
  { dateColumn, usual: known, zone }: Pick<LoadRequest, 'dateColumn' | 'usual' | 'zone'>,
): Promise<FoundDate | null> {
  const dated = ({ type }: PlannedColumn) => type === 'DATE' || type === 'TIMESTAMP'
  if (dateColumn) {
    const column = columnOf(columns, dateColumn, '--date')
    if (dated(column)) return { name: column.name, read: null }
    const source = { ...column, numeric: isNumeric(column) }
    return { name: column.name, read: await readAsDate(connection, from, source, zone) }
  }
  const usual = columnNamed(columns, known?.dateColumn ?? null)
  const found = usual && dated(usual) ? usual : columns.find(dated)
  if (found) return { name: found.name, read: null }
  const named = columns.filter((column) => (!dated(column) && isDayName(column.name)) || isMonthText(column))
  for (const column of named) {
    const numeric = isNumeric(column)
    const { chosen, values, best } = await findReading(connection, from, { ...column, numeric }, zone)
    // Text columns in which some values are no dates stayed texts.
    const isPeriod = chosen?.what === '年月' || chosen?.what === '季度'
    const isWhole = numeric || isPeriod || best === values
    if (chosen && isWhole) return { name: column.name, read: chosen }
  }
  return null
}

/** 2026-01, 2026年1月 or 2026Q1 in a column whose name says so. */
const isMonthText = ({ type, name }: PlannedColumn): boolean =>
  type === 'VARCHAR' && /月|季|日期|时间|month|quarter|date|period/i.test(name)

const isNumeric = ({ type }: PlannedColumn): boolean => /INT|DECIMAL|DOUBLE/.test(type)

/** A date converted from another column is added beside it. */
function addDate({ columns, notes }: Planned, from: string, { what, type, read }: ReadDate): string {
  const name = freeName(`${from}_日期`, new Set(columns.map((each) => each.name.toLowerCase())))
  columns.push({ name, type, kind: type, sql: read, text: '', misfit: '', note: '', ask: null })
  notes.push(`列「${from}」按${what}读作日期，存入新列「${name}」；原列保留`)
  return name
}

async function write(
  connection: DuckDBConnection,
  planned: Planned,
  request: LoadRequest,
  dateColumn: string | null,
): Promise<number> {
  const { from, columns, condition } = planned
  const list = columns.map(({ name, sql }) => `${sql} AS ${quoteName(name)}`).join(',\n')
  const order = dateColumn ? ` ORDER BY ${quoteName(dateColumn)}` : ''
  const table = quoteName(request.table)
  const selected = `(SELECT ${list} FROM ${from} WHERE ${condition})`
  const { keeping } = request
  const rowsOf = keeping ? await keeping.without(connection, selected) : selected
  await connection.run(`CREATE TABLE ${table} AS SELECT * FROM ${rowsOf} AS kept${order}`)
  const reader = await connection.runAndReadAll(`SELECT count(*)::INTEGER FROM ${table}`)
  const rows = Number(reader.getRows()[0]?.[0])
  keeping?.refuseNothing(request.source.name, rows)
  if (rows === 0) {
    throw importProblem(`${request.source.name} 没有可以导入的数据行`, planned.bad.describe())
  }
  await connection.run(`COMMENT ON TABLE ${table} IS ${quoteText(`导入自 ${request.source.name}`)}`)
  for (const { name } of columns) {
    await connection.run(`COMMENT ON COLUMN ${table}.${quoteName(name)} IS ${quoteText(name)}`)
  }
  return rows
}
