// The delivery job: one attempt to send. The delivery's result is written together with the job's state.
import type { Deps } from '#server/deps.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { living } from '#server/scopes/life.ts'
import { AppError } from '#shared/errors.ts'
import { momentText } from '#shared/moment.ts'
import { sendMail } from './mail/smtp.ts'
import type { KeptMessage } from './message.ts'
import { readConfig, type StoredReceiver } from './objectKinds.ts'
import type { Pace } from './pace.ts'
import { postParcel, Refused } from './posting.ts'
import { readSecrets } from './secrets.ts'

export interface ReceiversDeps extends Deps {
  jobs: Jobs
  pace: Pace
}

/** An AppError is final, except `server_busy`, which is retried. */
export async function tryOnce(
  deps: ReceiversDeps,
  id: string,
  once: boolean,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    return await send(deps, id, signal)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { problem, again } = error.refusal
    throw new AppError(again && !once ? 'server_busy' : 'gateway_failed', problem)
  }
}

async function send(deps: ReceiversDeps, id: string, signal: AbortSignal): Promise<string | undefined> {
  const found = await readDelivery(deps, id)
  if (!found) throw new AppError('gateway_failed', '消息已过期，未发送')
  const { publicUrl } = deps.settings.installation
  const message = JSON.parse(found.body) as KeptMessage
  const parcel = {
    id,
    message,
    png: found.picture === null ? null : Buffer.from(found.picture, 'base64'),
    source: { kind: found.source_kind, id: found.source_id, title: found.source_title },
    // The fragment lets a reader recognize a repeated message; no page keeps state in it.
    link: message.link && publicUrl !== null ? `${publicUrl}${message.link}#message-${id}` : null,
    publicUrl,
  }
  const receiver = await receiverOf(deps, found.receiver_id)
  if (receiver && receiver.kind !== 'mail') {
    const to = {
      id: receiver.id as number,
      kind: receiver.kind,
      secrets: readSecrets(deps.settings, receiver),
    }
    return postParcel(deps, deps.pace, to, parcel, signal)
  }
  const to = receiver ? (readConfig(receiver).addresses ?? []) : [found.title]
  const unsubscribe =
    found.unsubscribe !== null && publicUrl !== null ? `${publicUrl}${found.unsubscribe}` : null
  return sendMail(deps, { ...parcel, to, unsubscribe, when: whenText(deps, message.at) }, signal)
}

const readDelivery = ({ metadata }: Deps, id: string) =>
  metadata.db
    .selectFrom('delivery')
    .innerJoin('message', 'message.id', 'delivery.message_id')
    .select(['delivery.receiver_id', 'delivery.title', 'delivery.unsubscribe'])
    .select([
      'message.body',
      'message.picture',
      'message.source_kind',
      'message.source_id',
      'message.source_title',
    ])
    .where('delivery.id', '=', id)
    .executeTakeFirst()

/** Null when the target is an e-mail address of its own. */
async function receiverOf({ metadata }: Deps, id: number | null): Promise<StoredReceiver | null> {
  if (id === null) return null
  const receiver = await metadata.db
    .selectFrom('receiver')
    .selectAll()
    .where('id', '=', id)
    .where(living('receiver'))
    .executeTakeFirst()
  if (!receiver) throw new AppError('gateway_failed', '通知渠道已被删除')
  return receiver
}

const whenText = ({ settings }: Deps, at: string): string =>
  `${momentText(at, settings.zone, 'second')}（${settings.zone}）`
