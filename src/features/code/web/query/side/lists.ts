// Saved queries and runs as the side shows them.
import { create } from 'zustand'
import { type CallError, call, failureOf } from '../../../../../web/api/client.ts'
import { listQueries, listSqlQueryHistory, type Run, type SavedQuery } from '../../../contract.ts'

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

export async function loadSaved(): Promise<void> {
  useSaved.setState({ status: 'loading' })
  try {
    useSaved.setState({ status: 'ready', items: await call(listQueries, undefined, quietly) })
  } catch (error) {
    useSaved.setState({ status: 'failed', failure: failureOf(error) })
  }
}

/** `text` is looked for by the server: one's runs may be many. */
export async function loadHistory(text = ''): Promise<void> {
  useHistory.setState({ status: 'loading' })
  try {
    const query = { size: mostRuns, ...(text !== '' && { text }) }
    const { rows } = await call(listSqlQueryHistory, { query }, quietly)
    useHistory.setState({ status: 'ready', items: rows })
  } catch (error) {
    useHistory.setState({ status: 'failed', failure: failureOf(error) })
  }
}
