// State of a view's board: what is stored, what is edited, the bar over it, and each tile's figures.
import { create } from 'zustand'
import type { Board, BoardBar } from '#semantic/model/board/types.ts'
import type { ReportCondition, ReportInfo } from '#semantic/model/types.ts'
import type { CallError } from '#web/api/callError.ts'
import type { ReportTable, ShownBoard } from '#features/statement/contract.ts'

/** Of one question. */
export type Answer =
  | { state: 'waiting' }
  | { state: 'ready'; table: ReportTable; info: ReportInfo }
  | { state: 'failed'; failure: CallError }

/** A mark that was chosen in one tile, by which the others are filtered. */
export interface Cross {
  tile: string
  /** Where it was chosen, and what: 渠道构成 渠道 华为. */
  from: string
  text: string
  /** Rows of that tile that were chosen. */
  filters: ReportCondition[]
  range?: { from: string; to: string }
}

type BoardPicker = 'date' | 'compare' | 'condition'

interface BoardState {
  viewId: number | null
  status: 'idle' | 'loading' | 'ready' | 'failed'
  failure: CallError | null
  shown: ShownBoard | null
  /** As on the page: stored, or made from the reports, with the changes so far. */
  board: Board | null
  /** As it was read or saved last. */
  saved: Board | null
  /** Nobody has made one: it stands for the reports. */
  isMade: boolean
  bar: BoardBar
  cross: Cross | null
  editing: boolean
  past: Board[]
  future: Board[]
  saving: boolean
  answers: ReadonlyMap<string, Answer>
  picker: BoardPicker | null
  /** Why it is unknown whether the tables are published anew. */
  followFailure: CallError | null
  /** Fills the screen, for a wall. */
  wall: boolean
  /** Starred boards take turns on the wall. */
  rotating: boolean
}

export const emptyBoard: BoardState = {
  viewId: null,
  status: 'idle',
  failure: null,
  shown: null,
  board: null,
  saved: null,
  isMade: false,
  bar: {},
  cross: null,
  editing: false,
  past: [],
  future: [],
  saving: false,
  answers: new Map(),
  followFailure: null,
  picker: null,
  wall: false,
  rotating: false,
}

export const useBoard = create<BoardState>(() => emptyBoard)

/** When the least fresh of the tiles' tables was published; ISO. */
export const oldestOf = ({ answers }: Pick<BoardState, 'answers'>): string | undefined =>
  [...answers.values()]
    .flatMap((answer) => (answer.state === 'ready' ? (answer.table.updateTime ?? []) : []))
    .sort()[0]

export const isBoardChanged = ({ board, saved }: Pick<BoardState, 'board' | 'saved'>): boolean =>
  board !== null && JSON.stringify(board.tiles) !== JSON.stringify(saved?.tiles)
