// Options of push's forms: the caller's apps with their gateways, and the servers of one app.
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { assertGames, gamesOf } from '#server/objects/games.ts'
import type { GameServer, PushApp } from '../contract.ts'
import { serversOf } from './audience/people.ts'
import { isQuiet } from './clock.ts'
import { appOf, approvalAbove, problemOf } from './gateway/apps.ts'

export async function listApps({ metadata, settings }: Deps, user: SessionUser): Promise<PushApp[]> {
  const games = await gamesOf(metadata.db, user)
  return games.map(({ cgi, name }) => {
    const app = appOf(settings, cgi)
    return {
      cgi,
      name,
      kind: app.kind,
      gateway: app.name,
      delivers: app.kind !== 'embedded',
      perMinute: app.perMinute,
      quietHours: app.quietHours,
      quiet: isQuiet(app.quietHours, settings.zone, Date.now()),
      approvalAbove: approvalAbove(settings),
      problem: problemOf(app),
    }
  })
}

export async function listServers(
  deps: Deps,
  user: SessionUser,
  cgi: string,
  signal: AbortSignal,
): Promise<GameServer[]> {
  await assertGames(deps.metadata.db, user, [cgi])
  return serversOf(deps, cgi, signal)
}
