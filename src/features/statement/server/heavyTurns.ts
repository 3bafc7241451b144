// What holds one of the few readers for long goes one at a time, so that the others stay with those who look.
import { Turns } from '#server/limits/turns.ts'

export const heavyTurns = new Turns({ atOnce: 1 })
