// Which rows of a whole list are shown for a search and filters, and in which order.
import type { CellValue } from '../table/types.ts'
import { parted } from './address.ts'
import { asSearched, hasWords, type SearchedRows, searchRows } from './searchRows.ts'
import type { ListColumn, ListDeclaration, ListFilter, ListQuestion } from './types.ts'

type Narrowed<Row> = Pick<ListDeclaration<Row>, 'columns' | 'filters'>

/** Filtered, searched, sorted; equal rows keep their order. */
export function shownRows<Row extends object>(
  list: Narrowed<Row>,
  rows: readonly Row[],
  question: ListQuestion,
): readonly Row[] {
  const { text } = question
  const earlier = knownOf<Row>(rows, question)
  earlier.whole ??= filtered(list, inOrder(list, rows, question), question)
  if (!hasWords(text)) return earlier.whole
  const before = nearest(earlier.found, text)
  if (before?.text === text) return before.rows
  earlier.read ??= asSearched(list.columns, earlier.whole)
  const found = { text, ...searchRows(list.columns, before ?? earlier.read, text) }
  earlier.found = [...earlier.found.slice(-mostKnown), found]
  return found.rows
}

/** Former matches by search text: a further letter is searched only in the matches of the letters before. */
interface Known<Row> {
  key: string
  /** All rows that the filters leave, in order. */
  whole?: readonly Row[]
  read?: SearchedRows<Row>
  found: readonly Found<Row>[]
}
interface Found<Row> extends SearchedRows<Row> {
  text: string
}
const mostKnown = 20
/** Cached per array of rows. */
const known = new WeakMap<readonly unknown[], Known<unknown>>()

function knownOf<Row>(rows: readonly Row[], { filters, sort, desc }: ListQuestion): Known<Row> {
  const key = JSON.stringify([filters, sort, desc])
  const present = known.get(rows)
  if (present?.key === key) return present as Known<Row>
  const fresh: Known<Row> = { key, found: [] }
  known.set(rows, fresh)
  return fresh
}

/** The longest known prefix of this text: whatever matches more letters also matches fewer. */
function nearest<Row>(found: readonly Found<Row>[], text: string): Found<Row> | undefined {
  let best: Found<Row> | undefined
  for (const one of found)
    if (text.startsWith(one.text) && one.text.length >= (best?.text.length ?? 0)) best = one
  return best
}

/** Sorted once, not for each letter: omitted rows don't change the order of others. */
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

const collator = new Intl.Collator('zh-CN', { numeric: true })

/** Rows without a value come last in both directions. */
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
