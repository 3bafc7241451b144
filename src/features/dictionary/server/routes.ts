// The calls that read dictionaries.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../server/deps.ts'
import { registerCall } from '../../../server/http/registerCall.ts'
import {
  anaDictListAll,
  anaDictListsByDictId,
  anaDictListsByDictName,
  anaDictListsByFormName,
  simplelist,
} from '../contract.ts'
import { allDictionaries, findDictionaries, listDictionaries } from './service.ts'

export function registerDictionary(app: FastifyInstance, { metadata: { db } }: Deps): void {
  registerCall(app, anaDictListsByDictId, ({ body }) => findDictionaries(db, 'id', body))
  registerCall(app, anaDictListsByDictName, ({ body }) => findDictionaries(db, 'name', body))
  registerCall(app, anaDictListsByFormName, ({ body }) => findDictionaries(db, 'formName', body))
  registerCall(app, simplelist, () => listDictionaries(db))
  registerCall(app, anaDictListAll, () => allDictionaries(db))
}
