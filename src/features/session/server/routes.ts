import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import {
  changeOwnPassword,
  getUserAuthInfo,
  login,
  logout,
  openPasswordLink,
  setPassword,
} from '../contract.ts'
import { makeLinkService } from './linkService.ts'
import { makeSessionService } from './service.ts'

export function registerSession(app: FastifyInstance, deps: Deps): void {
  const service = makeSessionService(deps, app.sessions)
  registerCall(app, login, ({ body }, context) => service.login(body, context))
  registerCall(app, logout, (_, context) => service.logout(context))
  registerCall(app, changeOwnPassword, ({ body }, context) =>
    service.changeOwnPassword(body, context.user, context),
  )
  registerCall(app, getUserAuthInfo, ({ params }, { user }) => service.getUserAuthInfo(params.email, user))
  const links = makeLinkService(deps)
  registerCall(app, openPasswordLink, ({ body }, { address }) => links.open(body.token, address))
  registerCall(app, setPassword, ({ body }, { address }) => links.setPassword(body, address))
}
