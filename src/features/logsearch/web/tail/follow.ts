// Follows new lines while the page shows them: the server answers when there are new ones.

import { call, failureOf, quiet } from '#web/api/client.ts'
import { tailLogs } from '#features/logsearch/contract.ts'
import { inStore, type ShownLine } from '../reading/question.ts'
import { linesTable, type Tail, useLogs } from '../store.ts'

/** Lines in memory; beyond that, a part of the oldest is dropped at once. */
export const mostTailed = 5_000
const leftAfterCut = 4_000
const retryMs = 2_000

let ending: AbortController | null = null

const empty: Tail = {
  begun: false,
  lines: [],
  dropped: 0,
  skipped: 0,
  following: true,
  unseen: 0,
  failure: null,
}

export function startTail(): void {
  stopTail()
  ending = new AbortController()
  useLogs.setState({ tail: empty, front: null, focused: null })
  void follow(ending.signal)
}

export function stopTail(): void {
  ending?.abort()
  ending = null
  if (useLogs.getState().tail) useLogs.setState({ tail: null, front: null })
}

/** Scrolls to the newest line and follows again. */
export function followAgain(): void {
  const { tail } = useLogs.getState()
  if (!tail) return
  useLogs.setState({ tail: cut({ ...tail, following: true, unseen: 0 }) })
  requestAnimationFrame(showNewest)
}

export function pauseTail(): void {
  const { tail } = useLogs.getState()
  if (tail?.following) useLogs.setState({ tail: { ...tail, following: false } })
}

async function follow(signal: AbortSignal): Promise<void> {
  const { entrance, store, query } = useLogs.getState().address
  let cursor: string | undefined
  while (!signal.aborted) {
    try {
      const body = { entrance, logStore: store, query, ...(cursor !== undefined && { cursor }) }
      const answer = await call(tailLogs, { body }, { ...quiet, signal })
      cursor = answer.cursor
      take(inStore(answer.lines, store), answer.skipped)
    } catch (error) {
      if (signal.aborted) return
      const failure = failureOf(error)
      update((tail) => ({ ...tail, failure }))
      // Unreadable or forbidden logs stay so.
      if (failure.status === 403 || failure.status === 404 || failure.code === 'parameter_wrong') return
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }
}

function update(change: (tail: Tail) => Tail): void {
  useLogs.setState(({ tail }) => (tail ? { tail: change(tail) } : {}))
}

function take(lines: readonly ShownLine[], skipped: number): void {
  const wasAtEnd = isAtEnd()
  update((tail) => {
    if (lines.length === 0 && skipped === 0) return { ...tail, begun: true, failure: null }
    const following = tail.following && wasAtEnd
    const unseen = following ? 0 : tail.unseen + lines.length + skipped
    return cut({
      ...tail,
      begun: true,
      lines: [...tail.lines, ...lines],
      skipped: tail.skipped + skipped,
      following,
      unseen,
      failure: null,
    })
  })
  if (useLogs.getState().tail?.following) requestAnimationFrame(showNewest)
}

/** While the reader looks at older lines, they stay; newest lines beyond the limit are then dropped. */
function cut(tail: Tail): Tail {
  const over = tail.lines.length - mostTailed
  if (over <= 0) return tail
  if (!tail.following)
    return { ...tail, lines: tail.lines.slice(0, mostTailed), skipped: tail.skipped + over }
  const dropped = tail.lines.length - leftAfterCut
  return { ...tail, lines: tail.lines.slice(dropped), dropped: tail.dropped + dropped }
}

/** Whether the last line is visible: a reader who scrolled up is not moved. */
function isAtEnd(): boolean {
  const { tail } = useLogs.getState()
  const table = linesTable()
  if (!tail || tail.lines.length === 0 || !table) return true
  const selected = table.selection?.active.row
  if (selected !== undefined && selected < tail.lines.length - 1) return false
  const last = table.boxOf({ row: tail.lines.length - 1, column: 0 })
  const view = document.querySelector('.log-lines [role="grid"]')?.getBoundingClientRect()
  return last !== null && view !== undefined && last.top < view.bottom
}

function showNewest(): void {
  const { tail } = useLogs.getState()
  if (tail?.following && tail.lines.length > 0)
    linesTable()?.reveal({ row: tail.lines.length - 1, column: 0 })
}
