// An estimate while a task is edited: number of people, duration, next time, and whether approval is needed.
import type { SessionUser } from '#server/http/session.ts'
import { readFields } from '#server/objects/fields.ts'
import { assertGames } from '#server/objects/games.ts'
import { AppError } from '#shared/errors.ts'
import type { PushEstimate, PushSchedule } from '../contract.ts'
import { aimReaders, reachOf } from './audience/reach.ts'
import { wallClock } from './clock.ts'
import type { PushDeps } from './deps.ts'
import { appOf, approvalAbove } from './gateway/apps.ts'
import { cleanSchedule, momentsOf } from './schedules.ts'

const momentsShown = 3

export async function estimate(
  deps: PushDeps,
  user: SessionUser,
  given: { cgi: string; servers?: string[]; segment?: string; schedule?: PushSchedule },
  signal: AbortSignal,
): Promise<PushEstimate> {
  const { settings } = deps
  await readFields({ cgi: () => assertGames(deps.metadata.db, user, [given.cgi]) })
  const aim = await readFields(aimReaders(deps, user, given, signal))
  const count = await reachOf(deps, { cgi: given.cgi, ...aim, reader: user }, signal)
  return {
    count,
    needsApproval: count > approvalAbove(settings),
    approvalAbove: approvalAbove(settings),
    minutes: Math.ceil(count / appOf(settings, given.cgi).perMinute),
    ...times(deps, given.schedule ?? { kind: 'now' }),
  }
}

function times({ jobs, settings }: PushDeps, schedule: PushSchedule): Pick<PushEstimate, 'next' | 'problem'> {
  try {
    const moments = momentsOf(jobs, settings, cleanSchedule({ jobs, settings }, schedule), momentsShown)
    const next = moments.map((moment) => wallClock(settings.zone, moment.getTime()).replace('T', ' '))
    return { next, problem: '' }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { next: [], problem: error.message }
  }
}
