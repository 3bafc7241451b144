// A text file (CSV or JSON) → a staging file of regular rows, and what was found on the way.
import { nameColumns } from './columnNames.ts'
import { CsvParser, type CsvRecord, findDelimiter } from './csv.ts'
import { type Encoding, findEncoding, readText, replacement } from './encoding.ts'
import { type JsonRow, parseArray, parseObject } from './json.ts'
import { BadLines, importProblem } from './problem.ts'
import type { Source } from './source.ts'
import { StagingFile } from './staging.ts'

export interface StagedRows {
  path: string
  names: string[]
  rows: number
  bad: BadLines
  /** What the user should know: encoding, delimiter, renamed columns. */
  notes: string[]
}

const mostColumns = 1000
const delimiterNames: Record<string, string> = { ',': '逗号', '\t': '制表符', ';': '分号', '|': '竖线' }

/** A first line by which Excel tells the delimiter. */
const delimiterMark = /^sep=([,;|\t])\r?\n/i

export async function stageText(source: Source, stagingPath: string): Promise<StagedRows> {
  const encoding = await findEncoding(source.path, source.name)
  return source.kind === 'json'
    ? stageJson(source, encoding, stagingPath)
    : stageCsv(source, encoding, stagingPath)
}

async function stageCsv(source: Source, encoding: Encoding, stagingPath: string): Promise<StagedRows> {
  const staging = new StagingFile(stagingPath)
  const bad = new BadLines()
  let parser: CsvParser | null = null
  let header: { names: string[]; notes: string[] } | null = null
  let delimiter = ','
  let marked: string | undefined

  const take = async (record: CsvRecord) => {
    if (record.problem === '' && isBlank(record.fields)) return
    if (marked && record.line === 1) return
    if (header === null) {
      header = readHeader(record, source, encoding)
      return
    }
    const fields = fitted(record.fields, header.names.length)
    const problem = record.problem || faultOf(fields, header.names.length, encoding)
    if (problem) bad.add(record.line, problem)
    else await staging.add(record.line, fields)
  }

  try {
    for await (const piece of withPlainBreaks(readText(source.path, encoding))) {
      if (!parser) {
        marked = delimiterMark.exec(piece)?.[1]
        delimiter = marked ?? findDelimiter(piece.slice(0, 65_536))
        parser = new CsvParser(delimiter)
      }
      for (const record of parser.push(piece)) await take(record)
    }
    for (const record of parser?.end() ?? []) await take(record)
  } finally {
    await staging.close()
  }
  if (header === null) throw importProblem(`文件里没有内容：${source.name}`)
  const { names, notes } = header as { names: string[]; notes: string[] }
  const reading = `编码 ${encoding.label}${names.length > 1 ? `，分隔符为${delimiterNames[delimiter]}` : '，只有一列'}`
  return { path: staging.path, names, rows: staging.rows, bad, notes: [reading, ...notes] }
}

/** Carriage returns that stand alone end lines too, as on old Macs; a file may have all kinds. */
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

function readHeader(record: CsvRecord, source: Source, encoding: Encoding) {
  if (record.problem)
    throw importProblem(`${source.name} 的表头（第 ${record.line} 行）有误：${record.problem}`)
  if (record.fields.length > mostColumns) {
    throw importProblem(`${source.name} 有 ${record.fields.length} 列，至多 ${mostColumns} 列`)
  }
  const broken = record.fields.some((field) => field !== null && faultOfText(field, encoding))
  if (broken) throw importProblem(`${source.name} 的表头（第 ${record.line} 行）编码有误或含 NUL 字符`)
  // Some programs end each line with a delimiter; the header's last, empty name is no column then.
  const fields = [...record.fields]
  if (fields.length > 1 && fields.at(-1) === null) fields.pop()
  const named = nameColumns(fields)
  const numbers = fields.every((field) => field !== null && /^[-+]?[\d.]+$/.test(field.trim()))
  if (numbers) named.notes.push('首行看起来是数据而不是列名；首行总被当作列名')
  return named
}

/** A line of nothing, or of a few spaces. */
function isBlank(fields: (string | null)[]): boolean {
  return fields.every((field) => field === null) || (fields.length === 1 && fields[0]?.trim() === '')
}

