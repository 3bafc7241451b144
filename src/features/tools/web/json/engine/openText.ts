// The worker's state of the open text, and the requests it answers.

import { ToldError } from '#features/tools/web/worker/protocol.ts'
import { bytesOfFile, bytesOfText, type JsonText, textOf } from './bytes.ts'
import { type Compared, compareJson } from './compare.ts'
import { type FormatOptions, formatAll, formatValue } from './format.ts'
import { hintOf } from './hints.ts'
import { scanJson } from './index.ts'
import { stringAt } from './keys.ts'
import { followPath, type PathResult, readPath } from './path.ts'
import { jsonPath, pointerPath, type Step, scriptPath } from './pathText.ts'
import { JsonProblem, type ToldProblem, tellProblem } from './problem.ts'
import { type Repair, repairJson } from './repair.ts'
import { JsonRows, TooManyRows } from './rows.ts'
import { type Matches, searchJson } from './search.ts'
import { type ShownRow, shownRow, stringHead } from './shown.ts'
import { isTabular, type JsonTable, tableOf } from './table.ts'
import { countAt, isContainer, type JsonDocument, type JsonKind, kindAt, valueEnd } from './walk.ts'

export interface Opened {
  size: number
  encoding: JsonText['encoding']
  hasMark: boolean
  isBroken: boolean
  /** More than one when each line is a value. */
  roots: number
  deepest: number
  rows: number
}

export type Opening =
  | ({ kind: 'opened' } & Opened)
  | { kind: 'problem'; problem: ToldProblem; repairs: Repair[] | null; text: string | null }

export interface Detail {
  path: string
  script: string
  pointer: string
  kind: JsonKind
  size: number
  count: number | null
  /** For a string its content, for anything else its notation. */
  text: string
  isCut: boolean
  hint: ReturnType<typeof hintOf>
  isDuplicate: boolean
  isTabular: boolean
}

export type CopyForm = 'value' | 'path' | 'script' | 'pointer' | 'key'

/** How much of an invalid text is offered for editing. */
const mostEditable = 200_000
const mostDetail = 50_000
/** As much as a clipboard takes without a long wait. */
export const mostCopied = 64 * 1024 * 1024
/** Limit of rows that opening all levels may create. */
const manyRows = 2_000_000

function documentOf(text: JsonText): JsonDocument {
  return { bytes: text.bytes, length: text.length, ...scanJson(text.bytes, text.length) }
}

export class OpenText {
  #text: JsonText | null = null
  #document: JsonDocument | null = null
  #rows: JsonRows | null = null
  #found: Matches | null = null
  #other: JsonDocument | null = null
  #mended: string | null = null
  #mendable: string | null = null

  async open(source: string | File | JsonText): Promise<Opening> {
    this.close()
    const text = await textFrom(source)
    return this.#take(text)
  }

  openRepaired(): Opening {
    return this.#take(bytesOfText(this.#mended ?? ''))
  }

  /** The text with the repairs, for review. */
  repaired(): string {
    return (this.#mended ?? '').slice(0, mostEditable)
  }

  close(): void {
    this.#text = null
    this.#document = null
    this.#rows = null
    this.#found = null
    this.#other = null
    this.#mended = null
  }

  #take(text: JsonText): Opening {
    try {
      const document = documentOf(text)
      this.#text = text
      this.#document = document
      this.#rows = new JsonRows(document)
      if (document.roots.length === 1) this.#quietly(() => this.#rows?.expand(0))
      const { encoding, hasMark, isBroken, length } = text
      return {
        kind: 'opened',
        size: length,
        encoding,
        hasMark,
        isBroken,
        roots: document.roots.length,
        deepest: document.deepest,
        rows: this.#rows.size,
      }
    } catch (error) {
      if (!(error instanceof JsonProblem)) throw error
      const whole = text.length <= 24_000_000 ? textOf(text.bytes, 0, text.length) : null
      const problem = tellProblem(error, text.bytes, text.length)
      const mended = whole === null ? null : mend(whole)
      this.#mended = mended?.text ?? null
      this.#mendable = whole
      const isShort = whole !== null && whole.length <= mostEditable
      return { kind: 'problem', problem, repairs: mended?.repairs ?? null, text: isShort ? whole : null }
    }
  }

  /** The original text. */
  source(): string {
    if (this.#text) return textOf(this.#text.bytes, 0, this.#text.length)
    return this.#mendable ?? ''
  }

  get #tree(): JsonRows {
    if (!this.#rows) throw new ToldError('还没有打开 JSON')
    return this.#rows
  }

  get #open(): JsonDocument {
    return this.#tree.document
  }

  rows(from: number, to: number): { rows: ShownRow[]; total: number } {
    const tree = this.#tree
    const rows: ShownRow[] = []
    for (let at = Math.max(0, from); at < Math.min(to, tree.size); at++) rows.push(shownRow(tree, at))
    return { rows, total: tree.size }
  }

