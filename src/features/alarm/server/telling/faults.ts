// Tells the owner of an alarm that can't run.

import { presentUser } from '#server/people.ts'
import type { AppError } from '#shared/errors.ts'
import { asPlain } from '#shared/message.ts'
import { pages } from '#shared/pages.ts'
import type { SendingStore } from '#features/receivers/server/index.ts'
import { sendMessage } from '#features/receivers/server/index.ts'
import { isOfTheWarehouse } from '../checking/reading.ts'
import type { StoredAlarm } from '../objectKinds.ts'

/** A restarting warehouse is nobody's problem to fix. */
const patienceMs = 30 * 60_000

interface Fault {
  error: AppError
  since: string
  now: Date
}

/** Returns whether the owner was told. */
export async function tellFault(
  store: SendingStore,
  alarm: StoredAlarm,
  { error, since, now }: Fault,
): Promise<boolean> {
  if (isOfTheWarehouse(error) && now.getTime() - Date.parse(since) < patienceMs) return false
  // A disabled user reads no inbox.
  if (!(await presentUser(store.db, alarm.owner_id))) return false
  const source = { kind: 'alarm', id: alarm.id, title: alarm.name } as const
  await sendMessage(store, {
    key: `alarm ${alarm.id} fault ${since}`,
    source,
    ownerId: alarm.owner_id,
    userIds: [alarm.owner_id],
    message: {
      title: `告警「${alarm.name}」无法运行`,
      text: `${asPlain(error.message)}\n修好之前它不会触发；修好后会自动恢复。`,
      level: 'warning',
      link: pages.alarmEdit({ id: alarm.id }),
      at: now,
    },
  })
  return true
}
