// Tells the owner of an alarm or a subscription that a message could not be delivered.

import type { Db } from '#server/objects/types.ts'
import { asPlain } from '#shared/message.ts'
import { pages } from '#shared/pages.ts'
import { tellInboxes } from '#features/inbox/server/index.ts'
import { type MessageSource, messageSourceTitles } from '../contract.ts'

export async function tellOwner(
  db: Db,
  delivery: { id: string; title: string; problem: string },
  message: {
    ownerId: number | null
    title: string
    source: { kind: MessageSource; id: number; title: string }
  },
): Promise<void> {
  const { ownerId, source } = message
  if (ownerId === null) return
  const lines = [
    `${messageSourceTitles[source.kind]}「${source.title}」的消息「${message.title}」没有送达。`,
    `原因：${delivery.problem}`,
  ]
  await tellInboxes(db, [ownerId], {
    key: `delivery ${delivery.id} failed`,
    title: `发送失败：「${delivery.title}」`,
    text: lines.map(asPlain).join('\n'),
    level: 'warning',
    source: { kind: 'receiver', id: null },
    link: pages.alarmReceivers(),
    at: new Date(),
  })
}
