// The calls of saved queries.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { assertMayShare } from '#server/sharing.ts'
import * as contract from '#features/code/contract.ts'
import type { Runs } from '../runs/types.ts'
import { readNotes, readView } from './reading.ts'

// Code not needed at the start is loaded on first use.
const uses = () => import('./uses.ts')
const queries = () => import('./queries.ts')
const finding = () => import('./finding.ts')

export function registerSaved(app: FastifyInstance, deps: Deps, runs: Runs): void {
  const { metadata } = deps
  const reading = { ...deps, runs, notes: readNotes(deps) }
  registerCall(app, contract.saveQuery, async ({ body }, { user }) =>
    (await queries()).saveQuery(metadata, user, body),
  )
  registerCall(app, contract.listQueries, async (_, { user }) =>
    (await finding()).listQueries(metadata, user),
  )
  registerCall(app, contract.listWithFillter, async ({ body }, { user }) =>
    (await finding()).findQueries(metadata, user, body),
  )
  registerCall(app, contract.getView, ({ params }, { user }) => readView(reading, user, params.id))
  registerCall(app, contract.deleteQuery, async ({ params }, { user }) =>
    (await queries()).deleteQuery(metadata, user, params.id),
  )
  registerCall(app, contract.queryUses, async ({ body }, { user }) =>
    (await uses()).readUses(metadata, user, body),
  )
  registerCall(app, contract.restoreQuery, async ({ params }, { user }) =>
    (await queries()).restoreQuery(metadata, user, params.id),
  )
  registerCall(app, contract.shareQuery, async ({ params, body }, { user }) => {
    const assertOpen = () => assertMayShare(deps.settings, user)
    return (await queries()).shareQuery(metadata, user, params.id, body.share, {
      audience: body.audience,
      assertOpen,
    })
  })
  registerCall(app, contract.queryVersions, async ({ params }, { user }) =>
    (await queries()).queryVersions(metadata, user, params.id),
  )
}
