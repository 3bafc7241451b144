// A file → a table in the writer's new data file, with its types found; or a refusal that says why.
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { quoteName, quoteText } from '../snapshot/describe.ts'
import { publicationSpill } from '../snapshot/sweep.ts'
import { freeName } from './columnNames.ts'
import { findTypes } from './columnTypes.ts'
import { findReading, type ReadDate, readAsDate } from './dateColumn.ts'
import { openParquet } from './parquet.ts'
import type { PlannedColumn } from './plannedColumn.ts'
import { BadLines, importProblem } from './problem.ts'
import type { UsualColumns } from './proposal.ts'
import { stageText } from './readRows.ts'
import type { Source } from './source.ts'

export interface LoadRequest {
  source: Source
  table: string
  dateColumn: string | null
  gameColumn: string | null
  /** Columns of the table that is replaced: they stay what they were unless others are asked for. */
  usual: UsualColumns | null
  keepGood: boolean
  /** Where intermediate files go; what a kill leaves there is swept as a publication's. */
  folder: string
  /** Business zone, for moments that carry an offset. */
  zone: string
}

export interface Loaded {
  rows: number
  bad: BadLines
  notes: string[]
  /** DATE or TIMESTAMP column that dates the rows; null without one. */
  dateColumn: string | null
  gameColumn: string | null
}

interface Planned {
  /** What the rows come from. */
  from: string
  columns: PlannedColumn[]
  /** Rows that may come in. */
  condition: string
  bad: BadLines
  notes: string[]
}

