// What the page of log search shows: where it searches, what it found, and what of it is open.
import { create } from 'zustand'
import type { QueryProblem } from '#shared/logQuery/types.ts'
import type { CallError } from '#web/api/client.ts'
import type { TableHandle } from '#web/table/types.ts'
import type { LogEntrance, LogIndex, LogProgress, LogStore } from '../contract.ts'
import { emptyAddress, type LogAddress } from './address.ts'
import type { Counts } from './reading/counts.ts'
import type { LineBook } from './reading/lineBook.ts'
import type { ShownLine } from './reading/question.ts'
import type { Bounds } from './time/range.ts'

export interface Places {
  entrances: readonly LogEntrance[]
  /** By entrance. */
  stores: Readonly<Record<string, readonly LogStore[]>>
}

export interface Searched {
  /** Rises with each search. */
  serial: number
  address: LogAddress
  bounds: Bounds
  book: LineBook
  progress: LogProgress | null
  counts: Counts | null
  /** Whether all is here that will come. */
  done: boolean
  stopped: boolean
  /** What else is to be said: a file that vanished, a store that could not be asked. */
  notes: readonly string[]
  elapsedMs: number
}

/** A field with a value: of the cell or the row of a panel that has the focus. */
export interface FieldValue {
  field: string
  value: string
}

export interface Tail {
  /** Whether the server has said where it begins: what is written from then on comes. */
  begun: boolean
  lines: readonly ShownLine[]
  /** How many lines went out of the list at its start. */
  dropped: number
  /** Left out because more came at once than are told. */
  skipped: number
  following: boolean
  /** Came while the reader looked at older ones. */
  unseen: number
  failure: CallError | null
}

/** Lines of one file around one of them. */
export interface Around {
  /** Of the line that it began with. */
  id: string
  store: string
  lines: readonly ShownLine[]
  moreBefore: boolean
  moreAfter: boolean
  /** Lines between that are not the reader's to see. */
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
  /** Why the counts are of all lines together. */
  apartFailure: CallError | null
  problems: readonly QueryProblem[]
  /** What stands in the query's field. */
  draft: string
  /** Null where none is in front. */
  front: ShownLine | null
  focused: FieldValue | null
  /** Whose most frequent values show; null for none. */
  valuesOf: string | null
  tail: Tail | null
  /** What stands around the line of the address. */
  around: Around | null
  aroundFailure: CallError | null
  /** Names of fields by column of the table; undefined for the line itself. */
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

/** The table of lines, while it stands. */
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

/** Of the product's own stores, whose fields have titles. */
const usualFields = ['status', 'call', 'user', 'ms', 'action', 'title', 'rows', 'result']
const mostUsual = 4

/** The fields that stand as columns: chosen ones, else those that most lines of an own store have. */
export function shownColumns(state: Pick<State, 'indexes' | 'address'>): readonly string[] {
  const { columns, request } = state.address
  if (columns !== null) return columns
  const fields = request === '' ? (indexOf(state)?.fields ?? []) : []
  const names = fields.filter(({ title, share }) => title !== '' && share >= 0.2).map(({ name }) => name)
  return usualFields.filter((name) => names.includes(name)).slice(0, mostUsual)
}
