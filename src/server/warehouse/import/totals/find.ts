// Finds the rows of a staged table that are totals and not data: by words in any column, and by arithmetic. A
// word that a category may have too, like 全部, counts only where the figures agree.
import type { DuckDBConnection } from '@duckdb/node-api'
import { isAverageName } from '#shared/imports/columnWords.ts'
import { type Candidate, isEvident, isSumOf, matches } from './arithmetic.ts'
import {
  type ColumnUse,
  columnUses,
  isBlank,
  mostNumbers,
  noSums,
  numberOf,
  plus,
  type Sums,
  sumsBetween,
} from './figures.ts'
import { namedGroups, rollups } from './groups.ts'
import { outlineTotals } from './outline.ts'
import type { WordRow } from './words.ts'

interface StagedFacts {
  /** The staged rows: `line`, then `c0` on. */
  from: string
  count: number
  rows: number
  names: readonly string[]
}

/** In larger files no row without a word is compared with all the others. */
const mostRowsCompared = 100_000
/** Candidates without a word. */
const mostBlank = 5_000
/** With more candidates, sums are not compared. */
const mostCandidates = 20_000
/** Groups of groups that a total may span, counted backwards. */
const mostSpans = 100

/** Lines of the totals, in the file's order. */
export async function findTotals(
  connection: DuckDBConnection,
  facts: StagedFacts,
  words: readonly WordRow[],
): Promise<number[]> {
  if (facts.rows < 2) return []
  const sure = words.filter(({ word }) => word.certainty === 'sure')
  // A table of nothing but totals is a table.
  const told = sure.length > facts.rows / 2 ? [] : words
  const except = told.map(({ line }) => line)
  const uses = await columnUses(connection, facts, except)
  const numbers = uses.flatMap(({ use }, at) => (use === 'number' ? [at] : [])).slice(0, mostNumbers)
  const means = new Set(numbers.flatMap((at, place) => (isAverageName(facts.names[at] ?? '') ? [place] : [])))
  const table: Table = { connection, facts, uses, numbers, means }
  // What one step finds is no data to the next: the sums are of the other rows.
  const named = await findNamed(table, told)
  const blank = await findBlank(table, named)
  const outline = await findOutline(table, [...named, ...blank])
  return findEnds(table, [...named, ...blank, ...outline])
}

interface Table {
  connection: DuckDBConnection
  facts: StagedFacts
  uses: readonly ColumnUse[]
  /** Indexes of the columns of numbers. */
  numbers: readonly number[]
  /** Which of these need not add up, by their names. */
  means: ReadonlySet<number>
}

const isLabel = ({ use }: ColumnUse): boolean => use === 'label' || use === 'date'

/** What says what a row is about: texts and days, else the first column. */
function labelsOf(uses: readonly ColumnUse[]): number[] {
  const labels = uses.flatMap((use, at) => (isLabel(use) ? [at] : []))
  return labels.length > 0 || uses.length < 2 ? labels : [0]
}

/** Totals by a word. */
async function findNamed(table: Table, words: readonly WordRow[]): Promise<number[]> {
  if (words.length === 0) return []
  const rows = new Map(words.map((row) => [row.line, row]))
  const candidates = await readCandidates(table, [...rows.keys()], rows)
  await compare(table, candidates)
  await decideByGroups(table, candidates)
  const few = table.facts.rows < 3
  for (const candidate of candidates) candidate.isTotal ||= isTotalByWord(candidate, few)
  decideWeak(candidates)
  return linesOf(candidates)
}

function isTotalByWord({ row, match, isLast, others, blankOthers, inDates }: Candidate, few: boolean) {
  const certainty = row?.word.certainty
  if (certainty === 'end') return !few && (inDates || (isLast && blankOthers === others))
  if (certainty === 'weak') return inDates && !few
  if (match) return certainty !== 'likely' || match.isAdded || !few
  if (few) return false
  const isAlone = others > 0 ? blankOthers === others : isLast
  return certainty === 'sure' || inDates || (certainty === 'likely' && isAlone)
}

const fewestRight = 0.9

/** A word that is a category as well as a total: one or the other in all rows. */
function decideWeak(candidates: readonly Candidate[]): void {
  const weak = candidates.filter(({ row, isTotal }) => row?.word.certainty === 'weak' && !isTotal)
  const kinds = Map.groupBy(weak, ({ row }) => `${row?.at} ${row?.text}`)
  for (const same of kinds.values()) {
    const right = same.filter(({ match }) => match)
    const isRollup = right.length >= same.length * fewestRight && right.some(({ match }) => match?.isAdded)
    for (const candidate of same) candidate.isTotal = isRollup
  }
}

/** Totals without a word, in rows that say nothing of what they are about. */
async function findBlank(table: Table, known: readonly number[]): Promise<number[]> {
  const { connection, facts, uses, numbers } = table
  const labels = labelsOf(uses)
  if (labels.length === 0 || numbers.length === 0) return []
  const blank = labels.map((at) => isBlank(`c${at}`)).join(' AND ')
  const reader = await connection.runAndReadAll(
    `SELECT line FROM ${facts.from} WHERE ${blank} AND line NOT IN (SELECT unnest(${listOf(known)})) LIMIT ${mostBlank + 1}`,
  )
  const lines = reader.getRows().map(([line]) => Number(line))
  if (lines.length === 0 || lines.length > Math.min(mostBlank, facts.rows / 2)) return []
  const candidates = await readCandidates(table, lines)
  await compare(table, candidates, known)
  // Where a cell is left out because it repeats the one above, some rows without labels are no sums.
  const areSums = candidates.every(({ match }) => match?.isWhole)
  return areSums && candidates.some(({ match }) => match?.isAdded) ? lines : []
}