  /** Expands or collapses a row; returns the number of rows. */
  toggle(at: number, wanted?: boolean): number {
    const tree = this.#tree
    if (at >= tree.size) return tree.size
    const { isOpen } = tree.row(at)
    if (isOpen && wanted !== true) tree.collapse(at)
    if (!isOpen && wanted !== false) this.#within(() => tree.expand(at))
    return tree.size
  }

  /** Continues looking for duplicate keys in large objects. */
  markMore(): { marked: boolean; more: boolean } {
    return this.#tree.markMore()
  }

  /** Expands everything in a row, at any depth. */
  expandAll(at: number): number {
    const tree = this.#tree
    if (tree.row(at).isOpen) tree.collapse(at)
    let room = manyRows
    const hasRoom = (value: number) => {
      room -= countAt(this.#open, value)
      return room > 0
    }
    this.#within(() => tree.expand(at, hasRoom))
    return tree.size
  }

  openTo(depth: number): number {
    this.#within(() => this.#tree.openTo(depth))
    return this.#tree.size
  }

  /**
   * Arrow keys of a tree: inward expands a row or moves to its first child, outward collapses it or moves to
   * its parent.
   */
  step(at: number, to: 'in' | 'out'): { at: number; total: number } {
    const tree = this.#tree
    const { value, isOpen } = tree.row(at)
    let cursor = at
    if (to === 'out') {
      if (isOpen) tree.collapse(at)
      else cursor = tree.parentOf(at)
    } else if (isContainer(this.#open.bytes, value)) {
      if (!isOpen) this.#within(() => tree.expand(at))
      else if (countAt(this.#open, value) > 0) cursor = at + 1
    }
    return { at: cursor < 0 ? at : cursor, total: tree.size }
  }

  search(typed: string): { count: number } {
    this.#found = typed === '' ? null : searchJson(this.#open, typed)
    return { count: this.#found?.count ?? 0 }
  }

  /** The row of a match, with its ancestors expanded. */
  match(place: number): { at: number; total: number } {
    const value = this.#found?.values[place]
    const at = value === undefined ? -1 : this.#within(() => this.#tree.reveal(value))
    return { at, total: this.#tree.size }
  }

  /** The first match from a row on. */
  matchFrom(row: number): number {
    const values = this.#found?.values
    if (!values || row >= this.#tree.size) return 0
    const { value } = this.#tree.row(row)
    const place = values.findIndex((one) => one >= value)
    return Math.max(0, place)
  }

  /** Shows only what a path finds; an empty path shows everything. */
  filter(path: string): { count: number; paths: string[]; total: number } {
    const document = this.#wholeDocument()
    if (path.trim() === '') {
      this.#rows = new JsonRows(document)
      if (document.roots.length === 1) this.#quietly(() => this.#rows?.expand(0))
      return { count: 0, paths: [], total: this.#rows.size }
    }
    const found: PathResult = followPath(document, readPath(path))
    this.#rows = new JsonRows({ ...document, roots: Uint32Array.from(found.values) }, found.values)
    if (found.values.length === 1) this.#quietly(() => this.#rows?.expand(0))
    this.#paths = found.paths
    return { count: found.count, paths: found.paths, total: this.#rows.size }
  }
  #paths: string[] = []

  #stepsTo(at: number): { root: number; steps: Step[] } {
    const tree = this.#tree
    const steps: Step[] = []
    let row = at
    for (; tree.row(row).depth > 0; row = tree.parentOf(row)) {
      const { label, isMember } = tree.row(row)
      steps.push(isMember ? stringAt(this.#open.bytes, label) : label)
    }
    return { root: tree.row(row).label, steps: steps.reverse() }
  }

  #pathTexts(at: number, isFiltered: boolean): { path: string; script: string; pointer: string } {
    const { root, steps } = this.#stepsTo(at)
    const before = isFiltered ? (this.#paths[root] ?? '$') : ''
    if (before) {
      const rest = jsonPath(steps).slice(1)
      return {
        path: before + rest,
        script: `data${before.slice(1)}${scriptPath(steps).slice(4)}`,
        pointer: '',
      }
    }
    const whole = this.#open.roots.length > 1 ? [root, ...steps] : steps
    return { path: jsonPath(whole), script: scriptPath(whole), pointer: pointerPath(whole) }
  }

  detail(at: number, isFiltered: boolean): Detail | null {
    const tree = this.#tree
    if (at < 0 || at >= tree.size) return null
    const { bytes } = this.#open
    const { value, isDuplicate } = tree.row(at)
    const end = valueEnd(this.#open, value)
    const kind = kindAt(bytes, value)
    const isBox = isContainer(bytes, value)
    return {
      ...this.#pathTexts(at, isFiltered),
      kind,
      size: end - value,
      count: isBox ? countAt(this.#open, value) : null,
      ...this.#content(value, end, kind),
      hint: isBox ? null : hintOf(bytes, value, end, kind),
      isDuplicate,
      isTabular: isTabular(this.#open, value),
    }
  }

  #content(value: number, end: number, kind: JsonKind): { text: string; isCut: boolean } {
    const { bytes } = this.#open
    const isCut = end - value > mostDetail
    if (kind === 'string')
      return isCut
        ? { text: stringHead(bytes, value, mostDetail), isCut }
        : { text: stringAt(bytes, value, end), isCut }
    if (isCut) return { text: textOf(bytes, value, value + 4_000), isCut }
    if (!isContainer(bytes, value)) return { text: textOf(bytes, value, end), isCut }
    const formatted = formatValue(this.#open, value, { indent: 2, sortKeys: false })
    return {
      text: textOf(formatted, 0, Math.min(formatted.length, mostDetail)),
      isCut: formatted.length > mostDetail,
    }
  }

  /** A row's value as text: the content of strings, otherwise JSON. */
  copied(at: number, form: CopyForm, isFiltered: boolean): string {
    const { value, label, isMember } = this.#tree.row(at)
    if (form === 'key') return isMember ? stringAt(this.#open.bytes, label) : String(label)
    if (form !== 'value') return this.#pathTexts(at, isFiltered)[form]
    const { bytes } = this.#open
    const end = valueEnd(this.#open, value)
    if (end - value > mostCopied) throw new ToldError('内容超过 64 MB，请用「下载」')
    if (bytes[value] === 34) return stringAt(bytes, value, end)
    const made = formatValue(this.#open, value, { indent: 2, sortKeys: false })
    return textOf(made, 0, made.length)
  }

  /** The whole document, reformatted. */
  format(options: FormatOptions): Blob {
    try {
      return new Blob([formatAll(this.#wholeDocument(), options) as Uint8Array<ArrayBuffer>], {
        type: 'application/json',
      })
    } catch (error) {
      if (error instanceof RangeError) throw new ToldError('格式化后超过 512 MB，请压缩为一行')
      throw error
    }
  }

  /** Reformats the open text and continues with the result. */
  rewrite(options: FormatOptions): Opening {
    return this.#take(withEnd(formatAll(this.#wholeDocument(), options)))
  }

  /** The row, or its nearest ancestor, that can be shown as a table; -1 when there is none. */
  tabularRow(at: number): number {
    const tree = this.#tree
    let row = at
    while (row >= 0 && !isTabular(this.#open, tree.row(row).value)) row = tree.parentOf(row)
    return row
  }

  table(at: number): JsonTable {
    return tableOf(this.#open, this.#tree.row(at).value)
  }

  async compare(
    source: string | File | JsonText,
  ): Promise<{ compared: Compared } | { problem: ToldProblem }> {
    const text = await textFrom(source)
    try {
      this.#other = documentOf(text)
    } catch (error) {
      if (!(error instanceof JsonProblem)) throw error
      return { problem: tellProblem(error, text.bytes, text.length) }
    }
    const whole = this.#wholeDocument()
    return { compared: compareJson(whole, this.#other) }
  }

  #wholeDocument(): JsonDocument {
    if (!this.#document) throw new ToldError('还没有打开 JSON')
    return this.#document
  }

  /** Both texts as lines with sorted keys; null when they are too long for comparing side by side. */
  comparedTexts(most: number): { left: string; right: string } | null {
    if (!this.#other) return null
    const [left, right] = [this.#wholeDocument(), this.#other].map((document) =>
      document.length > most ? null : formatAll(document, { indent: 2, sortKeys: true }),
    )
    if (!left || !right || left.length > most * 4 || right.length > most * 4) return null
    return { left: textOf(left, 0, left.length), right: textOf(right, 0, right.length) }
  }

  /** The row of a value in the open text. */
  reveal(value: number): { at: number; total: number } {
    return { at: this.#within(() => this.#tree.reveal(value)), total: this.#tree.size }
  }

  #within<Answer>(work: () => Answer): Answer {
    try {
      return work()
    } catch (error) {
      if (error instanceof TooManyRows) throw new ToldError('展开后超过 2000 万行，请只展开其中一部分')
      throw error
    }
  }

  #quietly(work: () => unknown): void {
    try {
      work()
    } catch (error) {
      if (!(error instanceof TooManyRows)) throw error
    }
  }
}

/** A repair that does not result in valid JSON is not offered. */
function mend(whole: string): { text: string; repairs: Repair[] } | null {
  const mended = repairJson(whole)
  if (!mended) return null
  try {
    documentOf(bytesOfText(mended.text))
    return mended
  } catch (error) {
    if (error instanceof JsonProblem) return null
    throw error
  }
}

const withEnd = (bytes: Uint8Array): JsonText => {
  const whole = new Uint8Array(bytes.length + 1)
  whole.set(bytes)
  return { bytes: whole, length: bytes.length, encoding: null, hasMark: false, isBroken: false }
}

async function textFrom(source: string | File | JsonText): Promise<JsonText> {
  if (typeof source === 'string') return bytesOfText(source)
  return source instanceof Blob ? bytesOfFile(await readWhole(source)) : source
}

export const largestFile = 512 * 1024 * 1024

async function readWhole(file: File): Promise<Uint8Array> {
  if (file.size > largestFile) throw new ToldError('文件超过 512 MB，无法打开')
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch {
    throw new ToldError('文件读取失败，可能已被移动或删除')
  }
}
