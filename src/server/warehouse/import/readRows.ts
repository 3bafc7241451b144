// Reads a text file (CSV or JSON) into a staging file of regular rows, and reports what was found.

import { spokenText } from '../spoken.ts'
import { nameColumns } from './columnNames.ts'
import { CsvParser, type CsvRecord, findDelimiter, longestRecord } from './csv.ts'
import { type Encoding, findEncoding, readText, replacement } from './encoding.ts'
import type { HeadChoice } from './head.ts'
import { type JsonRow, parseArray, parseObject } from './json.ts'
import { BadLines, importProblem } from './problem.ts'
import { mostColumns, stageRecords } from './records.ts'
import type { Source } from './source.ts'
import { StagingFile } from './staging.ts'
import type { FurtherTable } from './tables.ts'
import type { WordRow } from './totals/words.ts'

export interface StagedRows {
  path: string
  names: string[]
  rows: number
  /** Some text contains a line break. */
  broken: boolean
  /** Characters of the longest staged row. */
  longest: number
  /** Rows may end before their last columns. */
  padded?: boolean
  bad: BadLines
  /** Rows that name a total. */
  words: readonly WordRow[]
  /** For the user: encoding, delimiter, renamed columns. */
  notes: string[]
  /** Position of the header; null for files whose rows name their fields. */
  head: HeadChoice | null
  /** Other tables of the file or sheet. */
  tables: FurtherTable[]
  /** What parts the fields; absent for files that are no delimited text. */
  delimiter?: string
}

export interface StagingOptions {
  /** Path of the staging file. */
  path: string
  head?: HeadChoice | null
  encoding?: Encoding['name'] | null
  /** Called with the share of the file that was read, 0 to 1. */
  onProgress?: (fraction: number) => void
}

const delimiterNames: Record<string, string> = { ',': '逗号', '\t': '制表符', ';': '分号', '|': '竖线' }

/** A first line that tells Excel the delimiter. */
const delimiterMark = /^sep=([,;|\t])\r?\n/i

export async function stageText(source: Source, options: StagingOptions): Promise<StagedRows> {
  const encoding = await findEncoding(source.path, source.name, options.encoding)
  return source.kind === 'json' ? stageJson(source, encoding, options) : stageCsv(source, encoding, options)
}

async function stageCsv(
  source: Source,
  encoding: Encoding,
  { path, head = null, onProgress }: StagingOptions,
): Promise<StagedRows> {
  const staging = new StagingFile(path)
  const bad = new BadLines()
  const reader = new CsvReader(source, encoding, onProgress)
  const faultOfText = (text: string) => faultIn(text, encoding)
  try {
    const rules = { name: source.name, head, faultOfText, ragged: false, delimiter: () => reader.delimiter }
    const found = await stageRecords(reader.batches(), { staging, bad }, rules)
    await staging.close()
    const reading = `编码 ${encoding.label}${found.names.length > 1 ? `，分隔符为${delimiterNames[reader.delimiter]}` : '，只有一列'}`
    return {
      ...found,
      path,
      rows: staging.rows,
      broken: staging.broken,
      longest: staging.longest,
      bad,
      words: staging.words.rows,
      delimiter: reader.delimiter,
      notes: [reading, ...found.notes],
    }
  } finally {
    await staging.close()
  }
}

/** Reads a delimited text's records, with the delimiter found in its beginning. */
class CsvReader {
  delimiter = ','
  readonly #source: Source
  readonly #encoding: Encoding
  readonly #onProgress: ((fraction: number) => void) | undefined

  constructor(source: Source, encoding: Encoding, onProgress?: (fraction: number) => void) {
    this.#source = source
    this.#encoding = encoding
    this.#onProgress = onProgress
  }

