// Stages a table's records from any kind of file: header, bad lines, skipped lines.
import { nameColumns } from './columnNames.ts'
import {
  type Cells,
  type FoundHead,
  findHead,
  type HeadChoice,
  headSample,
  isRemark,
  namesOf,
} from './head.ts'
import { type BadLines, importProblem } from './problem.ts'
import type { StagingFile } from './staging.ts'
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
    for (const record of records) if (!isBlank(record)) stage.take(record)
    await staging.drain()
  }
  return stage.end()
}

/** A line that is empty or has only blanks. */
function isBlank(record: SourceRecord): boolean {
  // Fast path: most lines begin with a visible character.
  if (record.problem || (record.plain && /^[^\s,;|]/.test(record.plain))) return false
  const { fields } = record
  return fields.every((field) => field === null || (fields.length === 1 && field.trim() === ''))
}

/** Such a row is often shorter than the others. */
const namesTotal = (fields: Cells): boolean =>
  fields.some((field) => field !== null && totalWordOf(field)?.certainty === 'sure')

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

  constructor(staging: StagingFile, bad: BadLines, rules: RecordRules) {
    this.#staging = staging
    this.#bad = bad
    this.#rules = rules
  }

  take(record: SourceRecord): void {
    if (this.#head) {
      this.#follow(record)
      return
    }
    this.#first.push(record)
    if (this.#first.length >= headSample) this.#begin()
  }

  end(): StagedHead {
    if (!this.#head) this.#begin()
    const head = this.#head as unknown as StagedHead
    for (const record of this.#withoutRemarks(head)) this.#add(record)
    return head
  }

  /** The last records without remarks; a total may stand among them. */
  #withoutRemarks(head: StagedHead): SourceRecord[] {
    const kept = [...this.#last]
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
    const sample = this.#first
    this.#first = []
    const { at, rows } = this.#placeOf(sample)
    const body = at < 0 ? sample : sample.slice(at + rows)
    const lines = at < 0 ? [] : sample.slice(at, at + rows)
    this.#head = this.#named(lines, body)
    if (at > 0) this.#head.notes.push(`表头在第 ${lines[0]?.line} 行，其上的 ${at} 行没有导入`)
    if (rows === 2) this.#head.notes.push('表头占两行，已合成一个列名')
    for (const record of body) this.#follow(record)
  }

  #placeOf(sample: readonly SourceRecord[]): FoundHead {
    const { head, name } = this.#rules
    if (sample.length === 0) throw importProblem(`文件里没有内容：${name}`)
    if (head?.line === 0) return { at: -1, rows: 0 }
    if (!head) return findHead(sample.map(({ fields }) => fields))
    const at = sample.findIndex(({ line }) => line >= head.line)
    if (at < 0) throw importProblem(`${name} 的第 ${head.line} 行不在开头的 ${headSample} 行里，不能作表头`)
    return { at, rows: head.rows }
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
    const { names, notes } = nameColumns(fields)
    const isData = lines.length === 1 && fields.every((field) => /^[-+]?[\d.]+$/.test(field?.trim() ?? ''))
    if (isData) notes.push('首行看起来是数据而不是列名；首行总被当作列名')
    const head: HeadChoice = { line: lines[0]?.line ?? 0, rows: lines.length === 2 ? 2 : 1 }
    return { names, head, notes }
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
