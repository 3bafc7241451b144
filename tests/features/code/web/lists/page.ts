// Shared by the tests of the workspace's lists: a signed-in reader, working keys, and objects to list.
import { fireEvent } from '@testing-library/react'
import { type ComponentType, createElement } from 'react'
import { vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import type { CommandContext } from '#commands/index.ts'
import { listHandlers } from '#web/list/handlers.ts'
import { useCommandContext } from '#web/shell/keys/contexts.ts'
import type { Handlers } from '#web/shell/keys/handlers.ts'
import { provideCommands } from '#web/shell/keys/run.ts'
import { startKeys } from '#web/shell/keys/start.ts'
import { useSession } from '#web/shell/session.ts'
import { tableHandlers } from '#web/table/handlers.ts'
import type { Run, SavedQuery } from '#features/code/contract.ts'
import { codeWork } from '#features/code/web/commandHandlers.ts'

export function signIn(): void {
  useSession.getState().accept({
    email: 'mei@example.com',
    username: 'mei',
    games: [],
    role: { id: 1, name: 'sql', authorityInfo: { sqlQueryRule: ['search_sqlQuery'] } },
  })
  provideCommands({ handlers: { ...codeWork, ...listHandlers, ...tableHandlers } as Handlers, navigate })
  if (!started) startKeys()
  started = true
  window.matchMedia = (() => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as never
  // jsdom has no layout; the table only draws rows where it has a height.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
}
let started = false

/** The page with its key contexts and the list's, as the router enters them. */
export const withKeys = (Page: ComponentType, context: CommandContext): ComponentType =>
  function PageWithKeys() {
    useCommandContext(context)
    useCommandContext('list')
    return createElement(Page)
  }

const codes: Record<string, string> = { '/': 'Slash', ' ': 'Space' }

export const press = (...keys: string[]): void => {
  for (const key of keys) {
    const [name = '', ctrlKey] = key.startsWith('ctrl+') ? [key.slice(5), true] : [key, false]
    const code = /^[a-z]$/i.test(name) ? `Key${name.toUpperCase()}` : (codes[name] ?? name)
    const shiftKey = /^[A-Z]$/.test(name)
    fireEvent.keyDown(document.activeElement ?? document.body, { key: name, code, ctrlKey, shiftKey })
  }
}

export const savedQuery = (part: Partial<SavedQuery> & { id: string }): SavedQuery => ({
  name: part.id,
  folder: '',
  tags: [],
  audience: { kind: 'anyone', roles: [], users: [] },
  owner: 'mei',
  sql: `select '${part.id}'`,
  params: [],
  looks: [],
  folderId: null,
  team: '',
  right: 'own' as const,
  modifiedBy: 'mei',
  version: 1,
  share: 'off',
  createdAt: '2026-01-01T00:00:00.000Z',
  modifiedAt: '2026-01-01T00:00:00.000Z',
  pinyin: '',
  ...part,
})

export const runOf = (part: Partial<Run> & { queryId: string }): Run => ({
  kind: 'query',
  status: 'done',
  place: null,
  waiting: 0,
  title: '',
  sql: `select '${part.queryId}'`,
  columns: [],
  data: [],
  from: 0,
  rowCount: 7,
  truncated: false,
  summary: null,
  elapsedMs: 12,
  queuedMs: 0,
  cached: false,
  updateTime: null,
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: '2026-01-01T00:00:01.000Z',
  expiresAt: null,
  pinned: false,
  problem: null,
  file: null,
  stamp: 1,
  ...part,
})
