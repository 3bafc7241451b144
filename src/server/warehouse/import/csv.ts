// Parses delimited text into records with line numbers. Lenient where the meaning is clear. An error spoils
// only its own line: an unclosed quote does not swallow the rest of the file.

export interface CsvRecord {
  /** Line on which the record starts, from 1. */
  line: number
  /** Null: nothing between two delimiters; the empty string: a pair of quotes. */
  fields: (string | null)[]
  /** Why the record can't be used; empty when it can. */
  problem: string
  /** The whole line, where it has no quotes. */
  readonly plain?: string
}

/** A line without quotes. Most are, and few of them need to be split into fields. */
class PlainRecord implements CsvRecord {
  readonly line: number
  readonly problem = ''
  readonly plain: string
  readonly #delimiter: string

  constructor(line: number, plain: string, delimiter: string) {
    this.line = line
    this.plain = plain
    this.#delimiter = delimiter
  }

  get fields(): (string | null)[] {
    return this.plain.split(this.#delimiter).map((field) => (field === '' ? null : field))
  }
}

/** The most characters of one record; more is an error. */
export const longestRecord = 4_000_000
/** A quoted field may contain line breaks, but hardly this many: then a quote is unclosed. */
const mostLinesInRecord = 2000

export class CsvParser {
  readonly #delimiter: string
  #text = ''
  #line = 1
  #skipping = false
  /** Position of the next quote; once passed, it must be searched again. */
  #quoteAt = -1

  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  /** Adds text; returns the records that are now complete. */
  push(text: string): CsvRecord[] {
    this.#text += text
    return this.#records(false)
  }

  end(): CsvRecord[] {
    return this.#records(true)
  }

