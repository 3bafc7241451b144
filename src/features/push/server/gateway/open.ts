// Opens the gateway of an app.
import { AppError } from '#shared/errors.ts'
import { browsersOf, pushToBrowser } from '../browsers.ts'
import type { PushDeps } from '../deps.ts'
import { appOf, secretOf } from './apps.ts'
import { type Delivered, failed, type Gateway } from './delivered.ts'
import { httpGateway } from './http.ts'

const browsersAtOnce = 8

/** Throws gateway_failed where required settings are missing. */
export async function gatewayOf(deps: PushDeps, cgi: string): Promise<Gateway> {
  const app = appOf(deps.settings, cgi)
  if (app.kind === 'embedded') return deps.embedded.open(app.name)
  if (app.kind === 'webpush') return webPushGateway(deps, app.name)
  const { url, allowed = [] } = app.own
  if (url === undefined) throw new AppError('gateway_failed', '网关没有网址')
  return httpGateway({
    name: app.name,
    delivers: true,
    url: new URL(url),
    allowed,
    secret: secretOf(app.own),
  })
}

const webPushGateway = (deps: PushDeps, name: string): Gateway => ({
  name,
  delivers: true,
  deliver: async ({ targets, message }, signal) => {
    const browsers = await browsersOf(deps.metadata.db, targets)
    const answers = new Map<string, Delivered>()
    const waiting = [...targets]
    const work = async () => {
      for (let mark = waiting.shift(); mark !== undefined; mark = waiting.shift()) {
        const browser = browsers.get(mark)
        answers.set(
          mark,
          browser ? await pushToBrowser(deps, browser, message, signal) : failed('登记已移除'),
        )
      }
    }
    await Promise.all(Array.from({ length: browsersAtOnce }, work))
    return targets.map((mark) => answers.get(mark) ?? failed('登记已移除'))
  },
})
