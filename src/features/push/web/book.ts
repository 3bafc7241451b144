// Options beside the tasks: apps with their gateways, segments, servers of an app.
import { create } from 'zustand'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import {
  findGameServers,
  findPushApps,
  findPushSegments,
  type GameServer,
  type PushApp,
  type PushSegment,
} from '../contract.ts'

interface Book {
  apps: readonly PushApp[]
  segments: readonly PushSegment[]
  /** By the app's cgi, as far as loaded. */
  servers: Readonly<Record<string, readonly GameServer[] | CallError>>
}

const quiet = { quiet: true, loading: null } as const

export const useBook = create<Book>(() => ({ apps: [], segments: [], servers: {} }))
export const pushBook = (): Book => useBook.getState()

export async function readBook(signal: AbortSignal): Promise<void> {
  const [apps, segments] = await Promise.all([
    call(findPushApps, {}, { ...quiet, signal }),
    call(findPushSegments, {}, { ...quiet, signal }),
  ])
  useBook.setState({ apps, segments })
}

const keep = (cgi: string, servers: readonly GameServer[] | CallError) =>
  useBook.setState((book) => ({ servers: { ...book.servers, [cgi]: servers } }))

/** Loaded once per app; a failure is shown in place of the servers. */
export async function readServers(cgi: string): Promise<void> {
  if (cgi === '' || Array.isArray(pushBook().servers[cgi])) return
  try {
    keep(cgi, await call(findGameServers, { query: { cgi } }, quiet))
  } catch (error) {
    keep(cgi, failureOf(error))
  }
}

export const appOf = (cgi: string): PushApp | undefined => pushBook().apps.find((app) => app.cgi === cgi)
