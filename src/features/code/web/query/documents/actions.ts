// Operations on editor tabs: open, create, rename, move; `closing.ts` closes and reopens them.
import { keptResults } from '../runs/store.ts'
import { openDrafts, touch } from './drafts.ts'
import { openKeeper } from './keeper.ts'
import { readLayout, writeLayout } from './layout.ts'
import { blankDocument, documentOf, resetDocuments, useDocuments } from './store.ts'
import type { SqlDocument } from './types.ts'

let opening: Promise<void> | undefined

/** Restores the user's tabs, once: open tabs stay as they are. */
export async function openDocuments(owner: string): Promise<void> {
  const { status, owner: before } = useDocuments.getState()
  if (before === owner && status === 'ready') return
  if (before === owner && opening) return opening
  resetDocuments(owner)
  useDocuments.setState({ status: 'loading' })
  opening = load(owner)
  await opening
}

async function load(owner: string): Promise<void> {
  const { open, conflicts, keptAt } = await openDrafts(owner, await openKeeper())
  if (useDocuments.getState().owner !== owner) return
  const layout = readLayout(owner)
  const documents = Object.fromEntries(open.map((document) => [document.id, document]))
  const placed = layout?.order.filter((id) => documents[id]) ?? []
  const order = [...placed, ...open.map(({ id }) => id).filter((id) => !placed.includes(id))]
  const drafts = Object.fromEntries(order.map((id) => [id, { kind: 'kept' as const, at: keptAt[id] ?? 0 }]))
  const active = layout && order.includes(layout.active) ? layout.active : (order[0] ?? '')
  const cursor = layout?.cursor ?? { line: 1, column: 1 }
  useDocuments.setState({ documents, order, active, conflicts, drafts, cursor, status: 'ready' })
  if (order.length === 0) addDocument()
}

/** Stores the order of the tabs, with their results. */
export function keepLayout(): void {
  const { owner, order, active, cursor, status } = useDocuments.getState()
  if (owner && status === 'ready') writeLayout(owner, { order, active, cursor, ...keptResults(order) })
}

export function addDocument(part: Partial<SqlDocument> = {}): SqlDocument {
  const document = blankDocument(part)
  useDocuments.setState(({ documents, order, active }) => {
    const at = order.indexOf(active) + 1
    return {
      documents: { ...documents, [document.id]: document },
      order: at === 0 ? [...order, document.id] : [...order.slice(0, at), document.id, ...order.slice(at)],
      active: document.id,
    }
  })
  keepLayout()
  if (document.text !== '') touch(document.id)
  return document
}

export function activate(id: string): void {
  if (!documentOf(id)) return
  useDocuments.setState({ active: id })
  keepLayout()
}

/** By position from the left, from 1. */
export function activateAt(place: number): void {
  const id = useDocuments.getState().order[place - 1]
  if (id) activate(id)
}

export function activateNext(step: 1 | -1): void {
  const { order, active } = useDocuments.getState()
  const id = order[(order.indexOf(active) + step + order.length) % order.length]
  if (id) activate(id)
}

export function changeDocument(id: string, part: Partial<SqlDocument>): void {
  const before = documentOf(id)
  if (!before) return
  const after = { ...before, ...part }
  const keys = Object.keys(part) as (keyof SqlDocument)[]
  if (keys.every((key) => before[key] === after[key])) return
  useDocuments.setState(({ documents }) => ({ documents: { ...documents, [id]: after } }))
  touch(id)
}

export function moveDocument(id: string, to: number): void {
  useDocuments.setState(({ order }) => {
    const others = order.filter((other) => other !== id)
    return { order: [...others.slice(0, to), id, ...others.slice(to)] }
  })
  keepLayout()
}
