// Stages fields as rows. A field that appears late becomes a column that earlier rows end without.
import { nameColumns } from '../columnNames.ts'
import { type BadLines, importProblem } from '../problem.ts'
import { mostColumns } from '../records.ts'
import type { StagingFile } from '../staging.ts'
import { missing } from '../values/fold.ts'
import type { JsonField } from './fields.ts'

interface Column {
  name: string
  place: number
  numbers: number
  /** Texts that are numbers. */
  figures: number
  texts: number
  booleans: number
  nested: number
}

interface Row {
  line: number
  fields: readonly JsonField[]
}

/** The first rows decide on the columns' order together. */
const sampleRows = 500
const sampleText = 1 << 20

const nothing = new Set(missing)
const longestMissing = Math.max(...missing.map((word) => word.length))
const figure = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

export class FieldStage {
  /** Rows read, whether or not they could be staged. */
  taken = 0
  readonly bad: BadLines
  readonly #name: string
  readonly #staging: StagingFile
  readonly #faultOfText: (text: string) => string
  readonly #columns = new Map<string, Column>()
  /** Objects that were flattened: where there are none instead, that is no column of its own. */
  readonly #parents = new Set<string>()
  /** Fields without a value yet, which may be such objects. */
  readonly #empty = new Map<string, string>()
  #sample: Row[] | null = []
  #sampled = 0

  constructor(
    name: string,
    { staging, bad }: { staging: StagingFile; bad: BadLines },
    faultOfText: (text: string) => string,
  ) {
    this.#name = name
    this.#staging = staging
    this.bad = bad
    this.#faultOfText = (text) => faultOfText(text) || (text.isWellFormed() ? '' : '含不成对的代理字符')
  }

  /** A column that is there whether or not a row has it. */
  declare(id: string, name: string): void {
    this.#column(id, name)
  }

  take(line: number, fields: readonly JsonField[]): void {
    this.taken += 1
    if (!this.#sample) {
      this.#add({ line, fields })
      return
    }
    this.#sample.push({ line, fields })
    for (const { parent, text } of fields) {
      if (parent !== undefined) this.#parents.add(parent)
      this.#sampled += text?.length ?? 0
    }
    if (this.#sample.length >= sampleRows || this.#sampled >= sampleText) this.#begin()
  }

  drain(): Promise<void> {
    return this.#staging.drain()
  }

  /** The columns' names, which of them stay text, and what is said of them. */
  end(): { names: string[]; texts: number[]; notes: string[] } {
    this.#begin()
    for (const [id, name] of this.#empty) if (!this.#parents.has(id)) this.#column(id, name)
    const columns = [...this.#columns.values()]
    const { names, notes } = nameColumns(columns.map(({ name }) => name.toWellFormed()))
    const mixed = columns.filter((column) => partsOf(column).length > 1)
    return {
      names,
      texts: mixed.filter(staysText).map(({ place }) => place),
      notes: [...notes, ...mixed.map((column) => noteOf(column, names[column.place] ?? ''))],
    }
  }

  #begin(): void {
    const rows = this.#sample ?? []
    this.#sample = null
    for (const { fields } of rows) {
      for (const { id, name, text } of fields) {
        if (text !== null || !this.#parents.has(id)) this.#column(id, name)
      }
    }
    for (const row of rows) this.#add(row)
  }

  #column(id: string, name: string): Column {
    const known = this.#columns.get(id)
    if (known) return known
    const place = this.#columns.size
    if (place >= mostColumns)
      throw importProblem(`${this.#name} 有超过 ${mostColumns} 个字段，最多 ${mostColumns} 个`)
    const column = { name, place, numbers: 0, figures: 0, texts: 0, booleans: 0, nested: 0 }
    this.#columns.set(id, column)
    this.#empty.delete(id)
    return column
  }

  #add({ line, fields }: Row): void {
    const cells: (string | null)[] = []
    let fault = ''
    for (const field of fields) {
      const { id, name, text, parent } = field
      if (parent !== undefined) this.#parents.add(parent)
      if (text === null) {
        if (!this.#columns.has(id)) this.#empty.set(id, name)
        continue
      }
      const column = this.#column(id, name)
      while (cells.length <= column.place) cells.push(null)
      cells[column.place] = text
      fault ||= this.#faultOfText(text)
      count(column, field.kind, text)
    }
    if (fault) {
      this.bad.add(line, fault)
      return
    }
    while (cells.length < this.#columns.size) cells.push(null)
    this.#staging.add(line, cells)
  }
}

function count(column: Column, kind: JsonField['kind'], text: string): void {
  if (kind === 'number') column.numbers += 1
  else if (kind === 'boolean') column.booleans += 1
  else if (kind !== 'string') column.nested += 1
  else if (text.length <= longestMissing && nothing.has(text.trim().toLowerCase())) return
  else if (figure.test(text)) column.figures += 1
  else column.texts += 1
}

/** The kinds of values that a column has, in words. Numbers written as texts are texts among texts. */
function partsOf({ numbers, figures, texts, booleans, nested }: Column): string[] {
  const hasTexts = texts > 0
  const parts: [count: number, what: string][] = [
    [numbers, '个数'],
    [hasTexts ? 0 : figures, '个写成文本的数'],
    [hasTexts ? texts + figures : 0, '个文本'],
    [booleans, '个布尔值'],
    [nested, '个对象或数组'],
  ]
  return parts.flatMap(([number, what]) => (number > 0 ? [`${number} ${what}`] : []))
}

/** Numbers of which some are written as texts can be read as numbers without loss. */
const staysText = ({ texts, booleans, nested }: Column): boolean => texts > 0 || booleans > 0 || nested > 0

const noteOf = (column: Column, name: string): string =>
  `列「${name}」里的值类型不一：${partsOf(column).join('，')}${staysText(column) ? '；按文本导入，一字不改' : ''}`
