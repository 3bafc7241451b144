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
  registerCall(app, anaDictListsByDictId, ({ body }, { user }) =>
    findDictionaries(db, 'id', body, user.games),
  )
  registerCall(app, anaDictListsByDictName, ({ body }, { user }) =>
    findDictionaries(db, 'name', body, user.games),
  )
  registerCall(app, anaDictListsByFormName, ({ body }, { user }) =>
    findDictionaries(db, 'formName', body, user.games),
  )
  registerCall(app, simplelist, (_, { user }) => listDictionaries(db, user.games))
  registerCall(app, anaDictListAll, (_, { user }) => allDictionaries(db, user.games))
}
