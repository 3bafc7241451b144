// What the sources that are databases have in common: a table or a query is read whole, or by a column whose values
// grow. Each batch is one read-only transaction; a batch that breaks leaves nothing.
import { calendarDay, dayText } from '#shared/day.ts'
import { momentOfDay } from '../businessMoment.ts'
import {
  type Batch,
  type Connector,
  type DaySpan,
  type FieldValues,
  type SourceField,
  SourceProblem,
} from './connector.ts'
import { type Cell, isNoDay, type RowColumn, RowFile } from './rowFile.ts'

export type DatabaseSettings = FieldValues & {
  host: string
  port: number
  database: string
  user: string
  /** `off`, `on`, or `blind`: encrypted without a look at the certificate. */
  tls: string
  ca: string
  table: string
  query: string
  column: string
  overlap: number
  rows: number
  minutes: number
}

export type DatabaseSecret = Record<string, string>

/** A column of the query. */
export interface QueryColumn extends RowColumn {
  /** How rows can be read by its values, in whose order later rows come later; null: they can't. */
  order: 'number' | 'time' | 'day' | 'text' | null
  /** The database's own name of the type, for messages and marks. */
  native: string
}

/** From the rows of one query: those whose `column` is above `above` (null: that have a value), lowest first. */
export interface Reading {
  column: QueryColumn
  above: string | null
  /** Of a day or a time: from the one to before the other. */
  within?: { from: string; before: string }
  /** The highest row alone. */
  isLast?: true
}

/** One connection with one read-only transaction. */
export interface Session {
  /** Of what settings name; throws a SourceProblem. */
  columns(): Promise<QueryColumn[]>
  /** Rows as texts that `RowFile` reads, a few thousand at a time. */
  read(reading: Reading | null): AsyncIterable<Cell[][]>
  /** How many rows have no value in it. */
  missing(column: QueryColumn): Promise<number>
  /** A mark, less the overlap: number of units, seconds or days; asked of the database, which knows its types. */
  before(mark: string, column: QueryColumn, overlap: number): Promise<string>
  /** Idempotent; ends what still runs there. */
  close(): Promise<void>
}

interface DatabaseKind {
  kind: string
  title: string
  port: number
  /** What `table` looks like. */
  tableExample: string
  databaseHint?: string
  open(settings: DatabaseSettings, secret: DatabaseSecret, signal: AbortSignal): Promise<Session>
}

const usualRows = 500_000
/** A batch ends after so much text, too. Rows of one value stay together, whatever it costs. */
const mostBatchBytes = 512 * 2 ** 20

export function databaseConnector(given: DatabaseKind): Connector<DatabaseSettings, DatabaseSecret> {
  return {
    kind: given.kind,
    title: given.title,
    fields: fieldsOf(given),
    async check(settings, secret, signal) {
      refuseBoth(settings)
      const session = await given.open(settings, secret, signal)
      try {
        const columns = await session.columns()
        const reading = readingOf(settings, columns, null)
        // The first rows show whether they may be read.
        for await (const _ of session.read(reading)) break
        if (reading && settings.overlap > 0 && reading.column.order === 'text') throw noOverlap()
      } finally {
        await session.close()
      }
    },
    async *batches(settings, secret, mark, signal) {
      refuseBoth(settings)
      if (settings.column === '') {
        yield whole(given, settings, secret)
        return
      }
      yield* increments(given, settings, secret, mark, signal)
    },
    async *days(settings, secret, span, signal) {
      refuseBoth(settings)
      const name = settings.table.trim() || '查询'
      for (const day of daysOf(span)) {
        const readingFor = (columns: readonly QueryColumn[]) => dayReading(settings, columns, day, span.zone)
        if (await hasRows(given, settings, secret, readingFor, signal))
          yield { ...whole(given, settings, secret, readingFor), name: `${name}：${day}` }
      }
    },
  }
}

const noOverlap = () => new SourceProblem('文字列不能回看，请把「回看」设为 0', 'overlap')

function refuseBoth({ table, query }: DatabaseSettings): void {
  if (table.trim() === '' && query.trim() === '')
    throw new SourceProblem('请填写「表」，或写一条「查询」', 'table')
  if (table.trim() !== '' && query.trim() !== '')
    throw new SourceProblem('「表」和「查询」只能填一个', 'query')
}

