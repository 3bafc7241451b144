// Work that occupies one of the few readers for long runs one at a time, so that the others stay free for
// interactive users.
import { Turns } from '#server/limits/turns.ts'

export const heavyTurns = new Turns({ atOnce: 1 })
