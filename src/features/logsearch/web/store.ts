// State of the log search page: where it searches, the matches, and open panels.
import { create } from 'zustand'
import type { QueryProblem } from '#shared/logQuery/types.ts'
import type { CallError } from '#web/api/client.ts'
import type { TableHandle } from '#web/table/types.ts'
import type { LogEntrance, LogIndex, LogProgress, LogStore } from '../contract.ts'
import { emptyAddress, type LogAddress } from './address.ts'
import type { Counts } from './reading/counts.ts'
import type { LinePages } from './reading/linePages.ts'
import type { ShownLine } from './reading/question.ts'
import type { Bounds } from './time/range.ts'

export interface Places {
  entrances: readonly LogEntrance[]
  /** By entrance. */
  stores: Readonly<Record<string, readonly LogStore[]>>
}

export interface Searched {
  /** Increases with each search. */
  serial: number
  address: LogAddress
  bounds: Bounds
  book: LinePages
  progress: LogProgress | null
  counts: Counts | null
  /** Whether the search is finished. */
  done: boolean
  stopped: boolean
  /** Further notes: a file that vanished, a store that could not be searched. */
  notes: readonly string[]
  elapsedMs: number
}

/** A field with a value: of the focused cell or row of a panel. */
export interface FieldValue {
  field: string
  value: string
}

export interface Tail {
  /** Whether the server has set the starting position: lines written afterwards are shown. */
  begun: boolean
  lines: readonly ShownLine[]
  /** How many lines were dropped from the list's start. */
  dropped: number
  /** Left out because too many arrived at once. */
  skipped: number
  following: boolean
  /** Arrived while the reader looked at older ones. */
  unseen: number
  failure: CallError | null
}

/** Lines of one file around one of them. */
export interface Around {
  /** The line that it started from. */
  id: string
  store: string
  lines: readonly ShownLine[]
  moreBefore: boolean
  moreAfter: boolean
  /** Lines in between that the reader may not see. */
  hidden: number
}

interface State {
  places: Places | null
  placesFailure: CallError | null
  /** By `entrance/store`. */
  indexes: Readonly<Record<string, LogIndex>>
  indexFailure: CallError | null
  address: LogAddress
  searched: Searched | null
  searching: boolean
  failure: CallError | null
  /** Why the counts are not split. */
  apartFailure: CallError | null
  problems: readonly QueryProblem[]
  /** The text in the query's field. */
  draft: string
  /** The active line; null without one. */
  front: ShownLine | null
  focused: FieldValue | null
  /** The field whose most frequent values are shown; null for none. */
  valuesOf: string | null
  tail: Tail | null
  /** The neighbours of the address's line. */
  around: Around | null
  aroundFailure: CallError | null
  /** Field names by table column; undefined for the line itself. */
  columnKeys: readonly (string | undefined)[]
  picker: 'range' | 'store' | 'help' | 'history' | null
  sideFolded: boolean
  sideWidth: number
  /** The drawer of narrow windows. */
  sideDrawer: boolean
  detailWidth: number
  barsFolded: boolean
}

export const useLogs = create<State>(() => ({
  places: null,
  placesFailure: null,
  indexes: {},
  indexFailure: null,
  address: emptyAddress,
  searched: null,
  searching: false,
  failure: null,
  apartFailure: null,
  problems: [],
  draft: '',
  front: null,
  focused: null,
  valuesOf: null,
  tail: null,
  around: null,
  aroundFailure: null,
  columnKeys: [],
  picker: null,
  sideFolded: false,
  sideWidth: 240,
  sideDrawer: false,
  detailWidth: 440,
  barsFolded: false,
}))

/** The table of lines, while mounted. */
let table: TableHandle | null = null
export const setTable = (handle: TableHandle | null): void => {
  table = handle
}
export const linesTable = (): TableHandle | null => table

export const storeOf = (
  { places }: Pick<State, 'places'>,
  entrance: string,
  store: string,
): LogStore | undefined => places?.stores[entrance]?.find(({ name }) => name === store)

export const indexKey = (entrance: string, store: string): string => `${entrance}/${store}`

export function indexOf(state: Pick<State, 'indexes' | 'address'>): LogIndex | null {
  return state.indexes[indexKey(state.address.entrance, state.address.store)] ?? null
}

/** For the product's own stores, whose fields have titles. */
const usualFields = ['status', 'call', 'user', 'ms', 'action', 'title', 'rows', 'result']
const mostUsual = 4

/** Fields shown as columns: the chosen ones, else an own store's most frequent ones. */
export function shownColumns(state: Pick<State, 'indexes' | 'address'>): readonly string[] {
  const { columns, request } = state.address
  if (columns !== null) return columns
  const fields = request === '' ? (indexOf(state)?.fields ?? []) : []
  const names = fields.filter(({ title, share }) => title !== '' && share >= 0.2).map(({ name }) => name)
  return usualFields.filter((name) => names.includes(name)).slice(0, mostUsual)
}
