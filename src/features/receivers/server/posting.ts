// Sends a message to a receiver over HTTP.
import type { Deps } from '#server/deps.ts'
import { ask } from '#server/outbound/request.ts'
import { readAddress, type WebKind } from './addresses.ts'
import { refusalOf } from './faults.ts'
import { formats } from './formats/index.ts'
import type { Parcel, Post, Refusal } from './formats/types.ts'
import type { ReceiverSecrets } from './objectKinds.ts'
import { type Pace, takeTurn } from './pace.ts'

interface To {
  id: number
  kind: WebKind
  secrets: ReceiverSecrets
}

/** Returns in Chinese which part did not arrive, or nothing. Throws `Refused`. */
export async function postParcel(
  deps: Deps,
  pace: Pace,
  { id, kind, secrets }: To,
  parcel: Parcel,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { installation } = deps.settings
  const address = readAddress(kind, secrets.address ?? '', installation)
  const { posts: write, postsAMinute } = formats[kind]
  const count = write(parcel, '', 0).length
  if (postsAMinute !== null)
    await takeTurn(deps, id, { posts: count, most: postsAMinute, windowMs: pace.windowMs }, signal)
  // The signature contains the time, so it is computed after the wait.
  const [first, ...rest] = write(parcel, secrets.secret ?? '', Date.now())
  const refusal = first ? await post(deps, kind, address, first, parcel.id, signal) : null
  if (refusal) throw new Refused(refusal)
  for (const next of rest) {
    // The message has arrived; retrying for its picture would send it twice.
    const refused = await post(deps, kind, address, next, parcel.id, signal)
    if (refused) return `图片发送失败：${refused.problem}`
  }
  return undefined
}

export class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.problem)
    this.name = 'Refused'
    this.refusal = refusal
  }
}

async function post(
  { settings }: Deps,
  kind: WebKind,
  address: URL,
  { query = {}, headers = {}, body }: Post,
  key: string,
  signal: AbortSignal,
): Promise<Refusal | null> {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  try {
    const answer = await ask({
      url,
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'analytics',
        'idempotency-key': key,
        ...headers,
      },
      body,
      allowed: settings.installation.webhookNets,
      signal,
    })
    return formats[kind].refusal(answer)
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    return refusal
  }
}
