// Closes editor tabs, one or many, and reopens them.
import { disposeDocument } from '#web/editor/documents.ts'
import { showMessage } from '#web/shell/message.ts'
import { follow } from '../runs/follow.ts'
import { forgetResults, type HeldResults, isOver, restoreResults } from '../runs/store.ts'
import { putBack } from '../tabs/putBack.ts'
import { addDocument, keepLayout } from './actions.ts'
import { flush, forgetDraft, keepClosed, lastClosed } from './drafts.ts'
import { documentOf, useDocuments } from './store.ts'
import type { SqlDocument } from './types.ts'

interface Closed {
  /** Number of the closing. */
  closing: number
  document: SqlDocument
  results: HeldResults
}

let closings = 0
/** By document: undoing an earlier closing must not bring back older text than a later one's. */
const lastClosing = new Map<string, number>()

/** Closes a tab, which can be reopened. The last one leaves an empty tab. */
export const closeDocument = (id: string): Promise<void> => closeDocuments([id])

/** Tabs beside this one, left to right, that are closed together. */
export function closableTabs(id: string, which: 'others' | 'right'): string[] {
  const { order } = useDocuments.getState()
  const at = order.indexOf(id)
  return order.filter((_, place) => (which === 'right' ? place > at : place !== at))
}

export async function closeMany(id: string, which: 'others' | 'right'): Promise<void> {
  const ids = closableTabs(id, which)
  if (ids.length > 0) await closeDocuments(ids, id)
  else showMessage({ message: which === 'right' ? '右侧没有标签页' : '没有其他标签页' })
}

/** `stays` is activated where the active tab closes; without it, the nearest to the right. */
async function closeDocuments(ids: readonly string[], stays?: string): Promise<void> {
  const closing = ids.flatMap((id) => documentOf(id) ?? [])
  if (closing.length === 0) return
  const former = useDocuments.getState().order
  useDocuments.setState(({ documents, order, active }) => {
    const left = order.filter((id) => !ids.includes(id))
    const next = left[order.indexOf(active)] ?? left.at(-1) ?? ''
    return {
      documents: Object.fromEntries(Object.entries(documents).filter(([id]) => !ids.includes(id))),
      order: left,
      active: ids.includes(active) ? (stays ?? next) : active,
    }
  })
  if (useDocuments.getState().order.length === 0) addDocument()
  const all = closing.map((document): Closed => {
    disposeDocument(document.id)
    lastClosing.set(document.id, ++closings)
    return { closing: closings, document, results: forgetResults(document.id) }
  })
  keepLayout()
  const kept = all.filter(({ document }) => document.text.trim() !== '' || document.saved)
  for (const { document } of all.filter((one) => !kept.includes(one))) await forgetDraft(document.id)
  for (const { document } of kept) await keepClosed(document)
  tell(kept, former)
}

function tell(closed: readonly Closed[], former: readonly string[]): void {
  if (closed.length === 0) return
  const names = closed.map(({ document }) => `「${document.name}」`).join('')
  showMessage({
    message: closed.length === 1 ? `已关闭${names}` : `已关闭 ${closed.length} 个标签页`,
    detail: closed.length === 1 ? undefined : names,
    action: { text: '恢复', onClick: () => void bringBack(closed, former) },
  })
}

/**
 * Reopens those not opened again meanwhile, at their positions, with their results. A single one is
 * activated.
 */
async function bringBack(closed: readonly Closed[], former: readonly string[]): Promise<void> {
  const back = closed.filter(
    ({ closing, document: { id } }) => !documentOf(id) && lastClosing.get(id) === closing,
  )
  const ids = back.map(({ document }) => document.id)
  useDocuments.setState(({ documents, order, active }) => ({
    documents: { ...documents, ...Object.fromEntries(back.map(({ document }) => [document.id, document])) },
    order: putBack(order, former, ids),
    active: closed.length === 1 ? (ids[0] ?? active) : active,
  }))
  for (const { document, results } of back) {
    restoreResults(document.id, results)
    for (const editorRun of results.runs) if (!isOver(editorRun)) void follow(editorRun.key)
  }
  keepLayout()
  await Promise.all(ids.map(flush))
}

export async function reopenDocument(): Promise<void> {
  const document = await lastClosed()
  if (!document) {
    showMessage({ message: '没有可以恢复的标签页' })
    return
  }
  addDocument(document)
  await flush(document.id)
}
