// Handlers of the commands that open no path. main-web merges those of all parts into one record that must be
// complete, so that a command without a handler does not compile.
import type { GoLessCommandId } from '#commands/index.ts'

/** Runs a command. `argument` is what the palette asked for, where the command takes one. */
export interface Handler {
  (argument?: unknown): void
  /** Whether what the page shows has a use for it; where it says nothing, it has. */
  isOfUse?: () => boolean
}

export type Handlers = Record<GoLessCommandId, Handler>
