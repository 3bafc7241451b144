// A board as its view's row keeps it.
import type { Board } from '#semantic/model/board/types.ts'

/** Null where nobody has made one. */
export const readBoard = (stored: unknown): Board | null =>
  typeof stored === 'string' && stored !== '' ? (JSON.parse(stored) as Board) : null
