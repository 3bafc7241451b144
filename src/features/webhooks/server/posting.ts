// One request to a webhook's address, and what came back.

import { ask, type OutboundAnswer } from '#server/outbound/request.ts'
import { signedHeaders } from '#server/outbound/signing.ts'
import type { Settings } from '#server/settings.ts'
import { AppError } from '#shared/errors.ts'
import { addressing, refusing } from '#features/receivers/server/index.ts'
import type { WebhookSecrets } from './secrets.ts'

export interface Outcome {
  /** Null: there was no answer. */
  httpStatus: number | null
  ms: number
  /** First bytes of the answer, masked. */
  answer: string
  /** Chinese: why it was not taken; null: it was. */
  problem: string | null
  /** The other side wants no more of it. */
  isOver: boolean
}

interface Letter {
  event: string
  eventId: string
  body: string
}

/** Throws the signal's reason alone. */
export async function post(
  { installation }: Pick<Settings, 'installation'>,
  { address, secret }: WebhookSecrets,
  { event, eventId, body }: Letter,
  signal: AbortSignal,
): Promise<Outcome> {
  const began = performance.now()
  const after = () => Math.round(performance.now() - began)
  const [{ readAddress }, { plainRefusal, refusalOf }] = await Promise.all([addressing(), refusing()])
  try {
    const answer = await ask({
      url: readAddress('url', address, installation),
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'analytics',
        'idempotency-key': eventId,
        'x-event': event,
        ...signedHeaders(secret, body, Date.now()),
      },
      body,
      allowed: installation.webhookNets,
      signal,
    })
    return {
      ...judged(answer, plainRefusal(answer, '对方')),
      ms: after(),
      answer: maskedAnswer(answer.text, secret),
    }
  } catch (error) {
    signal.throwIfAborted()
    // The settings may have changed since the address was saved.
    const problem = error instanceof AppError ? error.message : refusalOf(error)?.problem
    if (problem === undefined) throw error
    return { httpStatus: null, ms: after(), answer: '', problem, isOver: false }
  }
}

const judged = (
  { status }: OutboundAnswer,
  refusal: { problem: string } | null,
): Pick<Outcome, 'httpStatus' | 'problem' | 'isOver'> => ({
  httpStatus: status,
  problem: refusal?.problem ?? null,
  isOver: status === 410,
})

const shownMost = 200

/** One line; addresses and what looks like a key are masked. */
const maskedAnswer = (text: string, secret: string): string =>
  text
    .slice(0, 2_000)
    .replaceAll(secret, '••••')
    .replace(/https?:\/\/\S*/gi, '…')
    .replace(/[\w+/=-]{16,}/g, '••••')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .slice(0, shownMost)
    .toWellFormed()
    .trim()
