// The job that looks the company's accounts up between sign-ins.
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Deps } from '#server/deps.ts'
import { defineJob } from '#server/jobs/declare.ts'

/** Belongs to the installation, not to a user. */
export const checkAccounts = defineJob({
  name: 'session.checkAccounts',
  title: '核对公司账号',
  payload: Type.Object({}),
  tries: 1,
})

const usualMinutes = 15
const id = 'check company accounts'

export function openChecking(app: FastifyInstance, deps: Deps): void {
  const { ldap, providers } = deps.settings.installation.signIn
  app.jobs.handle(checkAccounts, {
    run: async (_, { signal }) => {
      const { checkDirectory, stopUnseen } = await import('./checking.ts')
      const unseen = await stopUnseen(deps)
      return { result: { ...(await checkDirectory(deps, signal)), unseen } }
    },
  })
  app.addHook('onReady', async () => {
    if (!ldap && providers.length === 0) return app.jobs.schedules.remove(id)
    const rule = { everyMs: (ldap?.checkMinutes ?? usualMinutes) * 60_000, from: '2026-01-01T00:00:00.000Z' }
    await app.jobs.schedules.save({ id, kind: checkAccounts, payload: {}, userId: null, rule })
  })
}
