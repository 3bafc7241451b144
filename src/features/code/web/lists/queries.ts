// The saved queries as this page knows them, and what can be done with them.
import { create } from 'zustand'
import { type CallError, call, failureOf } from '../../../../web/api/client.ts'
import { goTo } from '../../../../web/shell/keys/run.ts'
import { showMessage } from '../../../../web/shell/message.ts'
import { deleteQuery, listQueries, restoreQuery, type SavedQuery } from '../../contract.ts'
import { changeQueryAddress } from './address.ts'
import { forgetDeleted, lastDeleted, rememberDeleted } from './undo.ts'

export type QueryDialog = 'edit' | 'share' | 'versions'

interface Queries {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  /** Asked again while the list shows. */
  refreshing: boolean
  failure: CallError | null
  list: readonly SavedQuery[]
  dialog: { kind: QueryDialog; id: string } | null
}

const nothing: Queries = { status: 'idle', refreshing: false, failure: null, list: [], dialog: null }
export const useQueries = create<Queries>(() => nothing)

/** A list that is shown stays while it is asked for again. */
export async function loadQueries(): Promise<void> {
  const known = useQueries.getState().status === 'ready'
  useQueries.setState(known ? { refreshing: true } : { status: 'loading' })
  try {
    const list = await call(listQueries, {}, { quiet: true })
    useQueries.setState({ status: 'ready', refreshing: false, list })
  } catch (error) {
    const failure = failureOf(error)
    if (known) showMessage({ message: '已存查询刷新失败', detail: failure.shown.message, intent: 'danger' })
    useQueries.setState(known ? { refreshing: false } : { status: 'failed', failure })
  }
}

export function putQuery(query: SavedQuery): void {
  const { list } = useQueries.getState()
  const known = list.some(({ id }) => id === query.id)
  useQueries.setState({
    list: known ? list.map((one) => (one.id === query.id ? query : one)) : [...list, query],
  })
}

export const queryAddress = (id: string): string => `/code/query?${new URLSearchParams({ query: id })}`

export function openQuery(id: string): void {
  goTo(queryAddress(id))
}

export function openDialog(kind: QueryDialog, id: string): void {
  useQueries.setState({ dialog: { kind, id } })
}

export function closeDialog(): void {
  useQueries.setState({ dialog: null })
}

/** Goes at once from the list, with a way back. `next` is chosen in its place. */
export async function removeQuery(query: SavedQuery, next: string): Promise<void> {
  const { id, name } = query
  useQueries.setState(({ list }) => ({ list: list.filter((one) => one.id !== id) }))
  changeQueryAddress({ chosen: next })
  try {
    await call(deleteQuery, { params: { id }, body: {} })
  } catch {
    putQuery(query)
    return
  }
  rememberDeleted(id)
  const action = { text: '撤销', onClick: () => void takeBack(id) }
  showMessage({ message: `已删除「${name}」`, intent: 'success', action })
}

export async function takeBack(id = lastDeleted()): Promise<void> {
  if (id === undefined) {
    showMessage({ message: '没有可以撤销的删除' })
    return
  }
  forgetDeleted(id)
  try {
    putQuery(await call(restoreQuery, { params: { id }, body: {} }))
    changeQueryAddress({ chosen: id })
  } catch {
    rememberDeleted(id)
  }
}