const findOutline = ({ connection, facts, uses, numbers, means }: Table, known: readonly number[]) =>
  outlineTotals(
    connection,
    { ...facts, uses, labels: labelsOf(uses), numbers: numbers.filter((_, place) => !means.has(place)) },
    known,
  )

/** A first or last row that says something else than any word known here, like a country's name. */
async function findEnds(table: Table, known: readonly number[]): Promise<number[]> {
  const { connection, facts, numbers } = table
  const found = [...known].sort((one, other) => one - other)
  if (facts.rows > mostRowsCompared || numbers.length < 2) return found
  const reader = await connection.runAndReadAll(
    `SELECT min(line), max(line) FROM ${facts.from} WHERE line NOT IN (SELECT unnest(${listOf(known)}))`,
  )
  const ends = (reader.getRows()[0] ?? []).filter((line) => line !== null).map(Number)
  for (const line of new Set(ends)) {
    const [end] = await readCandidates(table, [line])
    if (!end) continue
    await compare(table, [end], known)
    if (end.match?.isWhole && isEvident(end.match)) found.push(line)
  }
  return found.sort((one, other) => one - other)
}

const listOf = (lines: readonly number[]): string => `[${lines.join(', ')}]::BIGINT[]`

const linesOf = (candidates: readonly Candidate[]): number[] =>
  candidates.filter(({ isTotal }) => isTotal).map(({ line }) => line)

async function readCandidates(
  { connection, facts, uses, numbers }: Table,
  lines: readonly number[],
  words: ReadonlyMap<number, WordRow> = new Map(),
): Promise<Candidate[]> {
  const labels = labelsOf(uses)
  const values = numbers.map((at) => numberOf(uses, at))
  const blanks = labels.map((at) => isBlank(`c${at}`))
  const reader = await connection.runAndReadAll(
    `SELECT line, (SELECT max(line) FROM ${facts.from}), ${[...values, ...blanks].join(', ') || 'NULL'}
     FROM ${facts.from} WHERE line IN (SELECT unnest(${listOf(lines)})) ORDER BY line`,
  )
  return reader.getRows().map(([at, last, ...cells]) => {
    const line = Number(at)
    const row = words.get(line) ?? null
    const others = labels.filter((label) => label !== row?.at)
    const blank = others.filter((label) => cells[values.length + labels.indexOf(label)] === true)
    return {
      line,
      row,
      isLast: line === Number(last),
      others: others.length,
      blankOthers: blank.length,
      inDates: row ? uses[row.at]?.use === 'date' : false,
      values: cells.slice(0, values.length).map((value) => (value === null ? null : Number(value))),
      match: null,
      isTotal: false,
    }
  })
}

/** Compares each candidate with the sums of the rows around it, without those that are known as totals. */
async function compare(
  { connection, facts, uses, numbers, means }: Table,
  candidates: Candidate[],
  known: readonly number[] = [],
): Promise<void> {
  if (numbers.length === 0 || candidates.length + known.length > mostCandidates) return
  const lines = [...known, ...candidates.map(({ line }) => line)].sort((one, other) => one - other)
  const between = await sumsBetween(connection, facts.from, { uses, columns: numbers }, lines)
  for (const candidate of candidates) {
    const at = lines.indexOf(candidate.line)
    candidate.match =
      spanned(candidate, between.slice(Math.max(0, at - mostSpans), at + 1).reverse(), means) ??
      spanned(candidate, between.slice(at + 1, at + 1 + mostSpans), means) ??
      (at >= mostSpans ? spanned(candidate, [between.slice(0, at + 1).reduce(plus)], means) : null)
  }
}

/** Adds the nearest rows and further ones, until the sums are the candidate's figures. */
function spanned(
  candidate: Candidate,
  spans: readonly Sums[],
  means: ReadonlySet<number>,
): Candidate['match'] {
  let sums = noSums(candidate.values.length)
  let best: Candidate['match'] = null
  for (const span of spans) {
    sums = plus(sums, span)
    const match = matches(candidate, sums, means)
    if (match && isSumOf(match) && (!best || match.same > best.same)) best = match
  }
  return best
}

/** A word that the figures of each group bear out: 全部 beside each day's regions. */
async function decideByGroups({ connection, facts, uses, numbers }: Table, candidates: Candidate[]) {
  const unsure = candidates.filter(({ row, match }) => row && row.word.certainty !== 'sure' && !match)
  if (unsure.length === 0) return
  const labels = labelsOf(uses)
  const lines = candidates.map(({ line }) => line)
  const borne = await rollups(connection, { from: facts.from, labels, numbers, uses }, unsure, lines)
  for (const candidate of borne) candidate.isTotal = true
  const words = unsure.flatMap(({ row }) => (row ? [row] : []))
  const groups = await namedGroups(connection, { from: facts.from, labels }, words)
  for (const candidate of unsure) {
    const { certainty, of } = candidate.row?.word ?? {}
    if (certainty === 'named' && of && groups.has(of)) candidate.isTotal = true
  }
}