export async function loadFile(connection: DuckDBConnection, request: LoadRequest): Promise<Loaded> {
  const folder = await mkdtemp(join(request.folder, `${publicationSpill}import-`))
  try {
    const planned =
      request.source.kind === 'parquet'
        ? await planParquet(connection, request, folder)
        : await planText(connection, request, folder)
    refuseBad(planned.bad, request)
    const gameColumn = chooseGame(planned, request)
    const dateColumn = await chooseDate(connection, planned, request)
    const rows = await write(connection, planned, request, dateColumn)
    const { bad, notes } = planned
    return { rows, bad, notes, dateColumn, gameColumn }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function planParquet(
  connection: DuckDBConnection,
  request: LoadRequest,
  folder: string,
): Promise<Planned> {
  // The engine takes * and [ in a path for a pattern; a link with a plain name has none.
  const path = join(folder, 'source.parquet')
  await symlink(request.source.path, path)
  const { columns, notes } = await openParquet(connection, path, request.source.name, request.zone)
  return { from: 'parquet_source', columns, condition: 'true', bad: new BadLines(), notes }
}

async function planText(
  connection: DuckDBConnection,
  request: LoadRequest,
  folder: string,
): Promise<Planned> {
  const staged = await stageText(request.source, join(folder, 'rows.csv'))
  const { names, bad, notes } = staged
  if (staged.rows === 0 && bad.count === 0) {
    throw importProblem(`${request.source.name} 只有表头（${names.length} 列），没有数据行`)
  }
  await readStaged(connection, staged.path, names.length)
  const types = await findTypes(connection, {
    count: names.length,
    rows: staged.rows,
    zone: request.zone,
  })
  const misfits = types.flatMap(({ misfit }) => (misfit ? [misfit] : []))
  await gatherMisfits(connection, names, types, bad)
  const columns = names.map((name, index) => {
    const { type, read } = types[index] as (typeof types)[number]
    return { name, type, sql: read }
  })
  const condition = misfits.length > 0 ? `NOT (${misfits.join(' OR ')})` : 'true'
  return { from: 'staged', columns, condition, bad, notes }
}

async function readStaged(connection: DuckDBConnection, path: string, count: number): Promise<void> {
  const columns = Array.from({ length: count }, (_, index) => `'c${index}': 'VARCHAR'`)
  await connection.run(
    `CREATE TEMP TABLE staged AS FROM read_csv(${quoteText(path)}, auto_detect = false, header = false,
      delim = ',', quote = '"', escape = '"', new_line = '\\n', nullstr = '', allow_quoted_nulls = false,
      parallel = false, max_line_size = 40000000, columns = {'line': 'BIGINT', ${columns.join(', ')}})`,
  )
}

async function gatherMisfits(
  connection: DuckDBConnection,
  names: string[],
  types: { type: string; misfit: string }[],
  bad: BadLines,
): Promise<void> {
  const reasons = types.flatMap(({ type, misfit }, index) => {
    const name = quoteText(`列「${names[index]}」应为 ${spokenType(type)}，实为「`)
    return misfit ? [`WHEN ${misfit} THEN ${name} || left(c${index}, 40) || '」'`] : []
  })
  if (reasons.length === 0) return
  const reader = await connection.runAndReadAll(
    `SELECT line, reason FROM (SELECT line, CASE ${reasons.join(' ')} END AS reason FROM staged)
     WHERE reason IS NOT NULL ORDER BY line`,
  )
  for (const [line, reason] of reader.getRows()) bad.add(Number(line), String(reason))
  bad.first.sort((one, other) => one.line - other.line)
}

const spokenTypes: Record<string, string> = {
  BOOLEAN: '真假值',
  BIGINT: '整数',
  DOUBLE: '数值',
  DATE: '日期',
  TIMESTAMP: '时间',
  VARCHAR: '文本',
}

/** A type's name for people. */
export function spokenType(type: string): string {
  const digits = /^DECIMAL\(\d+,\s?(\d+)\)$/.exec(type)
  if (digits) return `${digits[1]} 位小数`
  if (/INT/.test(type)) return '整数'
  return spokenTypes[type] ?? type
}

function refuseBad(bad: BadLines, request: LoadRequest): void {
  if (bad.count === 0 || request.keepGood) return
  throw importProblem(`${request.source.name} 有 ${bad.count} ${bad.unit}不能导入，什么也没有改变：`, [
    ...bad.describe(),
    '修正后重试；或加 --keep-good 只导入其余的行',
  ])
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
  const usual = request.usual?.gameColumn ?? null
  const own = columnNamed(columns, usual) ?? columnNamed(columns, 'cgi')
  const column = request.gameColumn ? columnOf(columns, request.gameColumn, '--game') : own
  // Without it, everybody would see the rows of all games.
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
  const { columns, notes, from } = planned
  const dated = ({ type }: PlannedColumn) => type === 'DATE' || type === 'TIMESTAMP'
  if (request.dateColumn) {
    const column = columnOf(columns, request.dateColumn, '--date')
    if (dated(column)) return column.name
    const source = { ...column, numeric: isNumeric(column) }
    return addDate(planned, column.name, await readAsDate(connection, from, source, request.zone))
  }
  const usual = columnNamed(columns, request.usual?.dateColumn ?? null)
  const found = usual && dated(usual) ? usual : columns.find(dated)
  if (found) {
    notes.push(`列「${found.name}」用作日期列`)
    return found.name
  }
  const named = columns.find((column) => isNumeric(column) && dateNames.test(column.name))
  if (!named) return null
  const { chosen } = await findReading(connection, from, { ...named, numeric: true }, request.zone)
  return chosen && addDate(planned, named.name, chosen)
}

/** Names of columns of numbers, like 20260131, that are dates. */
const dateNames = /(日期|时间)$|^(日|年月|dt|ds)$|(^|[^a-z])(date|day|time|timestamp)$/i

const isNumeric = ({ type }: PlannedColumn): boolean => /INT|DECIMAL|DOUBLE/.test(type)

/** A date that is read from another column goes beside it. */
function addDate({ columns, notes }: Planned, from: string, { what, type, read }: ReadDate): string {
  const name = freeName(`${from}_日期`, new Set(columns.map((each) => each.name.toLowerCase())))
  columns.push({ name, type, sql: read })
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
  await connection.run(`CREATE TABLE ${table} AS SELECT ${list} FROM ${from} WHERE ${condition}${order}`)
  const reader = await connection.runAndReadAll(`SELECT count(*)::INTEGER FROM ${table}`)
  const rows = Number(reader.getRows()[0]?.[0])
  if (rows === 0) {
    throw importProblem(`${request.source.name} 没有可以导入的数据行`, planned.bad.describe())
  }
  await connection.run(`COMMENT ON TABLE ${table} IS ${quoteText(`导入自 ${request.source.name}`)}`)
  for (const { name } of columns) {
    await connection.run(`COMMENT ON COLUMN ${table}.${quoteName(name)} IS ${quoteText(name)}`)
  }
  return rows
}
