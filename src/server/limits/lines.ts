// In whose line the work of a request stands where turns are taken (turns.ts): everything that is asked for while a
// request is answered is its caller's, however deep it is asked. What nobody's request asks for shares one line.
import { AsyncLocalStorage } from 'node:async_hooks'

export type Line = string | number

const lines = new AsyncLocalStorage<Line>()

/** Does the work in this line. */
export const inLine = <Result>(line: Line, work: () => Result): Result => lines.run(line, work)

export const currentLine = (): Line => lines.getStore() ?? ''
