// Reads an .xlsx workbook as a stream: a sheet of a million rows needs no more memory than the shared
// strings.
import { importProblem } from '../problem.ts'
import type { SourceRecord } from '../records.ts'
import { Archive } from './archive.ts'
import { firstTable } from './firstTable.ts'
import { builtInFormat, type Format, formatOf, numberText } from './formats.ts'
import { columnOf, type Merge, MergedColumns, mergeOf, rowsOfFilter } from './merges.ts'
import { type Place, SheetNotes } from './notes.ts'
import { attributeOf, readWholeXml, readXml } from './xml.ts'

const mebibyte = 1024 * 1024
const smallPart = 32 * mebibyte
const mostSheet = 4000 * mebibyte
const mostTexts = 512 * mebibyte
const mostMerges = 200_000
/** Cells further to the right belong to no table. */
const mostCells = 2000

interface Sheet {
  name: string
  part: string
  hidden: boolean
}

export interface Workbook {
  sheets: string[]
  /** The sheet that a person would read first. */
  first: string
  /** Notes are complete when all records were read. */
  records(sheet: string, notes?: SheetNotes): AsyncGenerator<SourceRecord>
  close(): void
}

export async function openXlsx(path: string, name: string): Promise<Workbook> {
  const archive = await Archive.open(path, name)
  try {
    const { sheets, from1904 } = await readWorkbook(archive, name)
    const formats = await readFormats(archive, name)
    let texts: Promise<string[]> | undefined
    const records: Workbook['records'] = async function* (wanted, notes = new SheetNotes()) {
      const sheet = sheets.find((each) => each.name === wanted)
      if (!sheet) throw importProblem(`${name} 里没有工作表「${wanted}」`)
      texts ??= readTexts(archive, name)
      const merges = await readMerges(archive, sheet.part)
      const reader = new SheetReader({ formats, texts: await texts, from1904, merges, notes })
      yield* reader.records(archive, sheet.part, name)
    }
    const seen = sheets.filter(({ hidden }) => !hidden)
    const sized = (seen.length > 0 ? seen : sheets).map((sheet) => ({
      name: sheet.name,
      size: archive.sizeOf(sheet.part) ?? 0,
    }))
    return {
      sheets: sheets.map((sheet) => sheet.name),
      first: await firstTable(sized, records),
      records,
      close: () => archive.close(),
    }
  } catch (error) {
    archive.close()
    throw error
  }
}

async function readWorkbook(archive: Archive, name: string): Promise<{ sheets: Sheet[]; from1904: boolean }> {
  const targets = new Map<string, string>()
  await readWholeXml(archive.text('xl/_rels/workbook.xml.rels', smallPart), name, {
    open: (tag) => {
      const { Id, Target } = tag.attributes
      if (tag.name === 'Relationship' && Id && Target) targets.set(Id, partOf(Target))
    },
  })
  const sheets: Sheet[] = []
  let from1904 = false
  await readWholeXml(archive.text('xl/workbook.xml', smallPart), name, {
    open: (tag) => {
      if (tag.name === 'workbookPr') from1904 = /^(1|true)$/.test(attributeOf(tag, 'date1904') ?? '')
      if (tag.name !== 'sheet') return
      const part = targets.get(attributeOf(tag, 'id') ?? '')
      const hidden = /hidden/i.test(attributeOf(tag, 'state') ?? '')
      if (part && archive.sizeOf(part) !== null)
        sheets.push({ name: attributeOf(tag, 'name') ?? part, part, hidden })
    },
  })
  if (sheets.length === 0) throw importProblem(`${name} 里没有工作表；请确认它是 Excel 工作簿（.xlsx）`)
  return { sheets, from1904 }
}

const partOf = (target: string): string => (target.startsWith('/') ? target.slice(1) : `xl/${target}`)

/** Formats by the style index of a cell. */
async function readFormats(archive: Archive, name: string): Promise<Format[]> {
  const own = new Map<number, Format>()
  const formats: Format[] = []
  let within = false
  await readWholeXml(archive.text('xl/styles.xml', smallPart), name, {
    open: (tag) => {
      const id = Number(attributeOf(tag, 'numFmtId'))
      if (tag.name === 'numFmt') own.set(id, formatOf(attributeOf(tag, 'formatCode') ?? ''))
      if (tag.name === 'cellXfs') within = true
      if (tag.name === 'xf' && within) formats.push(own.get(id) ?? builtInFormat(id))
    },
    close: (tag) => {
      if (tag === 'cellXfs') within = false
    },
  })
  return formats
}

async function readTexts(archive: Archive, name: string): Promise<string[]> {
  const texts: string[] = []
  let text = ''
  let takes = false
  let reading = 0
  await readWholeXml(archive.text('xl/sharedStrings.xml', mostTexts), name, {
    open: (tag) => {
      if (tag.name === 'si') text = ''
      if (tag.name === 'rPh') reading += 1
      if (tag.name === 't') takes = reading === 0
    },
    text: (part) => {
      if (takes) text += part
    },
    close: (tag) => {
      if (tag === 't') takes = false
      if (tag === 'rPh') reading -= 1
      if (tag === 'si') texts.push(text)
    },
  })
  return texts
}

