// What a key grants, derived from the tables of pages and commands and from the server's calls.
import { commands, permissionsOf } from '#commands/index.ts'
import { pages } from '#commands/pages.ts'
import type { PermissionKey } from '#shared/permissions.ts'
import { call } from '#web/api/client.ts'
import { type KeyCalls, listKeyCalls } from '../contract.ts'

interface Opened {
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

/** Read once: the calls only change with the server's version. */
export function readKeyCalls(): Promise<readonly KeyCalls[]> {
  reading ??= call(listKeyCalls, {}, { quiet: true, loading: null }).catch((error: unknown) => {
    reading = null
    throw error
  })
  return reading
}
