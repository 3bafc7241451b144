// The calls of log search.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import * as calls from '../contract.ts'
import { seenEntrances } from './asked.ts'
import { countValues, readIndex } from './counting.ts'
import { readContext, readLine, tailLogs } from './looking.ts'
import { Measures } from './measures.ts'
import { ownEntrance } from './places.ts'
import { LogReaders } from './readers.ts'
import { type LogEngine, Searches } from './searching.ts'
import { storesOf } from './storing.ts'

export function registerLogSearch(app: FastifyInstance, deps: Deps): void {
  const readers = new LogReaders()
  const measures = new Measures(deps.settings.dataDir, readers)
  const refresh: LogEngine['refresh'] = async ({ entrance, name }) =>
    entrance === ownEntrance ? app.ownLogs.refresh(name) : undefined
  const engine = { readers, measures, refresh }
  const searches = new Searches(deps, engine)
  app.addHook('onClose', () => {
    searches.stop()
    readers.stop()
  })
  registerCall(app, calls.listEntrances, (_, { user }) =>
    seenEntrances(deps, user).map(({ name, title, note }) => ({ name, title, note })),
  )
  registerCall(app, calls.getLogStores, ({ params }, { user }) =>
    storesOf(deps, engine, user, params.entrance),
  )
  registerCall(app, calls.getIndex, ({ params }, context) =>
    readIndex(deps, engine, searches, params, context),
  )
  registerCall(app, calls.getLogs, ({ body }, context) => searches.begin(body, context))
  registerCall(app, calls.followSearch, ({ body }, context) => searches.follow(body.id, body.waitMs, context))
  registerCall(app, calls.cancelSearch, ({ body }, context) => searches.cancel(body.id, context))
  registerCall(app, calls.countValues, ({ body }, context) =>
    countValues(deps, engine, searches, body, context),
  )
  registerCall(app, calls.readContext, ({ params, query }, context) =>
    readContext(deps, engine, params, query, context),
  )
  registerCall(app, calls.readLine, ({ params }, context) => readLine(deps, engine, params, context))
  registerCall(app, calls.exportLogs, async ({ body }, context) =>
    (await import('./exporting.ts')).exportLogs(deps, engine, searches, body, context),
  )
  registerCall(app, calls.tailLogs, ({ body }, context) => tailLogs(deps, engine, body, context))
}
