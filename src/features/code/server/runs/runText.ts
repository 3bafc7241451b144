// A run with rows of its result as wire text: cells are passed on unparsed.

import type { ResultStore, ResultWindow } from '#server/results/types.ts'
import type { Run } from '#features/code/contract.ts'

/** Beyond this size a whole result is read once per column instead of being held in memory. */
const heldCharacters = 32 * 1024 * 1024

const withoutData = ({ data: _data, ...rest }: Run): string => `${JSON.stringify(rest).slice(0, -1)},"data":`

/** With the rows of a window, or none; `total` is the view's where one was requested. */
export function* windowText(
  run: Run,
  { from, columns }: Pick<ResultWindow, 'from' | 'columns'>,
): Generator<string> {
  yield `${withoutData({ ...run, from })}[`
  for (const [index, cells] of columns.entries()) yield index === 0 ? cells : `,${cells}`
  yield ']}'
}

/** With all rows, in pieces: the store has chunks of rows, the wire has columns. */
export async function* wholeText(
  run: Run,
  results: ResultStore,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield `${withoutData(run)}[`
  const held = await holdAll(results, run, signal)
  for (let column = 0; column < run.columns.length; column += 1) {
    yield column === 0 ? '[' : ',['
    let isFirst = true
    for await (const cells of held ? (held[column] ?? []) : cellsOf(results, run.queryId, column, signal)) {
      if (cells === '') continue
      yield isFirst ? cells : `,${cells}`
      isFirst = false
    }
    yield ']'
  }
  yield ']}'
}

/** Per column, each chunk's cells without brackets; null where they would be too large to hold. */
async function holdAll(results: ResultStore, run: Run, signal: AbortSignal): Promise<string[][] | null> {
  const held: string[][] = run.columns.map(() => [])
  let size = 0
  for await (const chunk of results.chunks(run.queryId, signal)) {
    for (const [index, text] of chunk.columns.entries()) {
      size += text.length
      held[index]?.push(text.slice(1, -1))
    }
    if (size > heldCharacters) return null
  }
  return held
}

async function* cellsOf(
  results: ResultStore,
  id: string,
  column: number,
  signal: AbortSignal,
): AsyncGenerator<string> {
  for await (const chunk of results.chunks(id, signal)) yield (chunk.columns[column] ?? '[]').slice(1, -1)
}
