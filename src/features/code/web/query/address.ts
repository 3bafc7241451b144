// The address shows the active tab: its saved query, else the tab itself. Opening an address opens what it
// names.

import { navigate } from 'wouter/use-browser-location'
import { pages } from '#shared/pages.ts'
import { CallError } from '#web/api/client.ts'
import { queryOf } from '#web/shell/longAddress.ts'
import { activate } from './documents/actions.ts'
import { documentOf, useDocuments } from './documents/store.ts'
import type { SqlDocument } from './documents/types.ts'
import { openHanded, openNew, openQueryById, openRun, openTable, startDocument } from './opening.ts'

const pagePath = pages.codeQuery.path

const addressOf = ({ id, saved }: Pick<SqlDocument, 'id' | 'saved'>): string =>
  saved ? `${pagePath}?query=${encodeURIComponent(saved.id)}` : `${pagePath}?tab=${id}`

type Wish =
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

/** Whether the address is a tab's own; other addresses are requests and are replaced once fulfilled. */
export const isShown = (search: string): boolean => {
  const document = documentOf(useDocuments.getState().active)
  return document !== undefined && addressOf(document) === `${pagePath}${search}`
}

/** Opens what the address names. A failure is shown, and the active tab stays. */
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
    // The client has shown it.
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

/** Writes the active tab's address; `replace` adds no history entry. */
export function showAddress(replace: boolean): void {
  const document = documentOf(useDocuments.getState().active)
  if (!document || window.location.pathname !== pagePath) return
  const address = addressOf(document)
  if (address !== window.location.pathname + window.location.search) navigate(address, { replace })
}
