// The address of a search: the whole view can be sent to somebody else.

import { pages } from '#shared/pages.ts'
import { queryOf } from '#web/shell/longAddress.ts'
import { type LogRange, readRange, usualRange, writeRange } from './time/range.ts'

const logPath = pages.othersLogSearch.path

type Order = 'newest' | 'oldest'

export interface LogAddress {
  /** Empty for the first one. */
  entrance: string
  store: string
  query: string
  range: LogRange
  order: Order
  /** Fields shown as columns; null for the store's default. */
  columns: readonly string[] | null
  wrap: boolean
  /** The line with open details; empty for none. */
  line: string
  /** Shows its neighbours instead of the matches. */
  around: boolean
  /** A request whose lines are searched in all stores. */
  request: string
}

export const emptyAddress: LogAddress = {
  entrance: '',
  store: '',
  query: '',
  range: usualRange,
  order: 'newest',
  columns: null,
  wrap: false,
  line: '',
  around: false,
  request: '',
}

const mostColumns = 20
const longestText = 2_000
const requestPattern = /^[\w:.-]{6,80}$/

export function readAddress(search: string): LogAddress {
  const query = queryOf(search)
  const text = (name: string, longest = 200) => (query.get(name) ?? '').slice(0, longest)
  const request = text('request').trim()
  return {
    entrance: text('entrance'),
    store: text('store'),
    query: text('q', longestText),
    range: readRange(text('time')) ?? usualRange,
    order: text('order') === 'oldest' ? 'oldest' : 'newest',
    columns: columnsFrom(query.getAll('column')),
    wrap: text('wrap') === '1',
    line: text('line'),
    around: text('around') === '1' && text('line') !== '',
    request: requestPattern.test(request) ? request : '',
  }
}

/** Stands for no columns. */
const noColumn = '-'

function columnsFrom(names: readonly string[]): readonly string[] | null {
  if (names.length === 0) return null
  return [...new Set(names)].filter((name) => name !== '' && name !== noColumn).slice(0, mostColumns)
}

/** Defaults are left out. */
export function writeAddress(address: Partial<LogAddress>): string {
  const given = { ...emptyAddress, ...address }
  const query = new URLSearchParams()
  const put = (name: string, value: string, usual = '') => {
    if (value !== usual) query.append(name, value)
  }
  put('entrance', given.entrance)
  put('store', given.store)
  put('time', writeRange(given.range), writeRange(usualRange))
  put('q', given.query)
  put('request', given.request)
  put('order', given.order, 'newest')
  const columns = given.columns?.length === 0 ? [noColumn] : (given.columns ?? [])
  for (const column of columns) query.append('column', column)
  put('wrap', given.wrap ? '1' : '')
  put('line', given.line)
  put('around', given.around ? '1' : '')
  const text = query.toString().replaceAll('%3A', ':').replaceAll('%7E', '~')
  return `${logPath}${text && `?${text}`}`
}

/** Whether both find the same lines. */
export const sameQuestion = (one: LogAddress, other: LogAddress): boolean =>
  questionText(one) === questionText(other)

const questionText = ({ entrance, store, query, range, order, request }: LogAddress): string =>
  JSON.stringify([entrance, store, query.trim(), writeRange(range), order, request])
