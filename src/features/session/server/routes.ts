import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import * as calls from '../contract.ts'
import { openChecking } from './company/job.ts'
import type { ProviderDeps } from './company/provider/service.ts'
import { makeLinkService } from './linkService.ts'
import type { StepDeps } from './secondStep/tickets.ts'
import { makeSessionService } from './service.ts'
import { makeThrottle } from './throttle.ts'

const asking = () => import('./secondStep/asking.ts')
const provider = () => import('./company/provider/service.ts')
const settingUp = () => import('./secondStep/settingUp.ts')

export function registerSession(app: FastifyInstance, deps: Deps): void {
  const throttle = makeThrottle(deps.metadata)
  const service = makeSessionService(deps, app.sessions, throttle)
  registerCall(app, calls.login, ({ body }, context) => service.login(body, context))
  registerCall(app, calls.logout, (_, context) => service.logout(context))
  registerCall(app, calls.changeOwnPassword, ({ body }, context) =>
    service.changeOwnPassword(body, context.user, context),
  )
  registerCall(app, calls.getUserAuthInfo, ({ params }, { user }) =>
    service.getUserAuthInfo(params.email, user),
  )
  const links = makeLinkService(deps)
  registerCall(app, calls.openPasswordLink, ({ body }, { address }) => links.open(body.token, address))
  registerCall(app, calls.setPassword, ({ body }, { address }) => links.setPassword(body, address))
  openChecking(app, deps)
  registerProviders(app, { ...deps, sessions: app.sessions })
  registerSecondStep(app, { ...deps, sessions: app.sessions, throttle })
}

function registerProviders(app: FastifyInstance, deps: ProviderDeps): void {
  registerCall(app, calls.beginProvider, async ({ body }, context) =>
    (await provider()).begin(deps, body.provider, context),
  )
  registerCall(app, calls.finishProvider, async ({ body }, context) =>
    (await provider()).finish(deps, body, context),
  )
  registerCall(app, calls.leaveProvider, async (_, context) => (await provider()).leave(deps, context))
}

function registerSecondStep(app: FastifyInstance, deps: StepDeps): void {
  registerCall(app, calls.readSecondStep, async (_, { user }) => (await settingUp()).readStep(deps, user))
  registerCall(app, calls.openSecondStep, async ({ body }, context) =>
    (await settingUp()).openStep(deps, body, context.user, context),
  )
  registerCall(app, calls.startSecondStep, async ({ body }) =>
    (await settingUp()).startStep(deps, body.ticket),
  )
  registerCall(app, calls.confirmSecondStep, async ({ body }, context) =>
    (await settingUp()).confirmStep(deps, body, context),
  )
  registerCall(app, calls.answerSecondStep, async ({ body }, context) =>
    (await asking()).answerStep(deps, body, context),
  )
  registerCall(app, calls.endSecondStep, async ({ body }, context) =>
    (await settingUp()).endStep(deps, body, context.user, context),
  )
}
