// Stages a table's records from any kind of file: header, bad lines, skipped lines.
import { type Block, blockAt, type TableBeside, tablesBeside, within } from './beside.ts'
import { nameColumns } from './columnNames.ts'
import {
  areFieldNames,
  arePairs,
  areUnits,
  type Cells,
  type FoundHead,
  findHead,
  type HeadChoice,
  headSample,
  isFilled,
  isRemark,
  namesOf,
  summaryBelow,
} from './head.ts'
import { type BadLines, importProblem } from './problem.ts'
import type { StagingFile } from './staging.ts'
import { type FurtherTable, TableBreaks } from './tables.ts'
import { totalWordOf } from './totals/words.ts'

export interface SourceRecord {
  /** Line in the file, from 1. */
  line: number
  fields: (string | null)[]
  /** Why the record can't be used; empty when it can. */
  problem: string
  /** The whole line, where it is only fields and delimiters. */
  readonly plain?: string
}

interface RecordRules {
  /** File name, for messages. */
  name: string
  /** The user's choice of the header; null: it is detected. */
  head: HeadChoice | null
  /** What is wrong with a text; empty when nothing is. */
  faultOfText(text: string): string
  /** Rows of a sheet end at their last cell. */
  ragged: boolean
  /** The delimiter of plain lines; known once the first line was read. */
  delimiter?(): string
}

interface StagedHead {
  names: string[]
  head: HeadChoice
  /** Other tables below this one. */
  tables: FurtherTable[]
  notes: string[]
}

export const mostColumns = 1000
/** This many of the last lines may be totals and remarks. */
const lastLines = 10

export async function stageRecords(
  batches: AsyncIterable<readonly SourceRecord[]>,
  { staging, bad }: { staging: StagingFile; bad: BadLines },
  rules: RecordRules,
): Promise<StagedHead> {
  const stage = new RecordStage(staging, bad, rules)
  // A promise for each of millions of rows would take longer than the rows themselves.
  for await (const records of batches) {
    for (const record of records) {
      if (isBlank(record)) stage.pass()
      else stage.take(record)
    }
    await staging.drain()
  }
  return stage.end()
}

/** +-----+-----+ between the lines of a table that a terminal has drawn. */
const rule = /^[-+|=:\s]{3,}$/

/** A line that is empty, has only blanks, or is ruled. */
function isBlank(record: SourceRecord): boolean {
  // Fast path: most lines begin with a visible character.
  if (record.problem || (record.plain && /^[^\s,;|+=-]/.test(record.plain))) return false
  const { fields, plain = '' } = record
  if (rule.test(plain) && plain.includes('--') && /[+|]/.test(plain)) return true
  return fields.every((field) => field === null || (fields.length === 1 && field.trim() === ''))
}

/** Such a row is often shorter than the others. */
const namesTotal = (fields: Cells): boolean =>
  fields.some((field) => field !== null && totalWordOf(field)?.certainty === 'sure')

const shownWords = 8
const wordsOf = (fields: Cells): string =>
  fields
    .flatMap((field) => field?.trim() || [])
    .slice(0, shownWords)
    .join('、')

function commasIn(line: string): number {
  let [count, at] = [0, line.indexOf(',')]
  while (at >= 0) {
    count += 1
    at = line.indexOf(',', at + 1)
  }
  return count
}

class RecordStage {
  readonly #staging: StagingFile
  readonly #bad: BadLines
  readonly #rules: RecordRules
  #first: SourceRecord[] = []
  #last: SourceRecord[] = []
  #head: StagedHead | null = null
  readonly #breaks = new TableBreaks()
  /** The line before was empty. */
  #isApart = false
  #line = 0

  constructor(staging: StagingFile, bad: BadLines, rules: RecordRules) {
    this.#staging = staging
    this.#bad = bad
    this.#rules = rules
  }

  /** An empty line. */
  pass(): void {
    this.#isApart = true
  }

