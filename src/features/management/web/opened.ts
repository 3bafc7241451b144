// What a key opens, read off the tables that say it: pages, commands, and the server's calls.
import { commands, permissionsOf } from '#commands/index.ts'
import { pages } from '#commands/pages.ts'
import type { PermissionKey } from '#shared/permissions.ts'
import { call } from '#web/api/client.ts'
import { type KeyCalls, listKeyCalls } from '../contract.ts'

export interface Opened {
  pages: readonly { title: string; path: string }[]
  commands: readonly string[]
}

export function openedBy(key: PermissionKey): Opened {
  const own = pages.filter(({ permission }) => permission === key)
  const work = commands.filter((command) => command.go === undefined && permissionsOf(command).includes(key))
  return {
    pages: own.map(({ title, path }) => ({ title, path })),
    commands: [...new Set(work.map(({ title }) => title))],
  }
}

let reading: Promise<readonly KeyCalls[]> | null = null

/** They are the same until the server is another. */
export function readKeyCalls(): Promise<readonly KeyCalls[]> {
  reading ??= call(listKeyCalls, {}, { quiet: true, loading: null }).catch((error: unknown) => {
    reading = null
    throw error
  })
  return reading
}
