// The demo's calls. The code that does the work is loaded on first use.

import type { FastifyInstance } from 'fastify'
import { isAllRows } from '#semantic/model/rowScope.ts'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import type { SessionUser } from '#server/http/session.ts'
import { AppError } from '#shared/errors.ts'
import * as calls from '../contract.ts'
import { addDemoJob } from './job.ts'

const work = () => import('./work.ts')

export function registerDemo(app: FastifyInstance, deps: Deps): void {
  const { jobs } = app
  jobs.handle(addDemoJob, {
    run: async ({ size }, context) => (await work()).runAdding(deps, size, context),
  })
  registerCall(app, calls.readDemo, async (_input, { user }) => (await work()).showDemo(deps, jobs, user))
  registerCall(app, calls.addDemo, async ({ body }, { user }) => {
    assertAllRows(user)
    await (await work()).orderAdding(deps, jobs, user, body.size)
    return null
  })
  registerCall(app, calls.cancelDemo, async (_input, { user }) => {
    assertAllRows(user)
    await (await work()).cancelAdding(jobs)
    return null
  })
  registerCall(app, calls.removeDemo, async ({ body }, { user }) => {
    assertAllRows(user)
    return (await work()).removeHere(deps, user, body.named ?? 0)
  })
}

/** Required, because the demo adds games, and tables with rows of these games. */
function assertAllRows(user: SessionUser): void {
  if (!isAllRows(user))
    throw new AppError('permission_missing', '只有可看全部游戏、数据范围不受限的人可以生成或移除演示数据')
}
