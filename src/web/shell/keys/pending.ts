// The strokes of a pending sequence, and what can follow them.
import { create } from 'zustand'
import { familyOf } from '#commands/families.ts'

export const usePending = create<{ strokes: readonly string[] }>(() => ({ strokes: [] }))

interface Continuation {
  /** The strokes still to come. */
  next: string
  command: { title: string }
}

/** What can follow, by key: a family of pages is one line until its letter is pressed. */
export function pendingLines(
  strokes: readonly string[],
  found: readonly Continuation[],
): ReadonlyMap<string, string> {
  const lines = new Map<string, string>()
  for (const { next, command } of found) {
    const [letter = '', ...more] = next.split(' ')
    const family = more.length > 0 ? familyOf([...strokes, letter, ...more]) : undefined
    if (strokes.length === 1 && family) lines.set(letter, `${family.title}…`)
    else lines.set(next, command.title)
  }
  return lines
}
