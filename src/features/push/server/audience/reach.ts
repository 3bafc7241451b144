// The number of people that a task would reach, whatever its app's gateway: players in the warehouse, or
// registered browsers.

import type { Caller } from '#server/objects/types.ts'
import { businessDay } from '#shared/businessDay.ts'
import { AppError } from '#shared/errors.ts'
import { countBrowsers, nextBrowsers } from '../browsers.ts'
import type { PushDeps } from '../deps.ts'
import { appOf } from '../gateway/apps.ts'
import { cleanServers, countPeople, nextPeople } from './people.ts'
import { cleanSegment } from './segments.ts'

interface Aim {
  cgi: string
  servers: readonly string[]
  segment: string
  /** The user whose rights count: the asking one, or the task's owner. */
  reader: Caller
}

const everybody = 'all'

/** For `readFields`. */
export function aimReaders(
  deps: PushDeps,
  caller: Caller,
  { cgi, servers = [], segment = everybody }: { cgi: string; servers?: string[]; segment?: string },
  signal?: AbortSignal,
) {
  const isWebPush = appOf(deps.settings, cgi).kind === 'webpush'
  const whole = <Value>(isWhole: boolean, value: Value): Value => {
    if (isWhole) return value
    throw new AppError('parameter_wrong', '这个应用用 Web Push 发给登记过的浏览器，不能选择，请选全部')
  }
  return {
    servers: async () =>
      isWebPush ? whole(servers.length === 0, servers) : cleanServers(deps, cgi, servers, signal),
    segment: async () =>
      isWebPush ? whole(segment === everybody, segment) : cleanSegment(deps, caller, cgi, segment),
  }
}

export async function reachOf(deps: PushDeps, aim: Aim, signal?: AbortSignal): Promise<number> {
  if (appOf(deps.settings, aim.cgi).kind === 'webpush') return countBrowsers(deps.metadata.db, aim.cgi)
  return countPeople(deps, { ...aim, today: businessDay(deps.settings) }, signal)
}

/** Targets after `reached`; `today` is the run's day. */
export function nextTargets(
  deps: PushDeps,
  aim: Aim & { today: string },
  reached: string,
  most: number,
  signal: AbortSignal,
): Promise<string[]> {
  if (appOf(deps.settings, aim.cgi).kind === 'webpush')
    return nextBrowsers(deps.metadata.db, aim.cgi, reached, most)
  return nextPeople(deps, aim, reached, most, signal)
}
