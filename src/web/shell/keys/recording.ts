// Keys being pressed for a new binding: strokes are gathered until the user pauses.
import { isComposition, isMac, type KeyEvent, strokeOf } from './stroke.ts'

/** After this pause a sequence is taken as whole. */
export const recordingPauseMs = 900
const longest = 3

/** What was recorded so far with one press more, as written; null when the press says nothing. */
export function recordPress(recorded: string, event: KeyEvent): string | null {
  if (isComposition(event)) return null
  const stroke = strokeOf(event)
  if (stroke === null) return null
  const strokes = recorded === '' ? [] : recorded.split(' ')
  return [...strokes, writtenOf(stroke)].slice(-longest).join(' ')
}

/** Kept as `mod` where it can be, so that settings fit another system too. */
function writtenOf(stroke: string): string {
  return stroke.replace(isMac ? /(^|\+)meta\+/ : /(^|\+)ctrl\+/, '$1mod+')
}
