// The calls of saved queries.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { assertMayShare } from '#server/sharing.ts'
import * as contract from '#features/code/contract.ts'
import type { Runs } from '../runs/types.ts'
import { findQueries, listQueries } from './finding.ts'
import { deleteQuery, queryVersions, restoreQuery, saveQuery, shareQuery } from './queries.ts'
import { readNotes, readView } from './reading.ts'
import { readUses } from './uses.ts'

export function registerSaved(app: FastifyInstance, deps: Deps, runs: Runs): void {
  const { metadata } = deps
  const reading = { ...deps, runs, notes: readNotes(deps) }
  registerCall(app, contract.saveQuery, ({ body }, { user }) => saveQuery(metadata, user, body))
  registerCall(app, contract.listQueries, (_, { user }) => listQueries(metadata, user))
  registerCall(app, contract.listWithFillter, ({ body }, { user }) => findQueries(metadata, user, body))
  registerCall(app, contract.getView, ({ params }, { user }) => readView(reading, user, params.id))
  registerCall(app, contract.deleteQuery, ({ params }, { user }) => deleteQuery(metadata, user, params.id))
  registerCall(app, contract.queryUses, ({ body }, { user }) => readUses(metadata, user, body))
  registerCall(app, contract.restoreQuery, ({ params }, { user }) => restoreQuery(metadata, user, params.id))
  registerCall(app, contract.shareQuery, ({ params, body }, { user }) => {
    const assertOpen = () => assertMayShare(deps.settings, user)
    return shareQuery(metadata, user, params.id, body.share, { audience: body.audience, assertOpen })
  })
  registerCall(app, contract.queryVersions, ({ params }, { user }) =>
    queryVersions(metadata, user, params.id),
  )
}
