// Handlers of the commands that open no path. main-web merges the handlers of all parts into one record that must be
// complete: a command without a handler does not compile.
import type { GoLessCommandId } from '#commands/index.ts'

/** Runs a command. `argument` is the palette's answer, for commands that take an argument. */
export interface Handler {
  (argument?: unknown): void
  /** Whether the command has a use on the present page; always, if undefined. */
  isOfUse?: () => boolean
}

export type Handlers = Record<GoLessCommandId, Handler>
