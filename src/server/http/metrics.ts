// GET /metrics in Prometheus text format: for programs on this machine, and for holders of METRICS_TOKEN.
// Everybody else gets a 404. The library is loaded on the first request, so that it costs nothing where
// nobody asks.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Settings } from '../settings.ts'
import type { Figures } from './figures.ts'
import type { SeenRequest } from './requests.ts'
import type { WatchedFigure } from './watchedFigure.ts'

declare module 'fastify' {
  interface FastifyInstance {
    figures: RequestFigures
  }
}

/** Requests recorded before the first scrape; later ones are counted as they end. */
const mostKept = 10_000

export class RequestFigures {
  /** Of the slices, before the first scrape. */
  readonly watched: WatchedFigure[] = []
  #kept: SeenRequest[] = []
  #figures: Figures | undefined

  add(seen: SeenRequest): void {
    if (this.#figures) this.#figures.add(seen)
    else if (this.#kept.length < mostKept) this.#kept.push(seen)
  }

  /** From now on requests are counted in these metrics. */
  handOver(figures: Figures): void {
    this.#figures = figures
    for (const seen of this.#kept.splice(0)) figures.add(seen)
  }
}

export function registerMetrics(app: FastifyInstance, deps: Deps): void {
  let opened: Promise<Figures> | undefined
  const open = async () => {
    const { openFigures } = await import('./figures.ts')
    const figures = openFigures(deps, app.figures.watched)
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

function mayRead(
  { headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>,
  { metricsToken, installation }: Pick<Settings, 'metricsToken' | 'installation'>,
): boolean {
  const [, token] = headers.authorization?.match(/^Bearer (\S+)$/i) ?? []
  if (token !== undefined) {
    return metricsToken !== null && timingSafeEqual(digest(token), digest(metricsToken))
  }
  // Behind a proxy on this machine every request comes from this machine.
  const proxied =
    installation.trustProxy > 0 ||
    installation.https ||
    ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'].some((name) => name in headers)
  return !proxied && /^(::ffff:)?127(\.\d{1,3}){3}$|^::1$/.test(socket.remoteAddress ?? '')
}
