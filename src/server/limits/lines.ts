// In which line a request's work waits (see turns.ts). Everything requested while a request is answered
// counts for its caller, however deep in the calls. Work without a request shares one line.
import { AsyncLocalStorage } from 'node:async_hooks'

type Line = string | number

const lines = new AsyncLocalStorage<Line>()

/** Does the work in this line. */
export const inLine = <Result>(line: Line, work: () => Result): Result => lines.run(line, work)

export const currentLine = (): Line => lines.getStore() ?? ''
