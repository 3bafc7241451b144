// The calls of log search.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import * as calls from '../contract.ts'
import type { openLogSearch } from './opened.ts'

const work = () => import('./opened.ts')

export function registerLogSearch(app: FastifyInstance, deps: Deps): void {
  let opened: Promise<ReturnType<typeof openLogSearch>> | undefined
  const open = () => {
    opened ??= work().then((module) => module.openLogSearch(app, deps))
    return opened
  }
  app.addHook('onClose', async () => (await opened)?.stop())
  registerCall(app, calls.listEntrances, async (_, { user }) =>
    (await work()).seenEntrances(deps, user).map(({ name, title, note }) => ({ name, title, note })),
  )
  registerCall(app, calls.getLogStores, async ({ params }, { user }) =>
    (await work()).storesOf(deps, (await open()).engine, user, params.entrance),
  )
  registerCall(app, calls.getIndex, async ({ params }, context) => {
    const { engine, searches } = await open()
    return (await work()).readIndex(deps, engine, searches, params, context)
  })
  registerCall(app, calls.getLogs, async ({ body }, context) => (await open()).searches.begin(body, context))
  registerCall(app, calls.followSearch, async ({ body }, context) =>
    (await open()).searches.follow(body.id, body.waitMs, context),
  )
  registerCall(app, calls.cancelSearch, async ({ body }, context) =>
    (await open()).searches.cancel(body.id, context),
  )
  registerCall(app, calls.countValues, async ({ body }, context) => {
    const { engine, searches } = await open()
    return (await work()).countValues(deps, engine, searches, body, context)
  })
  registerCall(app, calls.readContext, async ({ params, query }, context) =>
    (await work()).readContext(deps, (await open()).engine, params, query, context),
  )
  registerCall(app, calls.readLine, async ({ params }, context) =>
    (await work()).readLine(deps, (await open()).engine, params, context),
  )
  registerCall(app, calls.exportLogs, async ({ body }, context) => {
    const { engine, searches } = await open()
    return (await import('./exporting.ts')).exportLogs(deps, engine, searches, body, context)
  })
  registerCall(app, calls.tailLogs, async ({ body }, context) =>
    (await work()).tailLogs(deps, (await open()).engine, body, context),
  )
}
