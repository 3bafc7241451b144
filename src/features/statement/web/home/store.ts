// The home page's figures; former ones stay while they are loaded again.
import { create } from 'zustand'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { businessToday } from '#web/shell/businessDay.ts'
import { getHomeFigures, type HomeCard, mostHomeViews } from '#features/statement/contract.ts'

interface HomeState {
  owner: string | null
  cards: Map<number, HomeCard>
  status: 'idle' | 'loading' | 'ready' | 'failed'
  failure: CallError | null
  /** Time of the last request. */
  at: number
}

const empty: HomeState = { owner: null, cards: new Map(), status: 'idle', failure: null, at: 0 }
export const useHome = create<HomeState>(() => empty)

let asking: AbortController | null = null

/** The server sends what it has in time; the rest is requested again, in further calls. */
export async function loadHome(owner: string | null, viewIds: readonly number[]): Promise<void> {
  asking?.abort()
  const current = new AbortController()
  asking = current
  if (useHome.getState().owner !== owner) useHome.setState({ ...empty, owner })
  let left = viewIds.slice(0, mostHomeViews)
  if (left.length === 0) return
  useHome.setState({ status: 'loading', failure: null, at: Date.now() })
  try {
    while (left.length > 0) {
      const answer = await call(
        getHomeFigures,
        { body: { viewIds: left } },
        { quiet: true, loading: null, signal: current.signal },
      )
      const came = answer.filter(({ state }) => state !== 'waiting')
      const cards = new Map(useHome.getState().cards)
      for (const card of came) cards.set(card.viewId, card)
      useHome.setState({ cards })
      left = answer.filter(({ state }) => state === 'waiting').map(({ viewId }) => viewId)
      if (came.length === 0) break
    }
    useHome.setState({ status: 'ready' })
  } catch (error) {
    if (!current.signal.aborted) useHome.setState({ status: 'failed', failure: failureOf(error) })
  }
}

export const leaveHome = (): void => asking?.abort()

const freshMs = 10 * 60_000
const everyMs = 60_000

/**
 * A page left open follows the days: otherwise 今日 would be another day's. Active until the returned function
 * is called.
 */
export function keepCurrent(reload: () => void): () => void {
  const isOfAnotherDay = () => businessToday() !== businessToday(new Date(useHome.getState().at))
  const look = (mostMs: number) => {
    const { status, at } = useHome.getState()
    if (document.hidden || status === 'loading') return
    if (isOfAnotherDay() || Date.now() - at > mostMs) reload()
  }
  const handleBack = () => look(freshMs)
  document.addEventListener('visibilitychange', handleBack)
  const timer = setInterval(() => look(Number.POSITIVE_INFINITY), everyMs)
  return () => {
    document.removeEventListener('visibilitychange', handleBack)
    clearInterval(timer)
  }
}
