// Tests a receiver, and reads where it is used and its latest deliveries.

import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { writeAudit } from '#server/metadata/audit.ts'
import { meetsGames, readGames } from '#server/objects/games.ts'
import { readObject } from '#server/objects/reading.ts'
import type { Caller } from '#server/objects/types.ts'
import { assertEditable } from '#server/objects/writing.ts'
import { AppError } from '#shared/errors.ts'
import { asPlain } from '#shared/message.ts'
import { pages } from '#shared/pages.ts'
import type { Receiver, ReceiverUses } from '../contract.ts'
import { deliveriesTo } from './deliveries.ts'
import type { ReceiversDeps } from './delivering.ts'
import { receivers } from './objectKinds.ts'
import { sendMessage } from './sending.ts'
import { readReceiver } from './service.ts'
import { usesOf } from './uses.ts'

const lookMs = 50

/** Sends a message marked as a test; on failure throws gateway_failed with the receiver's present state. */
export async function testReceiver(
  deps: ReceiversDeps,
  caller: Caller & { username: string },
  id: number,
  signal: AbortSignal,
): Promise<Receiver> {
  const { db } = deps.metadata
  const receiver = await readObject(db, receivers, caller, id)
  await assertEditable(db, receivers, caller, receiver)
  const sent = await deps.jobs.transaction(async (inner, enqueue) => {
    await writeAudit(inner, { userId: caller.id, action: 'receiver.test', detail: { id } })
    return sendMessage(
      { db: inner, enqueue },
      {
        key: `receiver ${id} test ${randomBytes(12).toString('base64url')}`,
        source: { kind: 'receiver', id, title: receiver.name },
        ownerId: null,
        receiverIds: [id],
        once: true,
        message: {
          title: '测试消息',
          text: `这是 ${asPlain(caller.username)} 从通知渠道「${asPlain(receiver.name)}」发出的测试，收到即说明渠道可用。`,
          level: 'info',
          link: pages.alarmReceivers(),
          table: { columns: ['指标', '当前值', '环比'], rows: [['示例指标', '1,234', '-5.6%']] },
          at: new Date(),
        },
      },
    )
  })
  const problem = await endOf(deps, sent.deliveries[0] as string, signal)
  const shown = await readReceiver(deps, caller, id)
  if (problem !== null) throw new AppError('gateway_failed', problem, shown)
  return shown
}

/** Why the delivery failed; null when it succeeded. */
async function endOf({ metadata }: ReceiversDeps, id: string, signal: AbortSignal): Promise<string | null> {
  for (;;) {
    const { status, problem } = await metadata.db
      .selectFrom('delivery')
      .select(['status', 'problem'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (status === 'sent') return null
    if (status !== 'waiting') return problem ?? '发送失败'
    await wait(lookMs, undefined, { signal })
  }
}

const mostDeliveries = 100

export async function readUses(
  { metadata: { db } }: ReceiversDeps,
  caller: Caller,
  id: number,
): Promise<ReceiverUses> {
  const receiver = await readObject(db, receivers, caller, id)
  // A user without all of the receiver's games may not read what others send there.
  const namesAll = receivers.refuses?.(caller, receiver) === null
  const deliveries = await deliveriesTo(db, id, mostDeliveries)
  const all = await usesOf(db, id)
  const seen = all.filter(({ games }) => meetsGames(caller, readGames(games)))
  return {
    uses: seen.map(({ kind, name, link }) => ({ kind, name, link })),
    hidden: all.length - seen.length,
    deliveries: deliveries.map((one) => (namesAll ? one : { ...one, title: '', key: '' })),
  }
}