/** Empty fields beyond the last column are let go. */
function fitted(fields: (string | null)[], count: number): (string | null)[] {
  let length = fields.length
  while (length > count && fields[length - 1] === null) length -= 1
  return length === fields.length ? fields : fields.slice(0, length)
}

function faultOf(fields: (string | null)[], count: number, encoding: Encoding): string {
  if (fields.length !== count) return `应有 ${count} 列，实有 ${fields.length} 列`
  for (const field of fields) {
    const fault = field === null ? '' : faultOfText(field, encoding)
    if (fault) return fault
  }
  return ''
}

function faultOfText(text: string, encoding: Encoding): string {
  if (text.includes('\0')) return '含 NUL 字符'
  if (encoding.broken && text.includes(replacement)) return `含无法按 ${encoding.label} 解码的字符`
  return ''
}

/** Beyond this a JSON array (which is read whole) is refused; lines of objects may be of any size. */
const largestArray = 400_000_000

async function stageJson(source: Source, encoding: Encoding, stagingPath: string): Promise<StagedRows> {
  const array = await isWhole(source, encoding)
  const bad = new BadLines(array ? '个元素' : '行')
  const keys = new Map<string, number>()
  const staging = new StagingFile(stagingPath)
  let rows: [line: number, row: JsonRow][] = []
  try {
    // Keys may appear late, so rows wait until all are known; what they hold is small beside the text.
    rows = array ? await readArray(source, encoding, bad) : await readLines(source, encoding, bad)
    for (const [, row] of rows) {
      for (const key of row.keys()) if (!keys.has(key)) keys.set(key, keys.size)
    }
    if (keys.size === 0 && rows.length > 0) throw importProblem(`文件里的对象都没有字段：${source.name}`)
    if (keys.size > mostColumns)
      throw importProblem(`${source.name} 有 ${keys.size} 个字段，至多 ${mostColumns} 个`)
    for (const [line, row] of rows) {
      const cells = [...keys.keys()].map((key) => row.get(key) ?? null)
      const problem = faultOf(cells, keys.size, encoding)
      if (problem) bad.add(line, problem)
      else await staging.add(line, cells)
    }
  } finally {
    await staging.close()
  }
  const { names, notes } = nameColumns([...keys.keys()])
  if (rows.length === 0 && bad.count === 0) throw importProblem(`文件里没有数据：${source.name}`)
  return { path: staging.path, names, rows: staging.rows, bad, notes: [`编码 ${encoding.label}`, ...notes] }
}

/** Whether the file is one JSON value (an array, or an object over several lines) rather than one a line. */
async function isWhole(source: Source, encoding: Encoding): Promise<boolean> {
  for await (const piece of readText(source.path, encoding)) {
    const start = piece.trimStart()
    if (start) return start.startsWith('[') || /^\{\s*\n/.test(start)
  }
  return false
}

async function readArray(source: Source, encoding: Encoding, bad: BadLines): Promise<[number, JsonRow][]> {
  if (source.size > largestArray) {
    throw importProblem(`${source.name} 过大：JSON 数组至多 400 MB，请改用每行一个对象的格式（.ndjson）`)
  }
  let text = ''
  for await (const piece of readText(source.path, encoding)) text += piece
  let elements: (JsonRow | null)[]
  try {
    elements = parseArray(text)
  } catch (error) {
    throw importProblem(`${source.name} 不是有效的 JSON：${(error as Error).message}`)
  }
  return elements.flatMap((row, index): [number, JsonRow][] => {
    if (row) return [[index + 1, row]]
    bad.add(index + 1, '数组的元素不是对象')
    return []
  })
}

async function readLines(source: Source, encoding: Encoding, bad: BadLines): Promise<[number, JsonRow][]> {
  const rows: [number, JsonRow][] = []
  let [rest, line] = ['', 0]
  const take = (text: string) => {
    line += 1
    if (!text.trim()) return
    try {
      rows.push([line, parseObject(text)])
    } catch (error) {
      bad.add(line, error instanceof TypeError ? '不是对象' : '不是有效的 JSON')
    }
  }
  for await (const piece of readText(source.path, encoding)) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) take(text)
  }
  if (rest) take(rest)
  if (rows.length === 0) throw importProblem(`${source.name} 不是有效的 JSON：应为对象的数组，或每行一个对象`)
  return rows
}
