// The calls of the team's library; their implementation is loaded on first use.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import * as contract from '#features/code/contract.ts'

const queries = () => import('../saved/queries.ts')
const folders = () => import('./folders.ts')
const people = () => import('./people.ts')

export function registerLibrary(app: FastifyInstance, deps: Deps): void {
  registerCall(app, contract.listQueryFolders, async (_, { user }) =>
    (await folders()).listFolders(deps, user),
  )
  registerCall(app, contract.queryFolderPeople, async () => (await people()).folderPeople(deps))
  registerCall(app, contract.querySharePeople, async () => (await people()).sharePeople(deps))
  registerCall(app, contract.saveQueryFolder, async ({ body }, { user }) =>
    (await folders()).saveFolder(deps, user, body),
  )
  registerCall(app, contract.deleteQueryFolder, async ({ body }, { user }) =>
    (await folders()).deleteFolder(deps, user, body.id),
  )
  registerCall(app, contract.restoreQueryFolder, async ({ body }, { user }) =>
    (await folders()).restoreFolder(deps, user, body.id),
  )
  registerCall(app, contract.giveQueryFolder, async ({ body }, { user }) =>
    (await folders()).giveFolder(deps, user, body),
  )
  registerCall(app, contract.queryFolderChanges, async ({ params }, { user }) =>
    (await folders()).folderHistory(deps, user, params.id),
  )
  registerCall(app, contract.moveQueries, async ({ body }, { user }) =>
    (await queries()).moveQueries(deps.metadata, user, body),
  )
}
