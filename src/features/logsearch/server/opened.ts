// What log search works with, made by the first call: a start does not need it.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { Measures } from './measures.ts'
import { ownEntrance } from './places.ts'
import { LogReaders } from './readers.ts'
import { type LogEngine, Searches } from './searching.ts'

export { seenEntrances } from './asked.ts'
export { countValues, readIndex } from './counting.ts'
export { readContext, readLine, tailLogs } from './looking.ts'
export { storesOf } from './storing.ts'

export function openLogSearch(app: FastifyInstance, deps: Deps) {
  const readers = new LogReaders()
  const measures = new Measures(deps.settings.dataDir, readers)
  const refresh: LogEngine['refresh'] = async ({ entrance, name }) =>
    entrance === ownEntrance ? app.ownLogs.refresh(name) : undefined
  const engine = { readers, measures, refresh }
  const searches = new Searches(deps, engine)
  const stop = () => {
    searches.stop()
    readers.stop()
  }
  return { engine, searches, stop }
}
