// The address shows the tab in front: its saved query, else the tab itself. Reading one opens what it names.
import { navigate } from 'wouter/use-browser-location'
import { CallError } from '#web/api/client.ts'
import { queryOf } from '#web/shell/longAddress.ts'
import { activate } from './documents/actions.ts'
import { documentOf, useDesk } from './documents/store.ts'
import type { SqlDocument } from './documents/types.ts'
import { openHanded, openNew, openQueryById, openRun, openTable, startDocument } from './opening.ts'

export const pagePath = '/code/query'

export const addressOf = ({ id, saved }: Pick<SqlDocument, 'id' | 'saved'>): string =>
  saved ? `${pagePath}?query=${encodeURIComponent(saved.id)}` : `${pagePath}?tab=${id}`

export type Wish =
  | { kind: 'query' | 'run' | 'table' | 'tab' | 'text'; name: string; start: boolean }
  | { kind: 'new'; start: false }
  | { kind: 'none'; start: false }

export function wishOf(search: string): Wish {
  const params = queryOf(search)
  const start = params.get('start') === '1'
  for (const kind of ['query', 'run', 'table', 'tab', 'text'] as const) {
    const name = params.get(kind)
    if (name) return { kind, name, start }
  }
  return { kind: params.get('new') === '1' ? 'new' : 'none', start: false }
}

/** Whether the address is a tab's own; others ask for something, and are replaced once it is open. */
export const isShown = (search: string): boolean => {
  const document = documentOf(useDesk.getState().active)
  return document !== undefined && addressOf(document) === `${pagePath}${search}`
}

/** Opens what the address asks for. A failure is told, and the tab in front stays. */
export async function followAddress(search: string): Promise<void> {
  const wish = wishOf(search)
  if (wish.kind === 'none' || isShown(search)) {
    showAddress(true)
    return
  }
  try {
    const id = await open(wish)
    if (id && wish.start) startDocument(id)
  } catch (error) {
    // Told by the client.
    if (!(error instanceof CallError)) throw error
  }
  showAddress(true)
}

async function open(wish: Exclude<Wish, { kind: 'none' }>): Promise<string | null> {
  if (wish.kind === 'query') return openQueryById(wish.name)
  if (wish.kind === 'run') return openRun(wish.name)
  if (wish.kind === 'table') return openTable(wish.name)
  if (wish.kind === 'text') return openHanded(wish.name)
  if (wish.kind === 'new') return openNew()
  if (!documentOf(wish.name)) return null
  activate(wish.name)
  return wish.name
}

/** Puts the address of the tab in front; `replace` leaves no step behind for Back. */
export function showAddress(replace: boolean): void {
  const document = documentOf(useDesk.getState().active)
  if (!document || window.location.pathname !== pagePath) return
  const address = addressOf(document)
  if (address !== window.location.pathname + window.location.search) navigate(address, { replace })
}
