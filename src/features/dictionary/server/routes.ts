// The calls of dictionaries.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import * as calls from '../contract.ts'
import { readHeads } from './repo.ts'
import { listDictionaries, tellDictionaries } from './service.ts'
import { usesOf } from './uses.ts'

const unnamed = () => import('./unnamed.ts')
const saving = () => import('./saving.ts')
const reading = () => import('./reading.ts')
const listing = () => import('./listing.ts')
const exporting = () => import('./exporting.ts')
const deleting = () => import('./deleting.ts')
const batch = () => import('./batch.ts')
export function registerDictionary(app: FastifyInstance, deps: Deps): void {
  registerReading(app, deps)
  registerEditing(app, deps)
  registerManaging(app, deps)
}

function registerReading(app: FastifyInstance, { metadata: { db } }: Deps): void {
  registerCall(app, calls.anaDictListsByDictId, ({ body }, { user }) =>
    tellDictionaries(db, 'id', body, user.games),
  )
  registerCall(app, calls.anaDictListsByDictName, ({ body }, { user }) =>
    tellDictionaries(db, 'name', body, user.games),
  )
  registerCall(app, calls.anaDictListsByFormName, ({ body }, { user }) =>
    tellDictionaries(db, 'formName', body, user.games),
  )
  registerCall(app, calls.simplelist, (_, { user }) => listDictionaries(db, user.games))
  registerCall(app, calls.anaDictListAll, (_, { user }) => tellDictionaries(db, 'id', null, user.games))
}

function registerEditing(app: FastifyInstance, deps: Deps): void {
  registerCall(app, calls.addOrUpdateDict, async ({ body }, { user }) =>
    (await saving()).saveDictionary(deps, user, body),
  )
  registerCall(app, calls.deleteDict, async ({ params }, { user }) =>
    (await deleting()).deleteDictionary(deps, user, params.id ?? ''),
  )
  registerCall(app, calls.exportDict, async ({ params }, { user, signal }) =>
    (await exporting()).exportDictionary(deps, user, params.id, signal),
  )
  registerCall(app, calls.addOrUpdateDictData, async ({ body }, { user }) =>
    (await saving()).saveRow(deps, user, body),
  )
  registerCall(app, calls.deleteDictData, async ({ params }, { user }) =>
    (await deleting()).deleteRow(deps, user, params.dataId ?? ''),
  )
  registerCall(app, calls.creatDictByBatchCode, async ({ body }, { user }) =>
    (await batch()).pasteRows(deps, user, body),
  )
  registerCall(app, calls.refreshDict, async () =>
    (await readHeads(deps.metadata.db)).map(({ id, updateTime }) => ({ id, updateTime })),
  )
}

function registerManaging(app: FastifyInstance, deps: Deps): void {
  registerCall(app, calls.listDictionaries, async (_, { user }) =>
    (await listing()).listForEditors(deps, user),
  )
  registerCall(app, calls.openDictionary, async ({ params }, { user }) =>
    (await listing()).openForEditor(deps, user, params.id),
  )
  registerCall(app, calls.readDictionaryRows, async ({ params, query: { position, dataId } }, { user }) =>
    (await listing()).readPage(
      deps,
      user,
      params.id,
      position === undefined || dataId === undefined ? null : { position, dataId },
    ),
  )
  registerCall(app, calls.restoreDictionaries, async ({ body }, { user }) =>
    (await deleting()).restoreDictionaries(deps, user, body.ids),
  )
  registerCall(app, calls.dictionaryUses, ({ params }, { user }) => usesOf(deps, user, params.id))
  registerCall(app, calls.dictionaryHistory, async ({ params }, { user }) =>
    (await listing()).historyFor(deps, user, params.id),
  )
  registerCall(app, calls.readDictionaryFile, async ({ body }, { signal }) =>
    (await reading()).readSentFile(deps, body, signal),
  )
  registerCall(app, calls.unnamedCodes, async ({ params }, { user, signal }) =>
    (await unnamed()).unnamedCodes(deps, user, params.id, signal),
  )
}
