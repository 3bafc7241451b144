// The calls of users, roles and the audit.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { objectHistory } from '#server/objects/services.ts'
import { rolesKind, usersKind } from '#features/session/server/index.ts'
import * as calls from '../contract.ts'
import { listAudit } from './audit.ts'
import { giverNames, keyCalls } from './keys.ts'
import { deleteRole, listRoles, restoreRoles, saveRole } from './roles.ts'
import { endSeeing, startSeeing } from './seeing.ts'
import { endSessions, linkFor, listSessions } from './sessions.ts'
import { deleteUser, listUsers, restoreUsers, saveUser } from './users.ts'

const handingWork = () => import('./handing/handing.ts')

export function registerManagement(app: FastifyInstance, deps: Deps): void {
  registerUsers(app, deps)
  registerRoles(app, deps)
  const sessionOf = (cookies: string | undefined) => app.sessions.hashIn(cookies)
  registerCall(app, calls.startSeeing, ({ body }, { user, cookies }) =>
    startSeeing(deps, user, sessionOf(cookies), body),
  )
  registerCall(app, calls.endSeeing, (_, { user, cookies }) => endSeeing(deps, user, sessionOf(cookies)))
  registerCall(app, calls.listKeyCalls, () => keyCalls(app))
  registerCall(app, calls.listGivers, () => giverNames(deps))
  const declared = { objects: app.objectKinds, jobs: app.jobs.kinds }
  registerCall(app, calls.listAudit, ({ query }, { user, signal }) =>
    listAudit(deps, declared, user, query, signal),
  )
}

function registerUsers(app: FastifyInstance, deps: Deps): void {
  registerCall(app, calls.listUsers, (_, { user }) => listUsers(deps, user))
  registerCall(app, calls.addOrUpdateUser, ({ body }, { user }) => saveUser(deps, user, body))
  registerCall(app, calls.deleteUser, ({ params, body }, { user }) =>
    deleteUser(deps, user, params.email, body.confirmed),
  )
  registerCall(app, calls.restoreUsers, ({ body }, { user }) => restoreUsers(deps, user, body.ids))
  registerCall(app, calls.userHistory, ({ params }, { user }) =>
    objectHistory(deps, usersKind(), user, params.id),
  )
  registerCall(app, calls.listUserSessions, ({ params }, { user, cookies }) =>
    listSessions(deps, user, params.id, app.sessions.hashIn(cookies)),
  )
  registerCall(app, calls.endUserSessions, ({ body }, { user }) => endSessions(deps, user, body))
  registerCall(app, calls.previewHanding, async ({ body }, { user }) =>
    (await handingWork()).handingOf(deps, app.objectKinds, user, body),
  )
  registerCall(app, calls.handOver, async ({ body }, { user }) =>
    (await handingWork()).handOver(deps, app.objectKinds, user, body),
  )
  registerCall(app, calls.makePasswordLink, ({ body }, { user }) => linkFor(deps, user, body.id))
}

function registerRoles(app: FastifyInstance, deps: Deps): void {
  registerCall(app, calls.listRoles, (_, { user }) => listRoles(deps, user))
  registerCall(app, calls.addOrUpdateRole, ({ body }, { user }) => saveRole(deps, user, body))
  registerCall(app, calls.deleteRole, ({ params }, { user }) => deleteRole(deps, user, params.name))
  registerCall(app, calls.restoreRoles, ({ body }, { user }) => restoreRoles(deps, user, body.ids))
  registerCall(app, calls.roleHistory, ({ params }, { user }) =>
    objectHistory(deps, rolesKind, user, params.id),
  )
}