/** Merges are listed after the rows that need them, so they are read in a first pass. */
async function readMerges(archive: Archive, part: string): Promise<Merge[]> {
  const merges: Merge[] = []
  const mark = 'mergeCell '
  let held = ''
  for await (const piece of archive.text(part, mostSheet)) {
    const text = held + piece
    let at = text.indexOf(mark)
    while (at >= 0 && at + 100 < text.length && merges.length < mostMerges) {
      const merge = mergeOf(/ref="([^"]{1,30})"/.exec(text.slice(at, at + 100))?.[1] ?? '')
      if (merge) merges.push(merge)
      at = text.indexOf(mark, at + 1)
    }
    held = at >= 0 && merges.length < mostMerges ? text.slice(at) : text.slice(-mark.length)
  }
  return merges
}

interface BookParts {
  /** By the style index of a cell. */
  formats: readonly Format[]
  texts: readonly string[]
  from1904: boolean
  merges: readonly Merge[]
  notes: SheetNotes
}

const isSet = (attribute: string | undefined): boolean => attribute === '1' || attribute === 'true'

class SheetReader {
  readonly #book: BookParts
  readonly #merged: MergedColumns
  readonly #hiddenColumns = new Set<number>()
  #records: SourceRecord[] = []
  #row = 0
  #cells: (string | null)[] = []
  #column = -1
  #type = 'n'
  #style = 0
  #value = ''
  #isHidden = false
  #isFormula = false
  /** The cell has a value, if only an empty one. */
  #isStored = false
  #filter = ''
  #takes = false
  #reading = 0

  constructor(book: BookParts) {
    this.#book = book
    this.#merged = new MergedColumns(book.merges)
  }

  async *records(archive: Archive, part: string, name: string): AsyncGenerator<SourceRecord> {
    const pieces = readXml(archive.text(part, mostSheet), name, {
      open: ({ name: tag, attributes }) => this.#open(tag, attributes),
      text: (text) => {
        if (this.#takes) this.#value += text
      },
      close: (tag) => this.#close(tag),
    })
    for await (const _ of pieces) {
      const ready = this.#records
      this.#records = []
      yield* ready
    }
    yield* this.#records
  }

  #open(tag: string, attributes: Readonly<Record<string, string>>): void {
    if (tag === 'row') {
      this.#row = Number(attributes.r) || this.#row + 1
      this.#cells = []
      this.#column = -1
      this.#isHidden = isSet(attributes.hidden)
    } else if (tag === 'c') {
      this.#column = attributes.r ? columnOf(attributes.r) : this.#column + 1
      this.#type = attributes.t ?? 'n'
      this.#style = Number(attributes.s ?? 0)
      this.#value = ''
      this.#isFormula = false
      this.#isStored = false
    } else if (tag === 'rPh') this.#reading += 1
    else if (tag === 'v' || tag === 't') {
      this.#takes = this.#reading === 0
      this.#isStored = true
    } else if (tag === 'f') this.#isFormula = true
    else this.#openRare(tag, attributes)
  }

  /** What stands around the rows. */
  #openRare(tag: string, attributes: Readonly<Record<string, string>>): void {
    if (tag === 'col' && isSet(attributes.hidden)) {
      const last = Math.min(Number(attributes.max), mostCells)
      for (let column = Number(attributes.min); column <= last; column += 1)
        this.#hiddenColumns.add(column - 1)
    } else if (tag === 'autoFilter') this.#filter = attributes.ref ?? ''
    else if (tag === 'filterColumn') {
      const rows = rowsOfFilter(this.#filter)
      if (rows) this.#book.notes.filter(rows.from, rows.to)
      this.#filter = ''
    }
  }

  #close(tag: string): void {
    if (tag === 'v' || tag === 't') this.#takes = false
    else if (tag === 'rPh') this.#reading -= 1
    else if (tag === 'c') this.#add()
    else if (tag === 'row') {
      if (this.#isHidden && this.#cells.some((cell) => cell !== null))
        this.#book.notes.hiddenRow(this.#row - 1)
      this.#merged.fill(this.#row - 1, this.#cells)
      this.#records.push({ line: this.#row, fields: this.#cells, problem: '' })
    }
  }

  #add(): void {
    if (this.#column < 0 || this.#column >= mostCells) return
    while (this.#cells.length < this.#column) this.#cells.push(null)
    const text = this.#text({ row: this.#row - 1, column: this.#column })
    this.#cells[this.#column] = text
    if (text !== null && this.#hiddenColumns.has(this.#column)) this.#book.notes.hiddenColumn(this.#column)
  }

  #text(place: Place): string | null {
    const [value, type] = [this.#value, this.#type]
    const { formats, texts, notes } = this.#book
    if (value === '') {
      // A formula's result may be an empty text.
      if (this.#isFormula && !(type === 'str' && this.#isStored)) notes.uncomputed(place)
      return null
    }
    if (type === 's') return texts[Number(value)] || null
    if (type === 'b') return value === '1' ? 'true' : 'false'
    // A formula's error is not a value.
    if (type === 'e') {
      notes.error(place, value)
      return null
    }
    // A day of a file in the strict format.
    if (type === 'd') return value.replace(/T00:00:00(?:\.0+)?Z?$/, '')
    return type === 'n' ? numberText(value, formats[this.#style] ?? 'number', place, this.#book) : value
  }
}
