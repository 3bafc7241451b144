// The calls of dictionaries.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import * as calls from '../contract.ts'
import { pasteRows } from './batch.ts'
import { deleteDictionary, deleteRow, restoreDictionaries } from './deleting.ts'
import { exportDictionary } from './exporting.ts'
import { historyFor, listForEditors, openForEditor, readPage } from './listing.ts'
import { readSentFile } from './reading.ts'
import { readHeads } from './repo.ts'
import { saveDictionary, saveRow } from './saving.ts'
import { listDictionaries, tellDictionaries } from './service.ts'
import { unnamedCodes } from './unnamed.ts'
import { usesOf } from './uses.ts'

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
  registerCall(app, calls.addOrUpdateDict, ({ body }, { user }) => saveDictionary(deps, user, body))
  registerCall(app, calls.deleteDict, ({ params }, { user }) => deleteDictionary(deps, user, params.id ?? ''))
  registerCall(app, calls.exportDict, ({ params }, { user, signal }) =>
    exportDictionary(deps, user, params.id, signal),
  )
  registerCall(app, calls.addOrUpdateDictData, ({ body }, { user }) => saveRow(deps, user, body))
  registerCall(app, calls.deleteDictData, ({ params }, { user }) =>
    deleteRow(deps, user, params.dataId ?? ''),
  )
  registerCall(app, calls.creatDictByBatchCode, ({ body }, { user }) => pasteRows(deps, user, body))
  registerCall(app, calls.refreshDict, async () =>
    (await readHeads(deps.metadata.db)).map(({ id, updateTime }) => ({ id, updateTime })),
  )
}

function registerManaging(app: FastifyInstance, deps: Deps): void {
  registerCall(app, calls.listDictionaries, (_, { user }) => listForEditors(deps, user))
  registerCall(app, calls.openDictionary, ({ params }, { user }) => openForEditor(deps, user, params.id))
  registerCall(app, calls.readDictionaryRows, ({ params, query: { position, dataId } }, { user }) =>
    readPage(
      deps,
      user,
      params.id,
      position === undefined || dataId === undefined ? null : { position, dataId },
    ),
  )
  registerCall(app, calls.restoreDictionaries, ({ body }, { user }) =>
    restoreDictionaries(deps, user, body.ids),
  )
  registerCall(app, calls.dictionaryUses, ({ params }, { user }) => usesOf(deps, user, params.id))
  registerCall(app, calls.dictionaryHistory, ({ params }, { user }) => historyFor(deps, user, params.id))
  registerCall(app, calls.readDictionaryFile, ({ body }, { signal }) => readSentFile(deps, body, signal))
  registerCall(app, calls.unnamedCodes, ({ params }, { user, signal }) =>
    unnamedCodes(deps, user, params.id, signal),
  )
}
