// Everything that is no call: the page under any address, its files, the installation's pictures, and 404s.
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { pages } from '#shared/pages.ts'
import type { Deps } from '../deps.ts'
import { hasDemoPasswords } from '../metadata/demoPasswords.ts'
import { failurePage, isNavigation, pageType } from './failurePage.ts'
import { makePage } from './page.ts'
import { contentSecurityPolicy } from './securityHeaders.ts'
import { sendFile } from './staticFiles.ts'

/** Other sites may frame pages under this path, and no others. */
const embedPath = pages.iframeReport({ viewId: '' })

export function registerWeb(app: FastifyInstance, { settings, metadata }: Deps, webFolder: string): void {
  const page = makePage(webFolder, settings, () => hasDemoPasswords(metadata.db))
  const brandFolder = join(settings.dataDir, 'brand')
  const embedPage = makePage(webFolder, settings, async () => false, 'embed.html')
  const { installation } = settings
  const policy = contentSecurityPolicy(pictureOrigins(installation))
  const embedPolicy = contentSecurityPolicy(pictureOrigins(installation), installation.frameAncestors)

  async function sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    embedded = false,
  ): Promise<FastifyReply> {
    const text = await (embedded ? embedPage : page)(request.hostname)
    if (text === null) {
      return reply.status(503).type(pageType).send(failurePage(503, '页面尚未构建，请先运行 npm run build'))
    }
    // Browsers without CSP frame-ancestors would read X-Frame-Options, which can't list origins.
    if (embedded && installation.frameAncestors.length > 0) reply.removeHeader('x-frame-options')
    reply
      .header('content-security-policy', embedded ? embedPolicy : policy)
      .header('cache-control', 'no-cache')
    reply.type('text/html; charset=utf-8')
    return reply.send(request.method === 'HEAD' ? '' : text)
  }

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (path === '/api' || path.startsWith('/api/')) throw new AppError('route_missing')
    if (path === '/' || path === '/index.html') return sendPage(request, reply)
    if (path === '/embed.html') return sendPage(request, reply)
    if (path.startsWith(embedPath)) return sendPage(request, reply, true)
    const own = path.startsWith('/brand/')
    if (await sendFile(request, reply, own ? brandFolder : webFolder, own ? path.slice(6) : path))
      return reply
    if (isPage(path, request.headers.accept ?? '')) return sendPage(request, reply)
    if (isNavigation(request)) return reply.status(404).type(pageType).send(failurePage(404, '文件不存在'))
    return reply.status(404).type('text/plain; charset=utf-8').send('文件不存在')
  }

  app.route({ method: ['GET', 'HEAD'], url: '/*', handler: serve })
  app.setNotFoundHandler(() => {
    throw new AppError('route_missing')
  })
}

/**
 * Page addresses have no file ending; one with an ending (`/dictionary/a.b`) is a page only where HTML is
 * requested.
 */
function isPage(path: string, accept: string): boolean {
  if (path.startsWith('/assets/') || path.startsWith('/brand/')) return false
  return !/\.\w+$/.test(path) || accept.includes('text/html')
}

function pictureOrigins({ brand, hosts }: Deps['settings']['installation']): string[] {
  const addresses = [brand, ...Object.values(hosts)].flatMap(({ logo, favicon }) => [logo, favicon])
  const origins = addresses.flatMap((address) =>
    address !== null && /^https?:\/\//.test(address) && URL.canParse(address)
      ? [new URL(address).origin]
      : [],
  )
  return [...new Set(origins)]
}
