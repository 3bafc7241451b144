// Sent messages of a subscription, with the state of each delivery.

import { holdsRows } from '#semantic/model/rowScope.ts'
import type { SessionUser } from '#server/http/session.ts'
import { isStorable } from '#server/metadata/ids.ts'
import { scopesOf } from '#server/people.ts'
import { isAlive } from '#server/scopes/life.ts'
import { AppError } from '#shared/errors.ts'
import { holdsPermission } from '#shared/permissions.ts'
import { deliveriesOf } from '#features/receivers/server/index.ts'
import type { SubscriptionRun } from '../contract.ts'
import type { SubscriptionDeps } from './deps.ts'
import { recipientsOf } from './recipients.ts'
import { messageKey, readRow, type Told } from './sending.ts'

const mostRuns = 50

export async function readRuns(
  deps: SubscriptionDeps,
  caller: SessionUser,
  id: number,
): Promise<SubscriptionRun[]> {
  const { db } = deps.metadata
  const row = isStorable(id) ? await readRow(db, id) : undefined
  if (!row || !isAlive(row)) throw new AppError('object_missing')
  const mine = (await recipientsOf(db, [id])).filter((one) => one.user_id === caller.id && one.removed === 0)
  const seesAll = row.owner_id === caller.id || (await manages(deps, caller, row.owner_id))
  if (!seesAll && mine.length === 0) throw new AppError('object_missing')
  const own = new Set(mine.map((one) => one.id))
  const rows = await db
    .selectFrom('subscription_run')
    .selectAll()
    .where('subscription_id', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(mostRuns)
    .execute()
  const deliveries = Map.groupBy(await deliveriesOf(db, { kind: 'subscription', id }), ({ key }) => key)
  return rows.map((run) => {
    const told = (JSON.parse(run.told) as Told[]).filter(({ recipient }) => seesAll || own.has(recipient))
    return {
      id: run.id,
      reason: run.reason,
      at: run.at,
      endedAt: run.ended_at,
      state: run.state,
      problem: seesAll ? run.problem : null,
      told: told.map(({ recipient, name, kind, state, problem }) => {
        const [delivery] = deliveries.get(messageKey(run.id, recipient)) ?? []
        return {
          name,
          kind,
          state: delivery?.status ?? state,
          problem: delivery?.problem ?? problem,
          at: delivery?.endedAt ?? run.ended_at,
        }
      }),
    }
  })
}

async function manages(deps: SubscriptionDeps, caller: SessionUser, ownerId: number): Promise<boolean> {
  if (!holdsPermission(caller.authorityInfo, 'manage_authority')) return false
  const owner = (await scopesOf(deps.metadata.db, [ownerId])).get(ownerId)
  return owner !== undefined && holdsRows(caller, owner)
}
