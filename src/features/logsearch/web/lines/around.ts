// The neighbours of a line in its file, more on each request.

import { call, failureOf, quiet } from '#web/api/client.ts'
import { type LogContext, readContext } from '#features/logsearch/contract.ts'
import { inStore } from '../reading/question.ts'
import { type Around, linesTable, useLogs } from '../store.ts'

/** Lines on each side, at first and per request. */
const step = 50

let asked = 0

const read = (entrance: string, logStore: string, line: string, before: number, after: number) =>
  call(readContext, { params: { entrance, logStore, line }, query: { before, after } }, quiet)

export async function readAround(entrance: string, store: string, id: string): Promise<void> {
  const known = useLogs.getState().around
  if (known?.id === id && known.store === store) return
  asked += 1
  const mine = asked
  useLogs.setState({ around: null, aroundFailure: null })
  try {
    const found = await read(entrance, store, id, step, step)
    if (mine !== asked) return
    const around = beginning(found, id, store)
    useLogs.setState({ around, front: around.lines[found.before.length] ?? null })
  } catch (error) {
    if (mine === asked) useLogs.setState({ aroundFailure: failureOf(error) })
  }
}

export const forgetAround = (): void => {
  asked += 1
  useLogs.setState({ around: null, aroundFailure: null })
}

const beginning = (found: LogContext, id: string, store: string): Around => ({
  id,
  store,
  lines: inStore([...found.before, found.line, ...found.after], store),
  moreBefore: found.moreBefore,
  moreAfter: found.moreAfter,
  hidden: found.hidden,
})

/** Loads more lines before the first or after the last. */
export async function readMore(side: 'before' | 'after'): Promise<void> {
  const { around, address } = useLogs.getState()
  const edge = side === 'before' ? around?.lines[0] : around?.lines.at(-1)
  if (!around || !edge) return
  const isBefore = side === 'before'
  try {
    const found = await read(
      address.entrance,
      around.store,
      edge.id,
      isBefore ? step : 0,
      isBefore ? 0 : step,
    )
    const now = useLogs.getState().around
    if (now?.id !== around.id || (isBefore ? now.lines[0] : now.lines.at(-1))?.id !== edge.id) return
    const more = inStore(isBefore ? found.before : found.after, around.store)
    const table = linesTable()
    const at = table?.selection?.active
    useLogs.setState({
      around: {
        ...now,
        lines: isBefore ? [...more, ...now.lines] : [...now.lines, ...more],
        moreBefore: isBefore ? found.moreBefore : now.moreBefore,
        moreAfter: isBefore ? now.moreAfter : found.moreAfter,
        hidden: now.hidden + found.hidden,
      },
    })
    // The active line stays active, though lines were inserted before it.
    if (isBefore && at)
      requestAnimationFrame(() => table.selectCell({ row: at.row + more.length, column: at.column }))
  } catch (error) {
    useLogs.setState({ aroundFailure: failureOf(error) })
  }
}
