// Editor tabs that are closed, one or many, and brought back.
import { disposeDocument } from '#web/editor/documents.ts'
import { showMessage } from '#web/shell/message.ts'
import { follow } from '../runs/follow.ts'
import { forgetResults, type HeldResults, isOver, restoreResults } from '../runs/store.ts'
import { putBack } from '../tabs/putBack.ts'
import { addDocument, keepLayout } from './actions.ts'
import { flush, forgetDraft, keepClosed, lastClosed } from './drafts.ts'
import { documentOf, useDesk } from './store.ts'
import type { SqlDocument } from './types.ts'

interface Closed {
  /** Of all closings, which one it was. */
  closing: number
  document: SqlDocument
  results: HeldResults
}

let closings = 0
/** By document: a message about an earlier closing must not bring its older text back over the later one's. */
const lastClosing = new Map<string, number>()

/** Closes a tab; what it held can be brought back. The last one leaves an empty one behind. */
export const closeDocument = (id: string): Promise<void> => closeDocuments([id])

/** Tabs beside this one, left to right, that closing many takes. */
export function closableTabs(id: string, which: 'others' | 'right'): string[] {
  const { order } = useDesk.getState()
  const at = order.indexOf(id)
  return order.filter((_, place) => (which === 'right' ? place > at : place !== at))
}

export async function closeMany(id: string, which: 'others' | 'right'): Promise<void> {
  const ids = closableTabs(id, which)
  if (ids.length > 0) await closeDocuments(ids, id)
  else showMessage({ message: which === 'right' ? '右侧没有标签页' : '没有其他标签页' })
}

/** `stays` comes to the front where the one there goes; without it the nearest to the right does. */
async function closeDocuments(ids: readonly string[], stays?: string): Promise<void> {
  const closing = ids.flatMap((id) => documentOf(id) ?? [])
  if (closing.length === 0) return
  const former = useDesk.getState().order
  useDesk.setState(({ documents, order, active }) => {
    const left = order.filter((id) => !ids.includes(id))
    const next = left[order.indexOf(active)] ?? left.at(-1) ?? ''
    return {
      documents: Object.fromEntries(Object.entries(documents).filter(([id]) => !ids.includes(id))),
      order: left,
      active: ids.includes(active) ? (stays ?? next) : active,
    }
  })
  if (useDesk.getState().order.length === 0) addDocument()
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

/** Those that were not opened again meanwhile, where they stood, with their results. A single one comes to the front. */
async function bringBack(closed: readonly Closed[], former: readonly string[]): Promise<void> {
  const back = closed.filter(
    ({ closing, document: { id } }) => !documentOf(id) && lastClosing.get(id) === closing,
  )
  const ids = back.map(({ document }) => document.id)
  useDesk.setState(({ documents, order, active }) => ({
    documents: { ...documents, ...Object.fromEntries(back.map(({ document }) => [document.id, document])) },
    order: putBack(order, former, ids),
    active: closed.length === 1 ? (ids[0] ?? active) : active,
  }))
  for (const { document, results } of back) {
    restoreResults(document.id, results)
    for (const desk of results.runs) if (!isOver(desk)) void follow(desk.key)
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
