// Signs requests for the page: the secret stays here, only the reader's own games are allowed, and the audit
// is written first.
import { createHash } from 'node:crypto'
import type { Static } from 'typebox'
import type { Deps } from '#server/deps.ts'
import type { Sent } from '#server/http/registerCall.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import type { Caller } from '#server/objects/types.ts'
import { pathOf } from '#shared/call.ts'
import { AppError } from '#shared/errors.ts'
import {
  getUserInfo,
  type Signature,
  signatureSeconds,
  type signTagRequest,
  updateUserTag,
} from '../contract.ts'
import { gameOf } from './looking.ts'
import { linesOf, signatureOf } from './signing.ts'
import type { Player } from './statement.ts'
import { isUsed } from './usedOnce.ts'

type Asked = Static<NonNullable<typeof signTagRequest.body>>

export async function signRequest(deps: Deps, caller: Caller, asked: Asked): Promise<Signature> {
  const { look, body, shift = 0 } = asked
  if ((look === undefined) === (body === undefined))
    throw new AppError('parameter_wrong', '请写明要签名的是查询（look）还是修改（body），只能是其中一个')
  const player = look ?? playerIn(body ?? '')
  await gameOf(deps.metadata.db, caller, { cgi: player.cgi, id: player.id.trim() })
  const definition = look ? getUserInfo : updateUserTag
  const detail = { call: definition.name, cgi: player.cgi, player: player.id, ...(shift !== 0 && { shift }) }
  await writeAudit(deps.metadata.db, { userId: caller.id, action: 'userTag.sign', detail })
  const sent = {
    method: definition.method,
    path: pathOf(definition, look ?? {}),
    bodyHash: createHash('sha256')
      .update(body ?? '')
      .digest('hex'),
  }
  const now = Math.floor(Date.now() / 1_000)
  const { ts, lines, sign } = await unusedSignature(deps, sent, now + shift)
  return {
    ...sent,
    ts,
    lines,
    sign,
    url: `${sent.path}?ts=${ts}&sign=${sign}`,
    secondsLeft: Math.max(0, ts + signatureSeconds - now),
  }
}

/** Signatures this server issued in the last minutes, with the second until which they are remembered. */
const given = new Map<string, number>()
const mostGiven = 10_000

/**
 * Two equal requests within one second would have the same signature, so the second one is signed for the
 * second before.
 */
async function unusedSignature({ metadata, settings }: Deps, sent: Sent, latest: number) {
  const now = Date.now() / 1_000
  for (const [sign, until] of given) if (until < now || given.size >= mostGiven) given.delete(sign)
  for (let ts = latest; ts > latest - signatureSeconds / 2; ts -= 1) {
    const lines = linesOf(sent, ts)
    const sign = signatureOf(settings, lines)
    if (given.has(sign) || (await isUsed(metadata.db, sign))) continue
    given.set(sign, now + signatureSeconds)
    return { ts, lines, sign }
  }
  throw new AppError('look_throttled', '同样的请求签名太多次，请稍后再试')
}

/** An invalid body is not signed, because the audit could not record its player. */
function playerIn(body: string): Player {
  const wrong = new AppError('parameter_wrong', '正文应为 JSON 对象，含游戏 cgi 和玩家编号 id')
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw wrong
  }
  const { cgi, id } = (value ?? {}) as Partial<Player>
  if (typeof cgi !== 'string' || typeof id !== 'string') throw wrong
  return { cgi, id }
}