  take(record: SourceRecord): void {
    const { head, ragged } = this.#rules
    // A sheet leaves its empty lines out.
    const isApart = this.#isApart || (ragged && record.line > this.#line + 1)
    this.#isApart = false
    this.#line = record.line
    if (this.#head) this.#takeWithin(record, isApart)
    else if (!head?.line || record.line >= head.line) {
      this.#first.push(record)
      if (isApart) this.#apart.add(record.line)
      if (this.#first.length >= headSample) this.#begin()
    }
  }

  /** Lines of the first records that an empty line precedes. */
  readonly #apart = new Set<number>()
  /** The columns of the table, where others stand beside it. */
  #block: Block | null = null

  #takeWithin(record: SourceRecord, isApart: boolean): void {
    const own = this.#within(record)
    if (own) this.#pass(this.#breaks.take(own, isApart))
    else this.pass()
  }

  /** The record without the tables beside; null where nothing is left. */
  #within(record: SourceRecord): SourceRecord | null {
    if (!this.#block) return record
    const { line, problem } = record
    const fields = within(record.fields, this.#block)
    return problem !== '' || fields.some(isFilled) ? { line, fields, problem } : null
  }

  /** Chooses the table's columns; returns the tables beside. */
  #choose(sample: readonly SourceRecord[]): TableBeside[] {
    const { head } = this.#rules
    // A line without a column is that of the whole width.
    if (head && head.column === undefined) return []
    const cells = sample.map(({ fields }) => fields)
    const tables = tablesBeside(cells)
    this.#block = head?.column === undefined ? (tables[0] ?? null) : blockAt(cells, head.column)
    return tables.filter(({ from }) => from !== this.#block?.from)
  }

  #pass(records: readonly SourceRecord[]): void {
    for (const record of records) this.#follow(record)
  }

  end(): StagedHead {
    if (!this.#head) this.#begin()
    const head = this.#head as unknown as StagedHead
    this.#pass(this.#breaks.end())
    head.tables = this.#breaks.tables
    head.notes.push(...this.#breaks.notes())
    this.#leaveSummary(head)
    for (const record of this.#withoutRemarks(head)) this.#add(record)
    return head
  }

  /** Takes a summary below the table off the last records. */
  #leaveSummary({ names, notes }: StagedHead): void {
    // The rows of a sheet end at their last cell: short ones are no other table.
    if (this.#rules.ragged || this.#last.some(({ problem }) => problem !== '')) return
    const lines = summaryBelow(
      this.#last.map(({ fields }) => fields),
      names.length,
    )
    if (lines === 0 || this.#staging.rows + this.#last.length <= lines) return
    const [first, ...others] = this.#last.splice(-lines)
    const to = others.at(-1)?.line
    notes.push(`第 ${first?.line}${to === undefined ? '' : ` 至 ${to}`} 行是表尾的汇总，没有导入`)
  }

  /** The last records without remarks; a total may stand among them. */
  #withoutRemarks(head: StagedHead): SourceRecord[] {
    const kept = [...this.#last]
    // A table of pairs is a table.
    if (kept.length > 1 && kept.every(({ fields }) => arePairs(fields))) return kept
    for (let at = kept.length - 1; at >= 0; at -= 1) {
      const { line, fields, problem } = kept[at] as SourceRecord
      if (namesTotal(fields)) continue
      // Two lines may well be a complete table.
      const isLeft = !problem && isRemark(fields, head.names.length) && this.#staging.rows + kept.length > 2
      if (!isLeft) break
      kept.splice(at, 1)
      head.notes.push(`第 ${line} 行是附注，没有导入`)
    }
    return kept
  }

  #begin(): void {
    const first = this.#first
    this.#first = []
    const beside = this.#choose(first)
    const sample = first.flatMap((record) => this.#within(record) ?? [])
    const { at, rows } = this.#placeOf(sample)
    const below = sample.slice(at + rows)
    const lines = sample.slice(at, at + rows)
    const codes = rows > 0 ? this.#fieldLines(lines, below) : []
    const under = below.slice(codes.length)
    const units = rows > 0 && areUnits(under.map(({ fields }) => fields)) ? under[0] : undefined
    const body = units ? under.slice(1) : under
    this.#head = this.#named(lines, body)
    for (const { line, fields } of codes)
      this.#head.notes.push(`第 ${line} 行是字段名或类型（${wordsOf(fields)}），没有导入`)
    if (units) this.#head.notes.push(`第 ${units.line} 行是单位（${wordsOf(units.fields)}），没有导入`)
    if (at > 0) {
      const line = (lines[0] ?? body[0])?.line
      this.#head.notes.push(
        rows > 0
          ? `表头在第 ${line} 行，其上的 ${at} 行没有导入`
          : `数据从第 ${line} 行开始，其上的 ${at} 行没有导入`,
      )
    }
    if (rows > 1) this.#head.notes.push(`表头占${rows === 2 ? '两' : '三'}行，已合成一个列名`)
    const bodies = body.map(({ fields }) => fields)
    const names = namesOf(lines.map(({ fields }) => fields))
    this.#breaks.begin(names, bodies, this.#rules.head ? [] : this.#parts(sample.slice(0, at)))
    for (const { at: place, names: theirs, from } of beside)
      this.#breaks.beside(first[place]?.line ?? 1, theirs, from)
    for (const record of body) this.#pass(this.#breaks.take(record, this.#apart.has(record.line)))
  }

  /** Lines below the header with what programs call the columns, and their types. */
  #fieldLines(head: readonly SourceRecord[], below: readonly SourceRecord[]): SourceRecord[] {
    const names = namesOf(head.map(({ fields }) => fields))
    const rows = below.map(({ fields }) => fields)
    const lines = [2, 1].find((count) =>
      Array.from({ length: count }, (_, at) => [...rows.slice(at, at + 1), ...rows.slice(count)]).every(
        (these) => areFieldNames(names, these),
      ),
    )
    return below.slice(0, lines ?? 0)
  }

  /** Records in parts, each of which an empty line precedes. */
  #parts(records: readonly SourceRecord[]): SourceRecord[][] {
    const parts: SourceRecord[][] = []
    for (const record of records) {
      if (parts.length === 0 || this.#apart.has(record.line)) parts.push([])
      parts.at(-1)?.push(record)
    }
    return parts
  }

  #placeOf(sample: readonly SourceRecord[]): FoundHead {
    const { head, name } = this.#rules
    if (sample.length === 0)
      throw importProblem(head?.line ? `${name} 没有第 ${head.line} 行` : `文件里没有内容：${name}`)
    if (head?.line === 0) return { at: 0, rows: 0 }
    return head ? { at: 0, rows: head.rows } : findHead(sample.map(({ fields }) => fields))
  }

  #named(lines: readonly SourceRecord[], body: readonly SourceRecord[]): StagedHead {
    const { name, faultOfText, ragged } = this.#rules
    for (const { problem, fields, line } of lines) {
      if (problem) throw importProblem(`${name} 的表头（第 ${line} 行）有误：${problem}`)
      if (fields.some((field) => field !== null && faultOfText(field)))
        throw importProblem(`${name} 的表头（第 ${line} 行）编码有误或含 NUL 字符`)
    }
    const fields = namesOf(lines.map((record) => record.fields))
    const widest =
      ragged || lines.length === 0 ? Math.max(0, ...body.map((record) => record.fields.length)) : 0
    while (fields.length < widest) fields.push(null)
    // Some programs end each line with a delimiter; the header's last, empty name is then no column.
    if (!ragged && lines.length === 1 && fields.length > 1 && fields.at(-1) === null) fields.pop()
    if (fields.length > mostColumns)
      throw importProblem(`${name} 有 ${fields.length} 列，最多 ${mostColumns} 列`)
    const { names, notes: changes } = nameColumns(fields)
    const line = lines[0]?.line ?? 0
    const rows = lines.length === 3 ? 3 : lines.length === 2 ? 2 : 1
    const notes = line > 0 ? changes : [this.#unnamed(names, body)]
    const column = this.#block ? { column: this.#block.from } : {}
    return { names, head: { line, rows, ...column }, tables: [], notes }
  }

  /** What is said of a table without a header. */
  #unnamed(names: readonly string[], body: readonly SourceRecord[]): string {
    const named = names.length > 1 ? `${names[0]} 至 ${names.at(-1)}` : `${names[0]}`
    if (this.#rules.head) return `按「没有表头」读，各列命名为 ${named}`
    const line = body[0]?.line ?? 1
    return `没有找到表头：第 ${line} 行看起来是数据，已当作数据，各列命名为 ${named}；它若是列名，请选第 ${line} 行作表头`
  }

  #follow(record: SourceRecord): void {
    this.#last.push(record)
    const due = this.#last.length > lastLines ? this.#last.shift() : undefined
    if (due) this.#add(due)
  }

  #add(record: SourceRecord): void {
    const count = this.#head?.names.length ?? 0
    if (this.#isRegular(record, count)) {
      this.#staging.addPlain(record.line, record.plain)
      return
    }
    const { line, fields: given, problem: known } = record
    const fields = this.#fitted(given, count)
    const problem = known || this.#faultOf(fields, count)
    if (problem) this.#bad.add(line, problem)
    else this.#staging.add(line, fields)
  }

  /** A line that can be staged without examining each field. */
  #isRegular(record: SourceRecord, count: number): record is SourceRecord & { plain: string } {
    const { plain } = record
    if (plain === undefined || this.#rules.delimiter?.() !== ',') return false
    return commasIn(plain) === count - 1 && plain !== '' && this.#rules.faultOfText(plain) === ''
  }

  /** Drops empty fields beyond the last column, and fills up what may be shorter than the head. */
  #fitted(fields: (string | null)[], count: number): (string | null)[] {
    let length = fields.length
    while (length > count && fields[length - 1] === null) length -= 1
    const fitted = length === fields.length ? fields : fields.slice(0, length)
    if (length >= count || !(this.#rules.ragged || namesTotal(fields))) return fitted
    return [...fitted, ...Array<null>(count - length).fill(null)]
  }

  #faultOf(fields: Cells, count: number): string {
    if (fields.length !== count) return `应有 ${count} 列，实有 ${fields.length} 列`
    for (const field of fields) {
      const fault = field === null ? '' : this.#rules.faultOfText(field)
      if (fault) return fault
    }
    return ''
  }
}
