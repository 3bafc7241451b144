// Records the keys for a new binding: strokes are collected until the user pauses.
import { isComposition, isMac, type KeyEvent, strokeOf } from './stroke.ts'

/** After this pause the sequence is complete. */
export const recordingPauseMs = 900
const longest = 3

/** The recorded keys with one more press, in the registry's notation; null when the press is no stroke. */
export function recordPress(recorded: string, event: KeyEvent): string | null {
  if (isComposition(event)) return null
  const stroke = strokeOf(event)
  if (stroke === null) return null
  const strokes = recorded === '' ? [] : recorded.split(' ')
  return [...strokes, writtenOf(stroke)].slice(-longest).join(' ')
}

/** Uses `mod` where possible, so that settings also fit other systems. */
function writtenOf(stroke: string): string {
  return stroke.replace(isMac ? /(^|\+)meta\+/ : /(^|\+)ctrl\+/, '$1mod+')
}
