// Saved queries and runs for the side.
import { create } from 'zustand'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { latestOf } from '#web/api/latest.ts'
import { listQueries, listSqlQueryHistory, type Run, type SavedQuery } from '#features/code/contract.ts'

interface Listed<Item> {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  failure: CallError | null
  items: Item[]
}

const empty = { status: 'idle', failure: null, items: [] } as const
const mostRuns = 100

export const useSaved = create<Listed<SavedQuery>>(() => ({ ...empty, items: [] }))
export const useHistory = create<Listed<Run>>(() => ({ ...empty, items: [] }))

const quietly = { quiet: true, loading: null } as const

const readsOfSaved = latestOf()
const readsOfHistory = latestOf()

export async function loadSaved(): Promise<void> {
  const isLatest = readsOfSaved.begin()
  useSaved.setState({ status: 'loading' })
  try {
    const items = await call(listQueries, undefined, quietly)
    if (isLatest()) useSaved.setState({ status: 'ready', failure: null, items })
  } catch (error) {
    if (isLatest()) useSaved.setState({ status: 'failed', failure: failureOf(error) })
  }
}

/** The server searches for `text`: a user may have many runs. */
export async function loadHistory(text = ''): Promise<void> {
  const isLatest = readsOfHistory.begin()
  useHistory.setState({ status: 'loading' })
  try {
    const query = { size: mostRuns, ...(text !== '' && { text }) }
    const { rows } = await call(listSqlQueryHistory, { query }, quietly)
    if (isLatest()) useHistory.setState({ status: 'ready', items: rows })
  } catch (error) {
    if (isLatest()) useHistory.setState({ status: 'failed', failure: failureOf(error) })
  }
}
