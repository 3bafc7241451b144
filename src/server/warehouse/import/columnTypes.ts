// Finds the type of each staged column: the narrowest that fits all values, or nearly all, in which case the
// other lines are bad lines. Codes with leading zeros stay text. What no value decides is asked.
import type { DuckDBConnection } from '@duckdb/node-api'
import type { ChosenKind, FoundKind } from '#shared/imports/kinds.ts'
import { askYear, findDays, isDayName, orderOf, toldYear } from './values/dayColumn.ts'
import { type DayNotation, dayOf, isYearless, momentOf, shortDays } from './values/days.ts'
import { findHours, hoursCandidate } from './values/durations.ts'
import { folded, isPresent } from './values/fold.ts'
import type { Ask, Candidate, Counts, FoundType } from './values/kinds.ts'
import { doubleNote, findComma, numberCandidate } from './values/numberColumn.ts'
import {
  groupedComma,
  isCodeLike,
  isMeasured,
  isRuined,
  type Notation,
  type NumberKind,
  numberKinds,
  numeral,
  onlyComma,
  onlyPoint,
} from './values/numbers.ts'
import { emptied, frequent, frequentWithLine, oneRow, type Survey } from './values/survey.ts'

/**
 * The share of wrong values up to which a column keeps its type, and the number of values needed to apply the
 * share.
 */
const mostWrong = 0.01
const fewestValues = 100
/** From this share of numbers or days on a column of texts is offered as such. */
const nearlyAll = 2 / 3

/** Rows of the sample, spread over the file: types that fit none of them are not tried on all rows. */
const sampleRows = 2000
/** The least number of values in a sample that allows a decision. */
const enoughValues = 50

interface TypeQuestion {
  /** The staged rows. */
  from: string
  rows: number
  zone: string
  names: readonly string[]
  /** The user's types by column index. */
  kinds?: readonly (ChosenKind | null)[]
  /** The order of short dates, where the user told it. */
  order?: Survey['order']
  commaLikely?: boolean
  onProgress?: (fraction: number) => void
}