  async *batches(): AsyncGenerator<CsvRecord[]> {
    let parser: CsvParser | null = null
    let marked: string | undefined
    const { path, size } = this.#source
    const pieces = readText(path, this.#encoding, (bytes) => this.#onProgress?.(Math.min(1, bytes / size)))
    for await (const piece of withPlainBreaks(pieces)) {
      if (!parser) {
        marked = delimiterMark.exec(piece)?.[1]
        this.delimiter = marked ?? findDelimiter(piece.slice(0, 65_536))
        parser = new CsvParser(this.delimiter)
      }
      yield parser.push(piece).filter(({ line }) => !marked || line > 1)
    }
    if (parser) yield parser.end().filter(({ line }) => !marked || line > 1)
  }
}

/** Single carriage returns end lines, too, as on old Macs; a file may mix all kinds. */
async function* withPlainBreaks(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let held = ''
  for await (const piece of pieces) {
    const text = held + piece
    held = text.endsWith('\r') ? '\r' : ''
    const whole = held ? text.slice(0, -1) : text
    yield whole.includes('\r') ? whole.replaceAll(/\r(?!\n)/g, '\n') : whole
  }
  if (held) yield '\n'
}

function faultIn(text: string, encoding: Encoding): string {
  if (text.includes('\0')) return '含 NUL 字符'
  if (encoding.broken && text.includes(replacement)) return `含无法按 ${encoding.label} 解码的字符`
  return ''
}

/**
 * JSON arrays beyond this size are refused, because they are parsed whole; lines of objects may have any
 * size.
 */
const largestArray = 64 * 1024 * 1024

async function stageJson(
  source: Source,
  encoding: Encoding,
  { path, onProgress }: StagingOptions,
): Promise<StagedRows> {
  const array = await isWhole(source, encoding)
  const bad = new BadLines(array ? '个元素' : '行')
  const staging = new StagingFile(path)
  const stage = new ObjectStage(source, { staging, bad }, (text) => faultIn(text, encoding))
  try {
    if (array) await readArray(source, encoding, stage)
    else await readLines(source, encoding, { stage, onProgress })
  } finally {
    await staging.close()
  }
  const { keys, taken } = stage
  if (keys.length === 0 && taken > 0) throw importProblem(`文件里的对象都没有字段：${source.name}`)
  const { names, notes } = nameColumns(keys)
  if (taken === 0 && bad.count === 0) throw importProblem(`文件里没有数据：${source.name}`)
  return {
    path: staging.path,
    names,
    rows: staging.rows,
    broken: staging.broken,
    longest: staging.longest,
    padded: true,
    bad,
    words: staging.words.rows,
    head: null,
    tables: [],
    notes: [`编码 ${encoding.label}`, ...notes],
  }
}

/** Stages objects. A key that appears late becomes a column that earlier rows end without. */
class ObjectStage {
  /** Objects read, whether or not they could be staged. */
  taken = 0
  readonly bad: BadLines
  readonly #source: Source
  readonly #staging: StagingFile
  readonly #faultOfText: (text: string) => string
  readonly #places = new Map<string, number>()

  constructor(
    source: Source,
    { staging, bad }: { staging: StagingFile; bad: BadLines },
    faultOfText: (text: string) => string,
  ) {
    this.#source = source
    this.#staging = staging
    this.bad = bad
    this.#faultOfText = faultOfText
  }

  get keys(): string[] {
    return [...this.#places.keys()]
  }

  take(line: number, row: JsonRow): void {
    this.taken += 1
    for (const key of row.keys()) if (!this.#places.has(key)) this.#places.set(key, this.#places.size)
    if (this.#places.size > mostColumns)
      throw importProblem(`${this.#source.name} 有超过 ${mostColumns} 个字段，最多 ${mostColumns} 个`)
    const cells = Array<string | null>(this.#places.size).fill(null)
    let fault = ''
    for (const [key, text] of row) {
      cells[this.#places.get(key) as number] = text
      if (text !== null) fault ||= this.#faultOfText(text)
    }
    if (fault) this.bad.add(line, fault)
    else this.#staging.add(line, cells)
  }

  drain(): Promise<void> {
    return this.#staging.drain()
  }
}

/**
 * Whether the file is one JSON value (an array, or an object over several lines) rather than one per line.
 */
async function isWhole(source: Source, encoding: Encoding): Promise<boolean> {
  for await (const piece of readText(source.path, encoding)) {
    const start = piece.trimStart()
    if (start) return start.startsWith('[') || /^\{\s*\n/.test(start)
  }
  return false
}

async function readArray(source: Source, encoding: Encoding, stage: ObjectStage): Promise<void> {
  if (source.size > largestArray) {
    throw importProblem(`${source.name} 过大：JSON 数组最多 64 MB，请改用每行一个对象的格式（.ndjson）`)
  }
  let text = ''
  for await (const piece of readText(source.path, encoding)) text += piece
  let elements: Iterable<JsonRow | null>
  try {
    elements = parseArray(text)
  } catch (error) {
    throw importProblem(`${source.name} 不是有效的 JSON：${spokenText(error, '写法有误')}`)
  }
  let at = 0
  for (const row of elements) {
    at += 1
    if (row) stage.take(at, row)
    else stage.bad.add(at, '数组的元素不是对象')
    await stage.drain()
  }
}

/** The most characters of one object; more is an error. */
const longestLine = longestRecord

async function readLines(
  source: Source,
  encoding: Encoding,
  { stage, onProgress }: { stage: ObjectStage; onProgress: StagingOptions['onProgress'] },
): Promise<void> {
  let [rest, line, isTooLong] = ['', 0, false]
  const take = (text: string) => {
    line += 1
    if (isTooLong || text.length > longestLine) stage.bad.add(line, '行过长')
    else if (text.trim()) takeObject(stage, line, text)
    isTooLong = false
  }
  const told = (bytes: number) => onProgress?.(Math.min(1, bytes / source.size))
  for await (const piece of readText(source.path, encoding, told)) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) take(text)
    // Text beyond the limit is dropped, not collected until its end.
    if (rest.length > longestLine) [rest, isTooLong] = ['', true]
    await stage.drain()
  }
  if (rest || isTooLong) take(rest)
  if (stage.taken === 0) throw importProblem(`${source.name} 不是有效的 JSON：应为对象的数组，或每行一个对象`)
}

function takeObject(stage: ObjectStage, line: number, text: string): void {
  let row: JsonRow
  try {
    row = parseObject(text)
  } catch (error) {
    stage.bad.add(line, error instanceof TypeError ? '不是对象' : '不是有效的 JSON')
    return
  }
  stage.take(line, row)
}
