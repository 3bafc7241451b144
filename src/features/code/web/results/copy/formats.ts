// Rows as texts for other programs: TSV, CSV, JSON, Markdown, INSERT, IN. Numbers keep every digit, texts are
// quoted as each format requires, and NULL differs from the empty text wherever the format allows.

import { quoteCell } from '#web/table/selection/tsv.ts'
import type { CellValue } from '#web/table/types.ts'
import type { ResultColumn } from '#features/code/contract.ts'
import { exactText, isFigure } from '../values.ts'

const copyFormats = ['tsv', 'csv', 'json', 'markdown', 'insert', 'in'] as const
export type CopyFormat = (typeof copyFormats)[number]

export interface RowWriter {
  head: string
  /** `index` counts from 0, so that the writer knows the separators. */
  row: (cells: readonly CellValue[], index: number) => string
  tail: (rowCount: number) => string
}

export function rowWriter(format: CopyFormat, columns: readonly ResultColumn[], table: string): RowWriter {
  return writers[format](columns, table)
}

const writers: Record<CopyFormat, (columns: readonly ResultColumn[], table: string) => RowWriter> = {
  tsv: (columns) => lines(columns, '\t', quoteCell),
  csv: (columns) => lines(columns, ',', quoteCsv),
  json: jsonWriter,
  markdown: markdownWriter,
  insert: insertWriter,
  in: inWriter,
}

function lines(
  columns: readonly ResultColumn[],
  separator: string,
  quote: (text: string) => string,
): RowWriter {
  const texts = columns.map(exactText)
  return {
    head: columns.map(({ title }) => quote(title)).join(separator),
    row: (cells) =>
      `\r\n${cells.map((cell, at) => (cell === null ? '' : quote(texts[at]?.(cell) ?? ''))).join(separator)}`,
    tail: () => '',
  }
}

/** Empty texts are quoted: an unquoted empty field is NULL. */
function quoteCsv(text: string): string {
  return text === '' || /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Repeated names get a number: objects and tables need unique names. */
export function distinctNames(columns: readonly Pick<ResultColumn, 'title'>[], caseless = false): string[] {
  const fold = (name: string) => (caseless ? name.toLowerCase() : name)
  const taken = new Set(columns.map(({ title }) => fold(title)))
  const used = new Set<string>()
  return columns.map(({ title }) => {
    let name = title
    for (let number = 2; used.has(fold(name)) || (name !== title && taken.has(fold(name))); number++)
      name = `${title}_${number}`
    used.add(fold(name))
    return name
  })
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

function jsonWriter(columns: readonly ResultColumn[]): RowWriter {
  const names = distinctNames(columns).map((name) => JSON.stringify(name))
  const texts = columns.map(jsonText)
  return {
    head: '[',
    row: (cells, index) => {
      const pairs = cells.map((cell, at) => `${names[at]}: ${cell === null ? 'null' : texts[at]?.(cell)}`)
      return `${index === 0 ? '' : ','}\n  {${pairs.join(', ')}}`
    },
    tail: (rowCount) => (rowCount === 0 ? ']' : '\n]'),
  }
}

function jsonText(column: ResultColumn): (cell: CellValue) => string {
  const exact = exactText(column)
  if (isFigure(column)) {
    // JSON has no NaN and no infinities; integers beyond 2^53 are allowed and stay whole.
    return (cell) => (jsonNumber.test(exact(cell)) ? exact(cell) : JSON.stringify(exact(cell)))
  }
  if (column.type === 'json')
    return (cell) => (isJson(exact(cell)) ? exact(cell) : JSON.stringify(exact(cell)))
  return (cell) => JSON.stringify(cell)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const escapeMarkdown = (text: string) =>
  text
    .replace(/[\\|`*_<]/g, (mark) => (mark === '<' ? '&lt;' : `\\${mark}`))
    .replace(/\r\n|[\n\r\u2028\u2029]/g, '<br>')
    .replaceAll('\t', ' ')

function markdownWriter(columns: readonly ResultColumn[]): RowWriter {
  const texts = columns.map(exactText)
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const rule = columns.map((column) => (isFigure(column) ? '---:' : '---'))
  return {
    head: `${line(columns.map(({ title }) => escapeMarkdown(title)))}\n${line(rule)}`,
    row: (cells) =>
      `\n${line(cells.map((cell, at) => (cell === null ? '' : escapeMarkdown(texts[at]?.(cell) ?? ''))))}`,
    tail: () => '\n',
  }
}

const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`

/** The engine's literals end at a NUL, so it is inserted by code. */
const quoteText = (text: string) =>
  text.includes('\0')
    ? `(${text
        .split('\0')
        .map((part) => `'${part.replaceAll("'", "''")}'`)
        .join(' || chr(0) || ')})`
    : `'${text.replaceAll("'", "''")}'`

/** Rows per statement; longer ones are slow everywhere. */
const rowsOfInsert = 1_000

function insertWriter(columns: readonly ResultColumn[], table: string): RowWriter {
  const names = distinctNames(columns, true).map(quoteName).join(', ')
  const begin = `insert into ${quoteName(table)} (${names}) values\n`
  const texts = columns.map(sqlText)
  return {
    head: '',
    row: (cells, index) => {
      const isFirst = index % rowsOfInsert === 0
      const before = !isFirst ? ',\n' : index === 0 ? begin : `;\n${begin}`
      return `${before}  (${cells.map((cell, at) => (cell === null ? 'null' : texts[at]?.(cell))).join(', ')})`
    },
    tail: (rowCount) => (rowCount === 0 ? '' : ';\n'),
  }
}

/** Each value once, without null cells. Several columns make row values. */
function inWriter(columns: readonly ResultColumn[]): RowWriter {
  const texts = columns.map(sqlText)
  const taken = new Set<string>()
  return {
    head: '(',
    row: (cells) => {
      if (cells.includes(null)) return ''
      const values = cells.map((cell, at) => texts[at]?.(cell) ?? 'null')
      const text = values.length === 1 ? (values[0] ?? '') : `(${values.join(', ')})`
      if (taken.has(text)) return ''
      taken.add(text)
      return taken.size === 1 ? text : `, ${text}`
    },
    tail: () => (taken.size === 0 ? 'null)' : ')'),
  }
}

const mostDigits = 38

function sqlText(column: ResultColumn): (cell: CellValue) => string {
  const exact = exactText(column)
  const { type, databaseType } = column
  if (type === 'boolean') return (cell) => (cell === true || cell === 'true' ? 'true' : 'false')
  if (isFigure(column)) {
    return (cell) => {
      const text = exact(cell)
      // The engine reads more digits as a floating-point number.
      if (databaseType.startsWith('DECIMAL') && text.replace(/\D/g, '').length > mostDigits)
        return `${quoteText(text)}::${databaseType}`
      return jsonNumber.test(text) ? text : `${quoteText(text)}::double`
    }
  }
  // The engine reads a MAP from JSON, not from a text.
  if (databaseType.includes('MAP(')) return (cell) => `${quoteText(exact(cell))}::json::${databaseType}`
  if (type === 'date') return (cell) => `date ${quoteText(exact(cell))}`
  if (type === 'datetime') return (cell) => `${stampType(column)} ${quoteText(exact(cell))}`
  return (cell) => quoteText(exact(cell))
}

function stampType({ databaseType }: ResultColumn): string {
  if (databaseType.includes('TIME ZONE') || databaseType === 'TIMESTAMPTZ') return 'timestamptz'
  // Another type would cut off the last three digits.
  return databaseType === 'TIMESTAMP_NS' ? 'timestamp_ns' : 'timestamp'
}