/** Finds the types of staged columns, `c0` on. */
export async function findTypes(
  connection: DuckDBConnection,
  { from, rows, zone, names, kinds = [], order = null, commaLikely = false, onProgress }: TypeQuestion,
): Promise<FoundType[]> {
  // A table of its own: rows that are picked one by one from many chunks are slow to match.
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE sampled AS FROM ${from} WHERE rowid % ${Math.max(1, Math.floor(rows / sampleRows))} = 0`,
  )
  const survey: Survey = { connection, from, zone, order, commaLikely, hasLines: true }
  survey.commaTold = await hasCommas(survey, names.length)
  const found: FoundType[] = []
  for (const [index, name] of names.entries()) {
    const kind = kinds[index] ?? null
    const column = `c${index}`
    found.push(kind ? await readAs(survey, column, kind) : await findType(survey, column, name))
    onProgress?.((index + 1) / names.length)
  }
  return found
}

/** Whether the sample has a column whose comma can only be the decimal mark. */
async function hasCommas({ connection, commaLikely }: Survey, columns: number): Promise<boolean> {
  const told = Array.from({ length: columns }, (_, at) => {
    const sure = commaLikely ? onlyComma(`c${at}`) : groupedComma(`c${at}`)
    return `(count(*) FILTER (${sure}) > 0 AND count(*) FILTER (${onlyPoint(`c${at}`)}) = 0)::INTEGER`
  })
  const [found = 0] = await oneRow(connection, `SELECT ${told.join(' + ')} FROM sampled`)
  return found > 0
}

export const textType = (column: string): FoundType => ({
  kind: 'VARCHAR',
  type: 'VARCHAR',
  read: column,
  misfit: '',
  note: '',
  ask: null,
})

/** Converts one column, given as any text expression, to the type that the user chose. */
export function readColumn(
  connection: DuckDBConnection,
  text: string,
  { from, zone, kind, hasLines }: Pick<Survey, 'from' | 'zone' | 'hasLines'> & { kind: ChosenKind },
): Promise<FoundType> {
  const survey = { connection, from, zone, order: null, commaLikely: false, hasLines }
  return readAs(survey, text, kind)
}

/** SQL over any text: its day and its moment, in the notations that people use. */
export function datesOfText(text: string, zone: string): { day: string; moment: string } {
  const usual: DayNotation = { order: 'month first', year: null }
  return { day: dayOf(text, usual), moment: momentOf(text, usual, zone) }
}

const usualNotation: Notation = { comma: false, allPercent: false }
const kindsInOrder = ['BOOLEAN', ...numberKinds, 'DATE', 'TIMESTAMP'] as const
type TypedKind = (typeof kindsInOrder)[number]
const isNumberKind = (kind: FoundKind): kind is NumberKind => numberKinds.some((each) => each === kind)

const booleanOf = (column: string): string => {
  const word = `lower(${folded(column)})`
  return `CASE WHEN ${word} = 'true' THEN true WHEN ${word} = 'false' THEN false END`
}

/** What the sample has: values, and the kinds that fit some of them. */
async function lookAt({ connection, zone, commaTold }: Survey, column: string) {
  // Of few values nothing is decided, and the statement below is costly: most of a small file's time.
  const [present = 0] = await oneRow(connection, `SELECT count(*) FILTER (${isPresent(column)}) FROM sampled`)
  if (present < enoughValues) return { possible: [...kindsInOrder], commas: true, yearless: true }
  const days: DayNotation = { order: 'month first', year: null }
  const { bare, isShort, isTwoDigit } = shortDays(column)
  const fits = kindsInOrder.map((kind) => {
    if (kind === 'BOOLEAN') return booleanOf(column)
    if (kind === 'DATE') return dayOf(column, days)
    if (kind === 'TIMESTAMP') return momentOf(column, days, zone)
    return numeral(kind, column, usualNotation)
  })
  const [commas = 0, short = 0, yearless = 0, ...counts] = await oneRow(
    connection,
    `SELECT count(*) FILTER (${onlyComma(column)}),
       count(*) FILTER (${isShort} OR ${isTwoDigit}), count(*) FILTER (${isYearless(column)}),
       ${fits.map((read) => `count(${read})`).join(', ')}
     FROM (SELECT *, ${bare} AS bare FROM sampled)`,
  )
  const possible = kindsInOrder.filter((kind, at) => {
    if (counts[at] !== 0) return true
    return (short > 0 && (kind === 'DATE' || kind === 'TIMESTAMP')) || (commas > 0 && kind === 'DECIMAL')
  })
  return { possible, commas: commas > 0 || commaTold === true, yearless: yearless > 0 }
}

interface Tried extends Counts {
  candidate: Candidate
}

async function findType(survey: Survey, column: string, name: string): Promise<FoundType> {
  const { possible, commas, yearless } = await lookAt(survey, column)
  const comma = commas ? await findComma(survey, column) : 'no'
  const notation = { ...usualNotation, comma: comma === 'told' }
  const tried: Tried[] = []
  for await (const candidate of candidatesOf(survey, column, possible, notation)) {
    const counts = await countFits(survey, column, candidate)
    const { values, fits } = counts
    if (values === 0) return textType(column)
    const { kind, ask } = candidate
    if (kind === 'DOUBLE' && fits > 0) {
      const codes = await codesNote(survey, column)
      if (codes) return { ...textType(column), note: codes }
    }
    tried.push({ candidate, ...counts })
    if (fits < values) continue
    // A reading that needs a word first leaves the column as it is.
    return ask && !ask.must ? { ...textType(column), ask } : typed(survey, column, { candidate, ...counts })
  }
  return nearest(survey, column, name, { tried, comma, yearless })
}

/** The possible readings, from the narrowest on; each is looked into only when it is its turn. */
async function* candidatesOf(
  survey: Survey,
  column: string,
  possible: readonly TypedKind[],
  notation: Notation,
): AsyncGenerator<Candidate> {
  let days: Promise<Awaited<ReturnType<typeof findDays>>> | undefined
  for (const kind of possible) {
    if (isNumberKind(kind)) {
      const candidate = await numberCandidate(survey, column, kind, notation)
      if (candidate) yield candidate
    } else if (kind === 'BOOLEAN') {
      yield { kind, type: kind, read: booleanOf(column), note: '', ask: null }
    } else {
      days ??= findDays(survey, column)
      const { notes, ask, ...found } = await days
      const read = kind === 'DATE' ? dayOf(column, found) : momentOf(column, found, survey.zone)
      yield { kind, type: kind, read, note: notes.join('；'), ask }
    }
  }
}

async function countFits(
  { connection, from }: Survey,
  column: string,
  { read, counts }: Pick<Candidate, 'read' | 'counts'>,
): Promise<Counts> {
  if (counts) return counts
  const [texts = 0, values = 0, fits = 0] = await oneRow(
    connection,
    `SELECT count(${column}), count(*) FILTER (${isPresent(column)}), count(${read}) FROM ${from}`,
  )
  return { texts, values, fits }
}

const misfitOf = (column: string, { read }: Candidate): string => `(${isPresent(column)} AND ${read} IS NULL)`

/** A column of which all values fit, but those of the misfits. */
async function typed(
  survey: Survey,
  column: string,
  { candidate, texts, values }: Tried,
  misfit = '',
): Promise<FoundType> {
  const { kind, type, read, note, ask } = candidate
  const more = [
    kind === 'DOUBLE' ? await doubleNote(survey, column, usualNotation) : '',
    texts > values ? await emptied(survey, column) : '',
  ]
  return { kind, type, read, misfit, note: [note, ...more].filter(Boolean).join('；'), ask }
}

/** Where no reading fits all values: nearly all, a question, or text. */
async function nearest(
  survey: Survey,
  column: string,
  name: string,
  { tried, comma, yearless }: { tried: readonly Tried[]; comma: string; yearless: boolean },
): Promise<FoundType> {
  const hours = await findHours(survey, column, name)
  if (hours && 'offer' in hours) return { ...textType(column), ask: hours.offer }
  if (hours) {
    const counts = await countFits(survey, column, hours)
    return typed(survey, column, { candidate: hours, ...counts })
  }
  const best = tried.reduce<Tried | null>((most, each) => (each.fits > (most?.fits ?? 0) ? each : most), null)
  const values = tried[0]?.values ?? (await countFits(survey, column, { read: column })).values
  const wrong = best ? best.values - best.fits : values
  const offer = best && best.fits >= values * nearlyAll ? await offerRest(survey, column, best) : null
  if (best && values >= fewestValues && wrong <= Math.floor(values * mostWrong)) {
    const { candidate } = best
    const open = candidate.ask?.must ? candidate.ask : offer
    return { ...(await typed(survey, column, best, misfitOf(column, candidate))), ask: open }
  }
  const year = yearless ? await askYear(survey, column, { values, must: isDayName(name) }) : null
  const text = textType(column)
  if (year) return { ...text, ask: year }
  const asked = comma === 'possible' ? await offerComma(survey, column, values) : null
  if (asked) return { ...text, ask: asked }
  return { ...text, ask: offer, note: isDayName(name) && !offer ? await hinderNote(survey, column) : '' }
}

const isDated = ({ kind }: Candidate): boolean => kind === 'DATE' || kind === 'TIMESTAMP'

async function offerRest(
  survey: Survey,
  column: string,
  { candidate, values, fits }: Tried,
): Promise<Ask | null> {
  if (candidate.kind === 'BOOLEAN') return null
  const rest = await frequentWithLine(survey, column, misfitOf(column, candidate))
  const dated = isDated(candidate)
  return {
    text: `${values} 个值中 ${fits} 个是${dated ? '日期' : '数字'}，不是的：${rest}`,
    must: false,
    choices: [
      { kind: dated ? 'DATE_OR_EMPTY' : 'NUMBER_OR_EMPTY', title: '其余的作空值' },
      { kind: candidate.kind, title: '不导入那些行', drops: true },
    ],
  }
}

async function offerComma(survey: Survey, column: string, values: number): Promise<Ask | null> {
  const read = numeral('WAN', column, { ...usualNotation, comma: true })
  const { fits } = await countFits(survey, column, { read })
  if (fits < values) return null
  const example = await frequent(survey, column, onlyComma(column))
  return {
    text: `${example}里的逗号是小数点吗`,
    must: false,
    choices: [{ kind: 'COMMA', title: '是小数点，按数字读' }],
  }
}

/** Which value keeps a column of dates from being one; months alone are read elsewhere. */
async function hinderNote({ connection, from, zone }: Survey, column: string): Promise<string> {
  const { day, moment } = datesOfText(column, zone)
  const month = String.raw`\d{4}[-/.年]\d{1,2}月?`
  const reader = await connection.runAndReadAll(
    `SELECT line, left(${column}, 40) FROM ${from} WHERE ${isPresent(column)} AND ${day} IS NULL AND ${moment} IS NULL
       AND NOT regexp_full_match(trim(${column}), '${month}') ORDER BY line LIMIT 1`,
  )
  const [line, value] = reader.getRows()[0] ?? []
  return line === undefined ? '' : `仍是文本：第 ${line} 行的「${value}」读不成日期`
}

/** Why texts like 12E5 and 1.23457E+18 are no numbers; empty where they are. */
async function codesNote({ connection, from }: Survey, column: string): Promise<string> {
  const [codes = 0, ruined = 0, measured = 0] = await oneRow(
    connection,
    `SELECT count(*) FILTER (${isCodeLike(column)}), count(*) FILTER (${isRuined(column)}),
       count(*) FILTER (${isMeasured(column)} AND NOT ${isRuined(column)}) FROM ${from}`,
  )
  if (measured > 0) return ''
  if (ruined > 0) return '形如 1.23457E+18 的值是被表格软件截断的编号，按文本保留；请把原列设为文本后重新导出'
  return codes > 0 ? '形如 12E5 的值像编号，按文本原样保留' : ''
}

/** Reads a column as the user chose, whatever does not fit. */
async function readAs(survey: Survey, column: string, chosen: ChosenKind): Promise<FoundType> {
  if (chosen === 'VARCHAR') return textType(column)
  const options = await optionsOf(survey, column, chosen)
  let best: Tried | null = null
  for (const candidate of options) {
    const counts = await countFits(survey, column, candidate)
    if (!best || counts.fits > best.fits) best = { candidate: { ...candidate, ask: null }, ...counts }
  }
  if (!best) return textType(column)
  const { candidate, values, fits } = best
  if (values === fits) return typed(survey, column, best)
  if (!chosen.endsWith('_OR_EMPTY')) return typed(survey, column, best, misfitOf(column, candidate))
  const rest = await frequent(survey, column, misfitOf(column, candidate))
  const found = await typed(survey, column, best)
  const note = `${values} 个值中 ${fits} 个是${isDated(candidate) ? '日期' : '数字'}，其余作空值：${rest}`
  return { ...found, note: [note, found.note].filter(Boolean).join('；') }
}

/** The readings that an answer leaves open, of which the one that fits most is taken. */
async function optionsOf(survey: Survey, column: string, chosen: ChosenKind): Promise<Candidate[]> {
  const order = orderOf(chosen)
  const isYear = /^YEARS?_\d{4}$/.test(chosen)
  if (order || isYear || chosen === 'DATE' || chosen === 'TIMESTAMP' || chosen === 'DATE_OR_EMPTY') {
    const { notes, ask: _, ...found } = await findDays(survey, column)
    const year = isYear ? await toldYear(survey, column, chosen) : null
    const notation = { order: order ?? found.order, year: year?.sql ?? null }
    const note = [...(order || year ? [] : notes), ...(year ? [year.note] : [])].join('；')
    const made = (kind: 'DATE' | 'TIMESTAMP', read: string): Candidate => ({
      kind,
      type: kind,
      read,
      note,
      ask: null,
    })
    const day = made('DATE', dayOf(column, notation))
    const moment = made('TIMESTAMP', momentOf(column, notation, survey.zone))
    return chosen === 'DATE' ? [day] : chosen === 'TIMESTAMP' ? [moment] : [day, moment]
  }
  if (chosen === 'HOURS') return [hoursCandidate(column, '')]
  if (chosen === 'BOOLEAN')
    return [{ kind: chosen, type: chosen, read: booleanOf(column), note: '', ask: null }]
  const comma = chosen === 'COMMA' || (await findComma(survey, column)) === 'told'
  const notation = { comma, allPercent: chosen === 'PERCENT_ALL' }
  const kinds: readonly NumberKind[] =
    chosen === 'NUMBER_OR_EMPTY' || chosen === 'COMMA'
      ? numberKinds
      : chosen === 'PERCENT_ALL' || chosen === 'PERCENT_MIXED'
        ? ['PERCENT']
        : [chosen as NumberKind]
  const found: Candidate[] = []
  for (const kind of kinds) {
    const candidate = await numberCandidate(survey, column, kind, notation)
    // A kind that is told stands, even where another would do better.
    if (candidate) found.push(candidate)
    else if (kinds.length === 1) found.push(await plainDecimal(survey, column, notation))
  }
  return found
}

/** A column of whole or of measured numbers that is told to have decimals. */
async function plainDecimal(
  { connection, from }: Survey,
  column: string,
  notation: Notation,
): Promise<Candidate> {
  const text = numeral('DECIMAL', column, notation)
  const [whole = 0, scale = 0] = await oneRow(
    connection,
    `SELECT max(length(ltrim(split_part(n, '.', 1), '-'))), max(length(split_part(n, '.', 2))) FROM (SELECT ${text} AS n FROM ${from})`,
  )
  const width = whole + scale <= 18 ? 18 : 38
  const type = whole + scale <= 38 ? `DECIMAL(${width},${scale})` : 'DOUBLE'
  return { kind: 'DECIMAL', type, read: `try_cast(${text} AS ${type})`, note: '', ask: null }
}
