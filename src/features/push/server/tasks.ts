// Creates and changes tasks. A task for more people than one person may decide on waits for a second person's
// approval of exactly that revision.
import { createHash } from 'node:crypto'
import type { SessionUser } from '#server/http/session.ts'
import { addObject, changeObject } from '#server/objects/changing.ts'
import { readFields } from '#server/objects/fields.ts'
import { assertGames } from '#server/objects/games.ts'
import { holdObject, readObject } from '#server/objects/reading.ts'
import type { Db } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import type { PushTask, PushTaskChange, PushTaskOrder } from '../contract.ts'
import { aimReaders, reachOf } from './audience/reach.ts'
import { holdAim } from './audience/segments.ts'
import type { PushDeps } from './deps.ts'
import { appOf, approvalAbove } from './gateway/apps.ts'
import { assertFits } from './gateway/webPush.ts'
import { messageReaders } from './message.ts'
import { pushTasks, type Task } from './objectKinds.ts'
import { arrange, nextAt } from './running/arranging.ts'
import { cleanSchedule } from './schedules.ts'
import { shownTask } from './showing.ts'

/** The default: at once. */
const usualSchedule = { kind: 'now' } as const

/** Outside transactions, because it queries the warehouse. */
async function cleanTask(
  deps: PushDeps,
  user: SessionUser,
  given: Omit<PushTaskOrder, 'requestId'>,
  signal: AbortSignal,
) {
  const { cgi, schedule = usualSchedule } = given
  // Nothing else can be checked without the app; another's app answers as a missing one.
  await readFields({ cgi: () => assertGames(deps.metadata.db, user, [cgi]) })
  const {
    servers,
    segment,
    schedule: cleaned,
    ...message
  } = await readFields({
    ...messageReaders(given),
    schedule: () => cleanSchedule(deps, schedule),
    ...aimReaders(deps, user, given, signal),
  })
  if (appOf(deps.settings, cgi).kind === 'webpush') assertFits(message)
  const reach = await reachOf(deps, { cgi, servers, segment, reader: user }, signal)
  const needsApproval = reach > approvalAbove(deps.settings)
  return {
    cgi,
    servers: JSON.stringify(servers),
    segment,
    ...message,
    schedule: JSON.stringify(cleaned),
    state: needsApproval ? ('approval' as const) : ('waiting' as const),
    problem: '',
    reach,
    approved_by: null,
    approved_at: null,
    approved_revision: null,
  }
}

const digestOf = ({ requestId: _, ...order }: PushTaskOrder): string =>
  createHash('sha256').update(JSON.stringify(order)).digest('hex')

/** The same request id creates only one task. */
export async function addTask(
  deps: PushDeps,
  user: SessionUser,
  order: PushTaskOrder,
  signal: AbortSignal,
): Promise<PushTask> {
  const requestId = order.requestId?.trim() || null
  const known = await orderedBefore(deps, user, requestId, order)
  if (known) return known
  const values = await cleanTask(deps, user, order, signal)
  try {
    return await deps.jobs.transaction(async (db, enqueue) => {
      const same = await orderedBefore(deps, user, requestId, order, db)
      if (same) return same
      const fresh = {
        ...values,
        next_at: values.state === 'waiting' ? nextAt(deps, values) : null,
        request_id: requestId,
        request_digest: requestId === null ? null : digestOf(order),
      }
      const aimed = await holdAim(deps, db, values.segment)
      const { cgi, title, reach } = values
      const row = await addObject(db, pushTasks, user, { ...fresh, ...aimed }, { cgi, title, reach })
      await arrange(deps, db, enqueue, row)
      return shownTask(deps, db, user, row)
    })
  } catch (error) {
    // The same order arrived meanwhile.
    const same =
      error instanceof AppError && error.code === 'name_taken'
        ? await orderedBefore(deps, user, requestId, order)
        : null
    if (same) return same
    throw error
  }
}

async function orderedBefore(
  deps: PushDeps,
  user: SessionUser,
  requestId: string | null,
  order: PushTaskOrder,
  db: Db = deps.metadata.db,
): Promise<PushTask | null> {
  if (requestId === null) return null
  const row = await db
    .selectFrom('push_task')
    .selectAll()
    .where('owner_id', '=', user.id)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  if (!row) return null
  if (row.request_digest !== digestOf(order))
    throw new AppError('name_taken', '这个请求号已用于另一个任务，请换一个请求号', {
      fields: { requestId: '这个请求号已用于另一个任务' },
    })
  return shownTask(deps, db, user, await readObject(db, pushTasks, user, row.id))
}

export async function changeTask(
  deps: PushDeps,
  user: SessionUser,
  { id, revision, ...given }: PushTaskChange,
  signal: AbortSignal,
): Promise<PushTask> {
  assertUnbegun(await readObject(deps.metadata.db, pushTasks, user, id))
  const values = await cleanTask(deps, user, given, signal)
  return deps.jobs.transaction(async (db, enqueue) => {
    const present = await holdObject(db, deps.metadata.dialect, pushTasks, user, id)
    assertUnbegun(present)
    const aimed = await holdAim(deps, db, values.segment)
    const next_at = values.state === 'waiting' ? nextAt(deps, values) : null
    const shown = (row: Task) => shownTask(deps, db, user, row)
    const change = { id, values: { ...values, ...aimed, next_at }, revision }
    const row = await changeObject(db, pushTasks, user, change, shown)
    if (row.revision !== present.revision) await arrange(deps, db, enqueue, row)
    return shown(row)
  })
}

function assertUnbegun({ state }: Task): void {
  if (state === 'approval' || state === 'waiting') return
  throw new AppError('parameter_wrong', '任务已经开始或已结束，不能再修改；请复制为新任务')
}
