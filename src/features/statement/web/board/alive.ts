// Follows the tables behind a board: when one is published anew, the tiles that stand on it are asked again. A page that
// nobody looks at asks nothing.
import { isDataTile } from '#semantic/model/board/types.ts'
import { call, failureOf } from '#web/api/client.ts'
import { getReportUpdateTime } from '#features/statement/contract.ts'
import { askReports } from './asking.ts'
import { useBoard } from './store.ts'

/** A new table is seen within five seconds: this pause, and the request. */
const pauseMs = 4_000
/** After a failure: the server is not pressed while it has trouble. */
const troubleMs = 30_000

let lookAgain: (() => void) | null = null

/** After a failure, without waiting. */
export const lookAtTables = (): void => lookAgain?.()

/** Returns a function that ends it. */
export function followTables(): () => void {
  const known = new Map<number, string | null>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const ended = new AbortController()

  const reports = (): number[] => [
    ...new Set((useBoard.getState().board?.tiles ?? []).filter(isDataTile).map(({ report }) => report)),
  ]
  /** Only the latest look goes on: one that a return to the page overtook ends. */
  let turn = 0
  const look = async () => {
    clearTimeout(timer)
    turn += 1
    const mine = turn
    const reportIds = reports()
    let pause = pauseMs
    if (!document.hidden && reportIds.length > 0) {
      const options = { signal: ended.signal, quiet: true, loading: null }
      const times = await call(getReportUpdateTime, { body: { reportIds } }, options).catch(failureOf)
      if (mine !== turn || ended.signal.aborted) return
      const isKnown = Array.isArray(times)
      useBoard.setState({ followFailure: isKnown ? null : times })
      if (isKnown) note(times)
      else pause = troubleMs
    }
    if (!ended.signal.aborted) timer = setTimeout(() => void look(), pause)
  }
  const note = (times: readonly { reportId: number; updateTime: string | null }[]) => {
    const changed = times.filter(
      ({ reportId, updateTime }) => known.has(reportId) && known.get(reportId) !== updateTime,
    )
    for (const { reportId, updateTime } of times) known.set(reportId, updateTime)
    askReports(changed.map(({ reportId }) => reportId))
  }
  const lookNow = () => {
    if (!document.hidden) void look()
  }
  document.addEventListener('visibilitychange', lookNow)
  lookAgain = lookNow
  void look()
  return () => {
    document.removeEventListener('visibilitychange', lookNow)
    lookAgain = null
    clearTimeout(timer)
    ended.abort()
  }
}
