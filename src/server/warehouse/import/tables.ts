// Tells the tables of a sheet apart: after an empty line, a title or a header with rows below it begins
// another one. The first is read; the others are told, and each can be read by choosing its header.
import { lettersOf } from '#shared/imports/letters.ts'
import { beginsTable, type Cells, hasValues, isFilled } from './head.ts'

export interface FurtherTable {
  /** Line of its header. */
  line: number
  /** Its first names. */
  title: string
  /** The first column of a table beside. */
  column?: number
}

interface TakenRecord {
  line: number
  fields: (string | null)[]
  problem: string
  readonly plain?: string
}

/** Records that are looked at after an empty line: two titles, a header and rows. */
const lookedAt = 5
const mostTables = 20
const shownNames = 4
/** A value may be called like its column; a row like its header, hardly. */
const fewestNames = 2

export class TableBreaks<Taken extends TakenRecord = TakenRecord> {
  readonly tables: FurtherTable[] = []
  #head: Cells = []
  /** How many of its names there are. */
  #named = 0
  /** Whether the table's rows have values: only then a line of names is none of them. */
  #isTold = false
  /** Another table has begun. */
  #isOver = false
  #held: Taken[] = []
  #repeated: number[] = []

  /** `above`: what stands above the header, in parts between empty lines. */
  begin(head: Cells, body: readonly Cells[], above: readonly (readonly TakenRecord[])[]): void {
    for (const part of above) {
      const found = beginsTable(part.slice(0, lookedAt).map(({ fields }) => fields))
      if (found) this.#tell(part[found.at] as TakenRecord)
    }
    this.#head = head
    this.#named = head.filter(isFilled).length
    this.#isTold = body.slice(0, lookedAt).some(hasValues)
  }

  /** Returns the records that now belong to the table. */
  take(record: Taken, isApart: boolean): Taken[] {
    if (this.#held.length > 0) {
      this.#held.push(record)
      return this.#held.length < lookedAt ? [] : this.#release()
    }
    if (isApart && this.#isTold && this.tables.length < mostTables && !hasValues(record.fields)) {
      this.#held.push(record)
      return []
    }
    if (this.#isOver) return []
    if (!this.#repeats(record)) return [record]
    this.#repeated.push(record.line)
    return []
  }

  /** The header again, without an empty line before it: files were joined. */
  #repeats(record: Taken): boolean {
    const [first] = this.#head
    if (this.#named < fewestNames || !first) return false
    // Fast path: most lines begin otherwise, and need not be split.
    if (record.plain !== undefined && !record.plain.startsWith(first)) return false
    return this.#isHead(record.fields)
  }

  end(): Taken[] {
    return this.#release()
  }

  notes(): string[] {
    const repeated = this.#repeated
    return [
      ...this.tables.map(({ line, title, column }) =>
        column !== undefined
          ? `${lettersOf(column)} 列起是旁边的另一张表（${title}），这次没有导入；要导入它，请选 ${lettersOf(column)}${line} 作表头`
          : `第 ${line} 行起是另一张表（${title}），这次没有导入；要导入它，请选第 ${line} 行作表头`,
      ),
      ...(repeated.length > 0
        ? [
            `第 ${repeated.slice(0, 10).join('、')}${repeated.length > 10 ? ' 等' : ''} 行重复了表头，没有导入`,
          ]
        : []),
    ]
  }

  #release(): Taken[] {
    const held = this.#held
    this.#held = []
    const found = beginsTable(held.map(({ fields }) => fields))
    if (!found) return this.#isOver ? [] : held
    const { line, fields } = held[found.at] as Taken
    // The same header again is that of the next page.
    if (found.at === 0 && this.#isHead(fields)) {
      if (this.#isOver) return []
      this.#repeated.push(line)
      return held.slice(1)
    }
    this.#isOver = true
    this.#tell({ line, fields })
    return []
  }

  /** Another table beside this one. */
  beside(line: number, names: readonly string[], column: number): void {
    this.tables.push({ line, title: titleOf(names), column })
  }

  #tell({ line, fields }: Pick<TakenRecord, 'line' | 'fields'>): void {
    this.tables.push({ line, title: titleOf(fields.flatMap((field) => field?.trim() || [])) })
  }

  #isHead(fields: Cells): boolean {
    return this.#head.every((name, at) => (name ?? '').trim() === (fields[at] ?? '').trim())
  }
}

const titleOf = (names: readonly string[]): string =>
  names.slice(0, shownNames).join('、') + (names.length > shownNames ? '…' : '')
