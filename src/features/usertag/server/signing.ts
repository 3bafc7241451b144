// Request signatures of player tags: HMAC-SHA-256 over method, path, time and body, in upper-case hex, with a
// secret of the installation. Without the secret nobody can make one, and a changed request is refused.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Sent } from '#server/http/registerCall.ts'
import { installationSecret } from '#server/secret.ts'
import type { Settings } from '#server/settings.ts'
import { AppError } from '#shared/errors.ts'
import { type SignedQuery, signatureSeconds } from '../contract.ts'

type Place = Pick<Settings, 'dataDir' | 'userTagSecret'>

export const linesOf = ({ method, path, bodyHash }: Sent, ts: number): string[] => [
  method,
  path,
  String(ts),
  bodyHash,
]

export const signatureOf = (settings: Place, lines: readonly string[]): string =>
  createHmac('sha256', secretOf(settings)).update(lines.join('\n')).digest('hex').toUpperCase()

const secretOf = ({ dataDir, userTagSecret }: Place): Buffer =>
  userTagSecret === null
    ? Buffer.from(hkdfSync('sha256', installationSecret(dataDir), 'analytics user tags', 'signature', 32))
    : Buffer.from(userTagSecret)

export const secretText = ({
  userTagSecret,
  installation,
}: Pick<Settings, 'userTagSecret' | 'installation'>) =>
  userTagSecret === null
    ? '由本系统的密钥派生'
    : installation.userTags.secretFile === undefined
      ? '环境变量 USER_TAG_SECRET'
      : 'settings.json 指定的密钥文件'

export interface Verified {
  sign: string
  /** In seconds since 1970. */
  ts: number
}

/** Throws the reason when the signature is invalid. Only the store knows whether it was used before. */
export function verify(settings: Place, sent: Sent, query: SignedQuery, nowMs: number): Verified {
  const ts = readTime(once('ts', query.ts))
  const sign = readSign(once('sign', query.sign))
  const late = Math.floor(nowMs / 1_000) - ts
  if (Math.abs(late) > signatureSeconds) throw new AppError('signature_expired', expired(late))
  const right = Buffer.from(signatureOf(settings, linesOf(sent, ts)))
  if (!timingSafeEqual(right, Buffer.from(sign)))
    throw new AppError(
      'signature_wrong',
      '签名不正确：请求方法、路径、正文或 ts 与签名时不同，或签名用的密钥不对',
    )
  return { sign, ts }
}

const malformed = (problem: string) => new AppError('signature_malformed', problem)

function once(name: 'ts' | 'sign', given: string | string[] | undefined): string {
  if (given === undefined || given === '') throw malformed(`缺少参数 ${name}`)
  if (typeof given !== 'string') throw malformed(`参数 ${name} 出现了 ${given.length} 次，只能有一个`)
  return given
}

function readTime(text: string): number {
  if (!/^(0|[1-9]\d{0,15})$/.test(text)) throw malformed('ts 应为从 1970 年起的秒数，只含数字')
  if (text.length >= 13) throw malformed('ts 应以秒为单位，收到的像是毫秒')
  return Number(text)
}

function readSign(text: string): string {
  if (/^[0-9A-F]{64}$/.test(text)) return text
  if (/^[0-9a-fA-F]{64}$/.test(text)) throw malformed('sign 应为大写的十六进制，收到的含有小写字母')
  throw malformed('sign 应为 64 位大写十六进制数（HMAC-SHA-256）')
}

const daySeconds = 86_400

function expired(late: number): string {
  const by = Math.abs(late)
  const told = by >= daySeconds ? `${Math.floor(by / daySeconds)} 天` : `${by} 秒`
  return `${late > 0 ? '签名已过期：迟到' : '签名的时间还没到：提前'} ${told}，只接受前后 ${signatureSeconds} 秒以内的，请重新签名${late > 0 ? '' : '并核对两边的时钟'}`
}