/** The query without the semicolon that people end it with; a remark may follow. */
export const queryText = (query: string): string => query.trim().replace(/;\s*(--[^\n'"]*\s*)*$/, '')

export function refuseDoubled(columns: readonly QueryColumn[]): void {
  const seen = new Set<string>()
  for (const { name } of columns) {
    const key = name.toLowerCase()
    if (seen.has(key)) throw new SourceProblem(`有两列都叫「${name}」，请在查询里用 AS 改名`, 'query')
    seen.add(key)
  }
}

function readingOf(
  { column: wanted }: DatabaseSettings,
  columns: readonly QueryColumn[],
  above: string | null,
): Reading | null {
  const name = wanted.trim()
  if (name === '') return null
  const column =
    columns.find((each) => each.name === name) ??
    columns.find((each) => each.name.toLowerCase() === name.toLowerCase())
  if (!column) {
    const names = columns.slice(0, 30).map((each) => each.name)
    throw new SourceProblem(`没有列「${name}」；有：${names.join('、')}`, 'column')
  }
  if (column.order === null)
    throw new SourceProblem(
      `列「${column.name}」的类型是 ${column.native}，分不出先后；请选数字、日期、时间或文字的列`,
      'column',
    )
  return { column, above }
}

type ReadingFor = (columns: readonly QueryColumn[]) => Reading | null

const daysOf = ({ from, to }: DaySpan): string[] => {
  const first = calendarDay(from) as number
  return Array.from({ length: (calendarDay(to) as number) - first + 1 }, (_, at) => dayText(first + at))
}

/** The rows of one day in the zone, by the incremental column. */
function dayReading(
  settings: DatabaseSettings,
  columns: readonly QueryColumn[],
  day: string,
  zone: string,
): Reading {
  const reading = readingOf(settings, columns, null)
  const { order = null, name = '', type = '' } = reading?.column ?? {}
  if (!reading) throw new SourceProblem('没有填增量列，不知道哪些行是哪一天的', 'column')
  if (order !== 'day' && order !== 'time')
    throw new SourceProblem(`增量列「${name}」不是日期或时间，不能按天补载`, 'column')
  const edge = (later: number) => {
    const start = dayText((calendarDay(day) as number) + later)
    if (order === 'day') return start
    if (type !== 'TIMESTAMPTZ') return `${start} 00:00:00`
    return momentOfDay(start, 0, { zone, cutoffHour: 0 }).replace('T', ' ').replace('Z', '+00')
  }
  return { ...reading, within: { from: edge(0), before: edge(1) } }
}

async function hasRows(
  kind: DatabaseKind,
  settings: DatabaseSettings,
  secret: DatabaseSecret,
  readingFor: ReadingFor,
  signal: AbortSignal,
): Promise<boolean> {
  const session = await kind.open(settings, secret, signal)
  try {
    for await (const rows of session.read(readingFor(await session.columns()))) return rows.length > 0
    return false
  } finally {
    await session.close()
  }
}

const whole = (
  kind: DatabaseKind,
  settings: DatabaseSettings,
  secret: DatabaseSecret,
  readingFor: ReadingFor = () => null,
): Batch => ({
  name: settings.table.trim() || '查询',
  mark: null,
  fetch: async (folder, signal) => {
    const session = await kind.open(settings, secret, signal)
    try {
      const columns = await session.columns()
      const file = new RowFile(folder, columns)
      try {
        for await (const rows of session.read(readingFor(columns))) {
          for (const row of rows) file.add(row)
          await file.drain()
          signal.throwIfAborted()
        }
        if (file.rows === 0) throw new SourceProblem('没有数据行，没有载入')
        // The rows are here: the database need not wait for the rest.
        await session.close()
        return await file.finish(signal)
      } finally {
        await file.close()
      }
    } finally {
      await session.close()
    }
  },
})

/**
 * Rows above the mark, lowest first; rows of one value come together, so that none is lost or doubled at a batch's
 * end. What this can't see: a row that is committed later with a value below the mark, as of a transaction that took
 * long, or a clock that went back. `overlap` reads such rows again, and belongs to tables in which a row that comes
 * twice replaces itself (by key or by day). Rows without a value, and at infinity, have no place in the order.
 */
async function* increments(
  kind: DatabaseKind,
  settings: DatabaseSettings,
  secret: DatabaseSecret,
  mark: string | null,
  signal: AbortSignal,
): AsyncGenerator<Batch> {
  const session = await kind.open(settings, secret, signal)
  let above = mark
  let notes: string[] = []
  try {
    const reading = readingOf(settings, await session.columns(), mark) as Reading
    if (mark !== null && settings.overlap > 0) {
      if (reading.column.order === 'text') throw noOverlap()
      above = await session.before(mark, reading.column, settings.overlap)
    }
    let isAny = false
    for await (const rows of session.read({ ...reading, above })) {
      isAny = rows.length > 0
      break
    }
    if (!isAny) return await refuseSetBack(session, reading, mark)
    if (mark === null) notes = missingNotes(await session.missing(reading.column), reading.column)
  } finally {
    await session.close()
  }
  for (;;) {
    const batch = new Increment(kind, settings, secret, above, mark, notes)
    notes = []
    yield batch
    if (!batch.isMore || batch.last === null) return
    above = batch.last
    mark = batch.mark
  }
}

/** Ids that begin anew below the mark would never be read, and nobody would see that. */
async function refuseSetBack(session: Session, { column }: Reading, mark: string | null): Promise<void> {
  if (mark === null) return
  const at = (await session.columns()).findIndex(({ name }) => name === column.name)
  let last: Cell = null
  for await (const [row] of session.read({ column, above: null, isLast: true })) last = row?.[at] ?? null
  if (last === null || isSame(last, mark, column)) return
  throw new SourceProblem(
    `增量列「${column.name}」现在最大是 ${last}，比上次读到的 ${mark} 小，没有可读的行：是删了最新的行，还是清空后重新编号？` +
      '若是重新编号，更小的行不会再读：按主键更新的表可以「从头补载」，其余的请另建一个数据源',
    'column',
  )
}

const missingNotes = (count: number, { name }: QueryColumn): string[] =>
  count > 0 ? [`有 ${count} 行的增量列「${name}」为空，分不出先后，没有读`] : []

class Increment implements Batch {
  readonly name: string
  /** Where reading goes on: known when the rows have been fetched. */
  mark: string | null
  last: string | null = null
  /** The batch was full before the rows ended. */
  isMore = false
  readonly #kind: DatabaseKind
  readonly #settings: DatabaseSettings
  readonly #secret: DatabaseSecret
  readonly #above: string | null
  readonly #notes: readonly string[]

  constructor(
    kind: DatabaseKind,
    settings: DatabaseSettings,
    secret: DatabaseSecret,
    above: string | null,
    mark: string | null,
    notes: readonly string[],
  ) {
    this.#notes = notes
    this.#kind = kind
    this.#settings = settings
    this.#secret = secret
    this.#above = above
    this.mark = mark
    const source = settings.table.trim() || '查询'
    this.name = above === null ? `${source}：从头开始` : `${source}：${settings.column} > ${above}`
  }

  async fetch(folder: string, signal: AbortSignal) {
    const session = await this.#kind.open(this.#settings, this.#secret, signal)
    try {
      const columns = await session.columns()
      const reading = readingOf(this.#settings, columns, this.#above) as Reading
      const file = new RowFile(folder, columns)
      try {
        const { last, isMore } = await this.#gather(session, file, reading, columns, signal)
        await session.close()
        const fetched = await file.finish(signal)
        this.last = last
        this.isMore = isMore
        this.mark = last
        const notes = [...this.#notes, ...(fetched.notes ?? [])]
        return { ...fetched, ...(notes.length > 0 && { notes }) }
      } finally {
        await file.close()
      }
    } finally {
      await session.close()
    }
  }

  async #gather(
    session: Session,
    file: RowFile,
    reading: Reading,
    columns: readonly QueryColumn[],
    signal: AbortSignal,
  ): Promise<{ last: string; isMore: boolean }> {
    const at = columns.findIndex(({ name }) => name === reading.column.name)
    const isDated = reading.column.order === 'day' || reading.column.order === 'time'
    const most = this.#settings.rows || usualRows
    let last: string | null = null
    for await (const rows of session.read(reading)) {
      for (const row of rows) {
        const value = row[at]
        if (value == null || (isDated && isNoDay(value)))
          throw new SourceProblem(`增量列「${reading.column.name}」里有不成立的日期，分不出先后`, 'column')
        const isFull = file.rows >= most || file.bytes >= mostBatchBytes
        if (isFull && !isSame(value, last, reading.column)) return { last: last as string, isMore: true }
        file.add(row)
        last = value
      }
      await file.drain()
      signal.throwIfAborted()
    }
    if (last === null) throw new SourceProblem('没有数据行，没有载入')
    return { last, isMore: false }
  }
}

/** 1.5 and 1.50 are one value to the database. */
const isSame = (one: string, other: string | null, { order }: QueryColumn): boolean =>
  one === other || (order === 'number' && other !== null && plain(one) === plain(other))

function plain(text: string): string {
  if (!/^-?\d+\.\d*$/.test(text)) return text === '-0' ? '0' : text
  let end = text.length
  while (text[end - 1] === '0') end -= 1
  const short = text.slice(0, text[end - 1] === '.' ? end - 1 : end)
  return short === '-0' ? '0' : short
}

function fieldsOf({ port, tableExample, databaseHint }: DatabaseKind): SourceField[] {
  return [
    { name: 'host', title: '主机', kind: 'text', required: true, placeholder: 'db.example.com', place: true },
    {
      name: 'port',
      title: '端口',
      kind: 'number',
      required: true,
      initial: port,
      least: 1,
      most: 65_535,
      place: true,
    },
    {
      name: 'database',
      title: '数据库',
      kind: 'text',
      required: true,
      ...(databaseHint && { hint: databaseHint }),
    },
    { name: 'user', title: '用户', kind: 'text', required: true, hint: '请用只能读取所需表的账号' },
    { name: 'password', title: '密码', kind: 'secret', required: false },
    {
      name: 'tls',
      title: '加密',
      kind: 'choice',
      required: true,
      initial: 'on',
      choices: [
        { value: 'on', title: 'TLS，检查证书' },
        { value: 'blind', title: 'TLS，不检查证书' },
        { value: 'off', title: '不加密，只用于内网' },
      ],
      place: true,
    },
    {
      name: 'ca',
      title: 'CA 证书',
      kind: 'area',
      required: false,
      placeholder: '-----BEGIN CERTIFICATE-----',
      hint: '对方的证书由自己的 CA 签发时填写（PEM）',
    },
    {
      name: 'table',
      title: '表',
      kind: 'text',
      required: false,
      placeholder: tableExample,
      hint: '表或视图；不用表时写下面的查询',
    },
    {
      name: 'query',
      title: '查询',
      kind: 'area',
      required: false,
      placeholder: 'SELECT …',
      hint: '一条 SELECT，只能读取',
    },
    {
      name: 'column',
      title: '增量列',
      kind: 'text',
      required: false,
      placeholder: 'updated_at',
      hint: '每次只读这一列比上次更大的行，如自增编号、更新时间；值为空的行不读。不填则每次整个读',
    },
    {
      name: 'overlap',
      title: '回看',
      kind: 'number',
      required: false,
      initial: 0,
      least: 0,
      most: 1_000_000_000,
      hint: '每次从上次之前多少处重读，补上提交得晚的行：时间列以秒计，日期列以天计，数字列以值计。只用于按主键更新或按天替换，否则行会重复',
    },
    {
      name: 'rows',
      title: '每批行数',
      kind: 'number',
      required: true,
      initial: usualRows,
      least: 1,
      most: 20_000_000,
      hint: '增量读取时每批约多少行；同一个值的行总在一批里',
    },
    {
      name: 'minutes',
      title: '最长等待（分钟）',
      kind: 'number',
      required: true,
      initial: 30,
      least: 1,
      most: 1440,
      hint: '数据库多久没有给出下一批行就放弃',
    },
  ]
}
