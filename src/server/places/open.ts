// Several servers on one metadata store: what a user has under way lies on one of them, and the others hand the
// calls about it on (`atPlace` in a contract). So a proxy may send each request to any server.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { homeOf } from '../jobs/home.ts'
import { installationSecret } from '../secret.ts'
import { Places } from './places.ts'

declare module 'fastify' {
  interface FastifyInstance {
    places: Places
  }
}

/** Loaded when a second server has something: one server alone hands nothing on. */
const forwarding = () => import('./forward.ts')

export function openPlaces(app: FastifyInstance, { metadata, settings, log }: Deps): void {
  const { dataDir } = settings
  const own = { home: () => homeOf(dataDir), secret: () => installationSecret(dataDir) }
  app.decorate('places', new Places({ metadata, log, ...own }))
}

/** Answers by the server that keeps the user's work; false where that is this one. */
export async function answerElsewhere(
  { places }: Pick<FastifyInstance, 'places'>,
  request: FastifyRequest,
  reply: FastifyReply,
  timeoutMs: number,
): Promise<boolean> {
  if (!request.user || !places.isJoined) return false
  const { keyHeader, forward } = await forwarding()
  if (places.isKey(request.headers[keyHeader])) return false
  const userId = request.user.id
  // A server that is gone is asked no second time: this one takes its place.
  for (;;) {
    const holder = await places.holderOf(userId)
    if (!holder) return false
    if (await forward(request, reply, { holder, key: places.keyOf(holder), timeoutMs })) return true
    await places.takeOver(userId, holder)
  }
}