  #records(atEnd: boolean): CsvRecord[] {
    const records: CsvRecord[] = []
    let at = 0
    this.#quoteAt = -1
    for (;;) {
      if (this.#skipping) {
        const next = this.#lineEnd(at)
        if (next < 0) {
          at = this.#text.length
          break
        }
        this.#skipping = false
        this.#line += 1
        at = next
        continue
      }
      if (at >= this.#text.length) break
      const end = this.#lineEnd(at)
      const plain = end < 0 ? null : this.#plain(at, end)
      if (plain !== null) {
        records.push(new PlainRecord(this.#line, plain, this.#delimiter))
        this.#line += 1
        at = end
        continue
      }
      const scanned = this.#scan(at, atEnd)
      if (!scanned) {
        if (this.#text.length - at <= longestRecord) break
        records.push(this.#fault('行过长'))
        this.#skipping = true
        continue
      }
      records.push({ line: this.#line, fields: scanned.fields, problem: scanned.problem })
      this.#line += scanned.lines
      at = scanned.next
    }
    this.#text = this.#text.slice(at)
    return records
  }

  /** The line that ends before `end`; null when it has quotes. */
  #plain(start: number, end: number): string | null {
    if (this.#quoteAt < start) {
      const found = this.#text.indexOf('"', start)
      this.#quoteAt = found < 0 ? Number.POSITIVE_INFINITY : found
    }
    return this.#quoteAt < end ? null : withoutLineBreak(this.#text.slice(start, end))
  }

  #fault(problem: string): CsvRecord {
    return { line: this.#line, fields: [], problem }
  }

  /** Start of the next line; -1 when the text ends before. */
  #lineEnd(from: number): number {
    const index = this.#text.indexOf('\n', from)
    return index < 0 ? -1 : index + 1
  }

  #scan(start: number, atEnd: boolean): Scanned | null {
    const next = this.#lineEnd(start)
    if (next < 0 && !atEnd) return null
    const end = next < 0 ? this.#text.length : next
    const line = withoutLineBreak(this.#text.slice(start, end))
    if (!line.includes('"')) {
      const fields = line.split(this.#delimiter).map((field) => (field === '' ? null : field))
      return { fields, next: end, lines: 1, problem: '' }
    }
    const quoted = scanQuoted(this.#text, start, this.#delimiter)
    if (quoted !== 'open') return quoted
    const tooMany = this.#text.length - start > longestRecord
    if (!atEnd && !tooMany && !hasManyLines(this.#text, start)) return null
    return { fields: [], next: end, lines: 1, problem: '引号没有闭合' }
  }
}

interface Scanned {
  fields: (string | null)[]
  /** Where the next record starts. */
  next: number
  lines: number
  problem: string
}

function withoutLineBreak(line: string): string {
  if (line.endsWith('\r\n')) return line.slice(0, -2)
  return line.endsWith('\n') || line.endsWith('\r') ? line.slice(0, -1) : line
}

function hasManyLines(text: string, start: number): boolean {
  let at = start
  for (let count = 0; count < mostLinesInRecord; count += 1) {
    at = text.indexOf('\n', at) + 1
    if (at === 0) return false
  }
  return true
}

/** Scans a record with quotes; `open` when the text ends within it. */
function scanQuoted(text: string, start: number, delimiter: string): Scanned | 'open' {
  const fields: (string | null)[] = []
  let at = start
  let lines = 1
  let problem = ''
  for (;;) {
    let value: string | null
    // ="0012": a formula of a text, by which programs keep a spreadsheet from reading it as a number.
    if (text.startsWith('="', at)) at += 1
    if (text[at] === '"') {
      const closed = closingQuote(text, at + 1)
      if (closed < 0) return 'open'
      value = textOfFormula(text.slice(at + 1, closed).replaceAll('""', '"'))
      lines += occurrencesOfBreak(value)
      at = closed + 1
      const after = fieldEnd(text, at, delimiter)
      if (text.slice(at, after).trim() !== '') problem = '引号之后有多余的字符'
      at = after
    } else {
      const after = fieldEnd(text, at, delimiter)
      value = after === at ? null : text.slice(at, after)
      at = after
    }
    fields.push(value)
    if (text.startsWith(delimiter, at)) {
      at += delimiter.length
      continue
    }
    if (text[at] === '\r') at += 1
    if (text[at] === '\n') at += 1
    return { fields, next: at, lines, problem }
  }
}

/** ="0012" within quotes, too. */
const textOfFormula = (value: string): string =>
  value.startsWith('="') && value.length > 2 && value.indexOf('"', 2) === value.length - 1
    ? value.slice(2, -1)
    : value

function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

/** The end of an unquoted stretch: a delimiter, a line break or the text's end. */
function fieldEnd(text: string, from: number, delimiter: string): number {
  for (let at = from; at < text.length; at += 1) {
    const character = text[at] as string
    if (character === delimiter || character === '\n') return at
    if (character === '\r' && (text[at + 1] === '\n' || at + 1 === text.length)) return at
  }
  return text.length
}

function occurrencesOfBreak(text: string): number {
  let [count, at] = [0, text.indexOf('\n')]
  while (at >= 0) {
    count += 1
    at = text.indexOf('\n', at + 1)
  }
  return count
}

const delimiters = [',', '\t', ';', '|']

/** Lines of the beginning that are looked at. */
const judgedLines = 200

/**
 * The delimiter that splits the beginning of a file into the most regular columns; a comma when none does.
 */
export function findDelimiter(beginning: string): string {
  let best = { delimiter: ',', regular: 0, columns: 1 }
  let below = { delimiter: ',', lines: 0, columns: 1 }
  for (const delimiter of delimiters) {
    const parser = new CsvParser(delimiter)
    const records = [...parser.push(beginning), ...parser.end()].slice(0, judgedLines)
    const widths = records.map(({ fields }) => fields.length)
    const run = longestRun(widths)
    if (run.lines > below.lines || (run.lines === below.lines && run.columns > below.columns))
      below = { delimiter, ...run }
    const columns = widths[0] ?? 1
    if (columns < 2) continue
    const regular = widths.filter((width) => width === columns).length / widths.length
    if (regular > best.regular + 0.05 || (regular >= best.regular - 0.05 && columns > best.columns)) {
      best = { delimiter, regular, columns }
    }
  }
  // Prose above a table is not split like its rows, and has commas of its own.
  return best.regular < 0.5 && below.lines > 1 ? below.delimiter : best.delimiter
}

/** The most lines after each other with the same number of fields. */
function longestRun(widths: readonly number[]): { lines: number; columns: number } {
  let [best, lines] = [{ lines: 0, columns: 1 }, 0]
  for (const [at, columns] of widths.entries()) {
    lines = columns === widths[at - 1] ? lines + 1 : 1
    if (columns > 1 && lines > best.lines) best = { lines, columns }
  }
  return best
}
