// Which rows of a whole list show for what is searched and filtered, and in which order.
import { foldText, matchesReadName, type ReadName, readName, readTyped } from '../../shared/textMatch.ts'
import type { CellValue } from '../table/types.ts'
import { parted } from './address.ts'
import { textOf } from './cellText.ts'
import type { ListColumn, ListDeclaration, ListFilter, ListQuestion } from './types.ts'

type Narrowed<Row> = Pick<ListDeclaration<Row>, 'columns' | 'filters'>

/** Filtered, searched, sorted; equal rows stay as they came. */
export function shownRows<Row extends object>(
  list: Narrowed<Row>,
  rows: readonly Row[],
  question: ListQuestion,
): readonly Row[] {
  const earlier = knownOf(rows, question)
  const { text } = question
  const before = nearest<Row>(earlier.found, text)
  if (before?.text === text) return before.rows
  const from = before?.rows ?? filtered(list, inOrder(list, rows, question), question)
  const test = searchTest(list.columns, text)
  const found = test ? from.filter(test) : from
  earlier.found = [...earlier.found.slice(-mostKnown), { text, rows: found }]
  return found
}

/** What was found before, by what was typed: each letter more is searched in what the letters before had left. */
interface Known {
  key: string
  found: readonly { text: string; rows: readonly unknown[] }[]
}
const mostKnown = 20
/** Of the rows as they are: others begin anew. */
const known = new WeakMap<readonly unknown[], Known>()

function knownOf(rows: readonly unknown[], { filters, sort, desc }: ListQuestion): Known {
  const key = JSON.stringify([filters, sort, desc])
  const present = known.get(rows)
  if (present?.key === key) return present
  const fresh: Known = { key, found: [] }
  known.set(rows, fresh)
  return fresh
}

/** Of the texts that this one goes on from, the longest: whatever answers more letters answers fewer. */
function nearest<Row>(
  found: Known['found'],
  text: string,
): { text: string; rows: readonly Row[] } | undefined {
  let best: Known['found'][number] | undefined
  for (const one of found)
    if (text.startsWith(one.text) && one.text.length >= (best?.text.length ?? 0)) best = one
  return best as { text: string; rows: readonly Row[] } | undefined
}

/** Sorted once, not at each letter: rows that are left out don't move the others. */
const ordered = new WeakMap<readonly unknown[], { key: string; rows: readonly unknown[] }>()

function inOrder<Row extends object>(
  list: Narrowed<Row>,
  rows: readonly Row[],
  { sort, desc }: ListQuestion,
): readonly Row[] {
  const column = list.columns.find(({ key }) => key === sort)
  if (!column) return rows
  const key = `${desc ? '-' : ''}${sort}`
  const present = ordered.get(rows)
  if (present?.key === key) return present.rows as readonly Row[]
  const fresh = sorted(rows, column, desc)
  ordered.set(rows, { key, rows: fresh })
  return fresh
}

function filtered<Row>(list: Narrowed<Row>, rows: readonly Row[], { filters }: ListQuestion): readonly Row[] {
  const tests = filterTests(list.filters ?? [], filters)
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((test) => test(row)))
}

type Test<Row> = (row: Row) => boolean

function filterTests<Row>(
  filters: readonly ListFilter<Row>[],
  values: ListQuestion['filters'],
): readonly Test<Row>[] {
  return filters.flatMap((filter) => {
    const value = values[filter.key] ?? ''
    return value === '' ? [] : (filterTest(filter, value) ?? [])
  })
}

function filterTest<Row>(filter: ListFilter<Row>, value: string): Test<Row> | null {
  if (filter.kind === 'dates') {
    const { dayOf } = filter
    const [from = '', to = ''] = value.split('..')
    return (
      (dayOf &&
        ((row) => {
          const day = dayOf(row)
          return day !== null && day >= from && (to === '' || day <= to)
        })) ??
      null
    )
  }
  const { holds } = filter
  if (!holds) return null
  if (filter.kind === 'yesNo') return (row) => filter.holds?.(row) === (value === '1')
  const values = filter.kind === 'several' ? parted(value) : [value]
  return (row) => values.some((one) => holds(row, one))
}

/** Every word must be found, each wherever it stands; null where none was typed. */
function searchTest<Row extends object>(columns: readonly ListColumn<Row>[], text: string): Test<Row> | null {
  const searched = columns.filter(isSearched)
  const named = searched.filter(({ pinyin }) => pinyin)
  const words = text
    .split(/\s+/)
    .map(foldText)
    .filter((word) => word !== '')
    .map((word) => ({ word, typed: readTyped(word) }))
  if (words.length === 0) return null
  return (row) => {
    const read = readOf(row, searched)
    return words.every(
      ({ word, typed }) =>
        read.text.includes(word) ||
        (named.length > 0 && namesOf(read, row, named).some((name) => matchesReadName(name, typed))),
    )
  }
}

/** What is searched in a row: folding the texts of 100,000 costs a quarter of a second, so once, not at each letter. */
interface ReadRow {
  text: string
  names: readonly ReadName[] | null
}
const readRows = new WeakMap<object, ReadRow>()
const between = '\n'

function readOf<Row extends object>(row: Row, columns: readonly ListColumn<Row>[]): ReadRow {
  let read = readRows.get(row)
  if (read === undefined) {
    const text = columns.map((column) => foldText(searchedText(column, row))).join(between)
    read = { text, names: null }
    readRows.set(row, read)
  }
  return read
}

function namesOf<Row extends object>(
  read: ReadRow,
  row: Row,
  columns: readonly ListColumn<Row>[],
): readonly ReadName[] {
  read.names ??= columns.map((column) => readName(textOf(column, row), column.pinyin?.(row) ?? ''))
  return read.names
}

function isSearched<Row>({ searched, kind = 'text' }: ListColumn<Row>): boolean {
  return searched !== undefined ? searched !== false : kind !== 'number' && kind !== 'time'
}

function searchedText<Row>(column: ListColumn<Row>, row: Row): string {
  return typeof column.searched === 'function' ? column.searched(row) : textOf(column, row)
}

const collator = new Intl.Collator('zh-CN', { numeric: true })

/** Rows without a value stand last, whichever way round. */
function sorted<Row>(rows: readonly Row[], column: ListColumn<Row>, desc: boolean): Row[] {
  const rankOf = column.rank ?? column.value
  const ranked = rows.map((row, at) => ({ row, at, rank: rankOf(row) }))
  ranked.sort((one, other) => {
    const lacking = Number(isLacking(one.rank)) - Number(isLacking(other.rank))
    const order = lacking || (desc ? compared(other.rank, one.rank) : compared(one.rank, other.rank))
    return order || one.at - other.at
  })
  return ranked.map(({ row }) => row)
}

const isLacking = (value: CellValue): boolean => value === null || value === ''

function compared(one: CellValue, other: CellValue): number {
  if (one === other) return 0
  if (typeof one === 'string' && typeof other === 'string') return collator.compare(one, other)
  return Number(one) - Number(other)
}
