// The calls of users, roles and the audit.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { objectHistory } from '#server/objects/services.ts'
import { rolesKind, usersKind } from '#features/session/server/index.ts'
import * as calls from '../contract.ts'

const users = () => import('./users.ts')
const sessions = () => import('./sessions.ts')
const linking = () => import('./linking.ts')
const seeing = () => import('./seeing.ts')
const roles = () => import('./roles.ts')
const keys = () => import('./keys.ts')
const audit = () => import('./audit.ts')
const handingWork = () => import('./handing/handing.ts')

export function registerManagement(app: FastifyInstance, deps: Deps): void {
  registerUsers(app, deps)
  registerRoles(app, deps)
  const sessionOf = (cookies: string | undefined) => app.sessions.hashIn(cookies)
  registerCall(app, calls.startSeeing, async ({ body }, { user, cookies }) =>
    (await seeing()).startSeeing(deps, user, sessionOf(cookies), body),
  )
  registerCall(app, calls.endSeeing, async (_, { user, cookies }) =>
    (await seeing()).endSeeing(deps, user, sessionOf(cookies)),
  )
  registerCall(app, calls.listKeyCalls, async () => (await keys()).keyCalls(app))
  registerCall(app, calls.listGivers, async () => (await keys()).giverNames(deps))
  const declared = { objects: app.objectKinds, jobs: app.jobs.kinds }
  registerCall(app, calls.listAudit, async ({ query }, { user, signal }) =>
    (await audit()).listAudit(deps, declared, user, query, signal),
  )
}

function registerUsers(app: FastifyInstance, deps: Deps): void {
  registerCall(app, calls.listUsers, async (_, { user }) => (await users()).listUsers(deps, user))
  registerCall(app, calls.addOrUpdateUser, async ({ body }, { user }) =>
    (await users()).saveUser(deps, user, body),
  )
  registerCall(app, calls.deleteUser, async ({ params, body }, { user }) =>
    (await users()).deleteUser(deps, user, params.email, body.confirmed),
  )
  registerCall(app, calls.restoreUsers, async ({ body }, { user }) =>
    (await users()).restoreUsers(deps, user, body.ids),
  )
  registerCall(app, calls.userHistory, ({ params }, { user }) =>
    objectHistory(deps, usersKind(), user, params.id),
  )
  registerCall(app, calls.listUserSessions, async ({ params }, { user, cookies }) =>
    (await sessions()).listSessions(deps, user, params.id, app.sessions.hashIn(cookies)),
  )
  registerCall(app, calls.endUserSessions, async ({ body }, { user }) =>
    (await sessions()).endSessions(deps, user, body),
  )
  registerCall(app, calls.previewHanding, async ({ body }, { user }) =>
    (await handingWork()).handingOf(deps, app.objectKinds, user, body),
  )
  registerCall(app, calls.handOver, async ({ body }, { user }) =>
    (await handingWork()).handOver(deps, app.objectKinds, user, body),
  )
  registerCall(app, calls.makePasswordLink, async ({ body }, { user }) =>
    (await sessions()).linkFor(deps, user, body.id),
  )
  registerCall(app, calls.linkOutside, async ({ body }, { user }) =>
    (await linking()).linkOutside(deps, user, body.id),
  )
  registerCall(app, calls.unlinkOutside, async ({ body }, { user }) =>
    (await linking()).unlinkOutside(deps, user, body.id),
  )
  registerCall(app, calls.resetSecondStep, async ({ body }, { user }) =>
    (await sessions()).resetStep(deps, user, body.id),
  )
}

function registerRoles(app: FastifyInstance, deps: Deps): void {
  registerCall(app, calls.listRoles, async (_, { user }) => (await roles()).listRoles(deps, user))
  registerCall(app, calls.addOrUpdateRole, async ({ body }, { user }) =>
    (await roles()).saveRole(deps, user, body),
  )
  registerCall(app, calls.deleteRole, async ({ params }, { user }) =>
    (await roles()).deleteRole(deps, user, params.name),
  )
  registerCall(app, calls.restoreRoles, async ({ body }, { user }) =>
    (await roles()).restoreRoles(deps, user, body.ids),
  )
  registerCall(app, calls.roleHistory, ({ params }, { user }) =>
    objectHistory(deps, rolesKind, user, params.id),
  )
}
