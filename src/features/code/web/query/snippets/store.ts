// The user's snippets for completion and the dialog; reloaded when the window is activated, because another
// window may have changed them.
import { create } from 'zustand'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { latestOf } from '#web/api/latest.ts'
import { showMessage } from '#web/shell/message.ts'
import { offerUndo } from '#web/ui/undo.ts'
import {
  deleteSnippets,
  importSnippets,
  listSnippets,
  restoreSnippets,
  type Snippet,
  type SnippetContent,
} from '#features/code/contract.ts'

export interface SnippetsState {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  failure: CallError | null
  items: readonly Snippet[]
}

const none: SnippetsState = { status: 'idle', failure: null, items: [] }
export const useSnippets = create<SnippetsState>(() => none)
const reads = latestOf()

export function resetSnippets(): void {
  reads.forget()
  useSnippets.setState(none)
}

const quietly = { quiet: true, loading: null } as const

/** The present ones stay in use meanwhile; a failure is shown in the dialog. */
export async function loadSnippets(): Promise<void> {
  const isLatest = reads.begin()
  useSnippets.setState({ status: 'loading' })
  try {
    const items = await call(listSnippets, undefined, quietly)
    if (!isLatest()) return
    const { items: known } = useSnippets.getState()
    // The same object while nothing changed, because prepared data is cached by identity.
    useSnippets.setState({ status: 'ready', failure: null, items: isSame(known, items) ? known : items })
  } catch (error) {
    if (isLatest()) useSnippets.setState({ status: 'failed', failure: failureOf(error) })
  }
}

/** Offered at once: a saved snippet may be typed before the list is reloaded. */
export function keepSaved(saved: Snippet): void {
  useSnippets.setState(({ items }) => ({
    items: [...items.filter(({ id }) => id !== saved.id), saved],
  }))
  void loadSnippets()
}

const isSame = (known: readonly Snippet[], items: readonly Snippet[]): boolean =>
  known.length === items.length &&
  known.every(({ id, revision }, at) => id === items[at]?.id && revision === items[at]?.revision)

export function followSnippets(): () => void {
  const read = () => {
    if (document.visibilityState === 'visible') void loadSnippets()
  }
  document.addEventListener('visibilitychange', read)
  return () => document.removeEventListener('visibilitychange', read)
}

export async function removeSnippet({ id, prefix }: Snippet): Promise<void> {
  try {
    await call(deleteSnippets, { body: { ids: [id] } })
    offerUndo(`已删除片段「${prefix}」`, async () => {
      await call(restoreSnippets, { body: { ids: [id] } })
      await loadSnippets()
    })
  } catch {
    // The client has shown it; the list below is up to date.
  }
  await loadSnippets()
}

export async function takeSnippets(snippets: SnippetContent[]): Promise<void> {
  const { added, changed, same } = await call(importSnippets, { body: { snippets } }, quietly)
  await loadSnippets()
  const parts = [
    ...(added.length > 0 ? [`新增 ${added.length} 个`] : []),
    ...(changed > 0 ? [`更新 ${changed} 个`] : []),
    ...(same > 0 ? [`${same} 个相同`] : []),
  ]
  const done = `已导入片段：${parts.join('，') || '没有内容'}`
  if (added.length === 0) showMessage({ message: done, intent: 'success' })
  else
    offerUndo(done, async () => {
      await call(deleteSnippets, { body: { ids: added } })
      await loadSnippets()
    })
}
