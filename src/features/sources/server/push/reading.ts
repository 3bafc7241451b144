// Reads pushed rows, NDJSON or CSV with names, to NDJSON. Rows that could not be loaded are refused here, with
// their line, while the sender still listens.
import type { PhysicalTable } from '#semantic/model/types.ts'
import { breathe } from '#server/limits/breath.ts'
import { duckdbType } from '#server/warehouse/clickhouse/writing/columns.ts'
import { CsvParser, findDelimiter } from '#server/warehouse/import/csv.ts'
import { BadLines } from '#server/warehouse/import/problem.ts'
import { spokenType } from '#server/warehouse/import/spokenType.ts'
import { AppError } from '#shared/errors.ts'
import { fitted, type Scalar } from './fitting.ts'

type Columns = PhysicalTable['columns']

const linesAtOnce = 2_000

export async function readPushed(
  bytes: Buffer,
  columns: Columns | null,
): Promise<{ body: string; rows: number }> {
  const text = decoded(bytes).replace(/^\uFEFF/, '')
  const bad = new BadLines()
  const known =
    columns &&
    new Map(columns.map(({ name, type }) => [name.toLowerCase(), { name, type: duckdbType(type) }]))
  const read = /^\s*[{[]/.test(text) ? jsonRows(text, bad) : csvRows(text, bad)
  const lines: string[] = []
  let count = 0
  for (const { line, row } of read) {
    count += 1
    if (count % linesAtOnce === 0) await breathe()
    if (row === null) continue
    const taken = takenRow(row, known)
    if (typeof taken === 'string') bad.add(line, taken)
    else lines.push(JSON.stringify(taken))
  }
  if (bad.count > 0)
    throw new AppError(
      'parameter_wrong',
      [`有 ${bad.count} 行不对，整个推送没有收下：`, ...bad.describe()].join('\n'),
      { lines: bad.first },
    )
  if (lines.length === 0)
    throw new AppError('parameter_wrong', '没有数据行；请推送 NDJSON，或首行是列名的 CSV')
  return { body: `${lines.join('\n')}\n`, rows: lines.length }
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new AppError('parameter_wrong', '内容不是 UTF-8')
  }
}

type Row = Record<string, unknown>
interface Read {
  line: number
  row: Row | null
}

function* jsonRows(text: string, bad: BadLines): Generator<Read> {
  let line = 0
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    const own = text.slice(at, end < 0 ? text.length : end).trim()
    at = end < 0 ? text.length : end + 1
    line += 1
    if (own === '') continue
    const row = objectIn(own)
    if (row === null) bad.add(line, '不是一个 JSON 对象；NDJSON 每行写一个对象')
    else yield { line, row }
  }
}

function objectIn(text: string): Row | null {
  try {
    // Numbers keep their digits as texts: a double would round what is longer.
    const value: unknown = JSON.parse(text, (_, parsed: unknown, { source }: { source?: string } = {}) =>
      typeof parsed === 'number' && source !== undefined && String(parsed) !== source ? source : parsed,
    )
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : null
  } catch {
    return null
  }
}

function* csvRows(text: string, bad: BadLines): Generator<Read> {
  const parser = new CsvParser(findDelimiter(text.slice(0, 64 * 1024)))
  const records = [...parser.push(text), ...parser.end()]
  const [head, ...body] = records
  const names = head?.fields.map((name) => (name ?? '').trim()) ?? []
  if (head?.problem || names.some((name) => name === '') || new Set(names).size < names.length) {
    bad.add(1, head?.problem || '首行应是列名，不能空着或重复')
    return
  }
  for (const { line, fields, problem } of body) {
    if (fields.length <= 1 && !fields[0] && !problem) continue
    if (problem) bad.add(line, problem)
    else if (fields.length !== names.length)
      bad.add(line, `有 ${fields.length} 个值，列名有 ${names.length} 个`)
    else yield { line, row: Object.fromEntries(names.map((name, at) => [name, fields[at] ?? null])) }
  }
}

/** The row as it is loaded, or why it can't be. */
function takenRow(row: Row, known: Map<string, { name: string; type: string }> | null): Row | string {
  const taken: Row = {}
  const names = new Set<string>()
  let isEmpty = true
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === 'object' && value !== null) return `列「${name}」的值是对象或数组`
    const key = name.toLowerCase()
    if (names.has(key)) return `列「${name}」有两个，只是大小写不同`
    names.add(key)
    const column = known?.get(key)
    if (known && !column) return `数据表没有列「${name}」`
    const own = column ? fitted(column.type, value as Scalar) : value
    if (column && own === undefined)
      return `列「${name}」应为${spokenType(column.type)}，实为「${String(value).slice(0, 40)}」`
    taken[column?.name ?? name] = own
    if (own !== null && own !== '') isEmpty = false
  }
  return isEmpty ? '没有任何值' : taken
}
