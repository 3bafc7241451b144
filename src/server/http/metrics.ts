// GET /metrics, in the text of Prometheus: for programs on this machine, and for whoever holds METRICS_TOKEN. To all
// others it does not exist. The library is loaded by the first who asks, so that others pay nothing for it.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Settings } from '../settings.ts'
import type { Figures } from './figures.ts'
import type { SeenRequest } from './requests.ts'

declare module 'fastify' {
  interface FastifyInstance {
    figures: RequestFigures
  }
}

/** Kept until the first who asks; afterwards requests are counted as they end. */
const mostKept = 10_000

export class RequestFigures {
  #kept: SeenRequest[] = []
  #figures: Figures | undefined

  add(seen: SeenRequest): void {
    if (this.#figures) this.#figures.add(seen)
    else if (this.#kept.length < mostKept) this.#kept.push(seen)
  }

  /** From now on requests go to these. */
  handOver(figures: Figures): void {
    this.#figures = figures
    for (const seen of this.#kept.splice(0)) figures.add(seen)
  }
}

export function registerMetrics(app: FastifyInstance, deps: Deps): void {
  let opened: Promise<Figures> | undefined
  const open = async () => {
    const { openFigures } = await import('./figures.ts')
    const figures = openFigures(deps)
    app.figures.handOver(figures)
    return figures
  }
  app.addHook('onClose', async () => (await opened)?.stop())
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, deps.settings)) return reply.callNotFound()
    opened ??= open()
    const { contentType, text } = await opened
    return reply
      .type(contentType)
      .header('cache-control', 'no-store')
      .send(await text())
  })
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

export function mayRead(
  { headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>,
  { metricsToken, installation }: Pick<Settings, 'metricsToken' | 'installation'>,
): boolean {
  const [, token] = headers.authorization?.match(/^Bearer (\S+)$/i) ?? []
  if (token !== undefined) {
    return metricsToken !== null && timingSafeEqual(digest(token), digest(metricsToken))
  }
  // Through a proxy on this machine everybody comes from it.
  const proxied =
    installation.trustProxy > 0 ||
    installation.https ||
    ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'].some((name) => name in headers)
  return !proxied && /^(::ffff:)?127(\.\d{1,3}){3}$|^::1$/.test(socket.remoteAddress ?? '')
}
