// Options beside the tasks: apps with their gateways, segments, servers of an app.
import { create } from 'zustand'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import {
  findGameServers,
  findPushApps,
  findPushSegments,
  type GameServer,
  type PushApp,
  type PushSegment,
} from '../contract.ts'

interface ReferenceData {
  apps: readonly PushApp[]
  segments: readonly PushSegment[]
  /** By the app's cgi, as far as loaded. */
  servers: Readonly<Record<string, readonly GameServer[] | CallError>>
}

export const useReferenceData = create<ReferenceData>(() => ({ apps: [], segments: [], servers: {} }))
const referenceData = (): ReferenceData => useReferenceData.getState()

export async function readReferenceData(signal: AbortSignal): Promise<void> {
  const [apps, segments] = await Promise.all([
    call(findPushApps, {}, { ...quiet, signal }),
    call(findPushSegments, {}, { ...quiet, signal }),
  ])
  useReferenceData.setState({ apps, segments })
}

const keep = (cgi: string, servers: readonly GameServer[] | CallError) =>
  useReferenceData.setState((state) => ({ servers: { ...state.servers, [cgi]: servers } }))

/** Loaded once per app; a failure is shown in place of the servers. */
export async function readServers(cgi: string): Promise<void> {
  if (cgi === '' || Array.isArray(referenceData().servers[cgi])) return
  try {
    keep(cgi, await call(findGameServers, { query: { cgi } }, quiet))
  } catch (error) {
    keep(cgi, failureOf(error))
  }
}

export const appOf = (cgi: string): PushApp | undefined => referenceData().apps.find((app) => app.cgi === cgi)
