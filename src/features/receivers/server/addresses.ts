// Which addresses a receiver may have: the robots' own, and the hosts that the settings allow. Checked on
// saving and again before each sending, because the settings may have changed.
import type { Installation } from '#server/installation.ts'
import { isAddress } from '#server/outbound/settings.ts'
import { AppError } from '#shared/errors.ts'
import { type ReceiverKind, receiverKindTitles } from '../contract.ts'
import { formats } from './formats/index.ts'

export type WebKind = Exclude<ReceiverKind, 'mail'>

const wrong = (message: string) => new AppError('parameter_wrong', message)

/** Throws parameter_wrong without quoting the address, which contains a key. */
export function readAddress(kind: WebKind, typed: string, installation: Installation): URL {
  const { example, looksLike, origins } = formats[kind]
  const text = typed.trim()
  if (text === '') throw wrong('请填写地址')
  if (text.length > 1_000 || !URL.canParse(text) || !/^https?:\/\//i.test(text))
    throw wrong(`地址应为网址，如 ${example}`)
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') throw wrong('地址不能含用户名和密码；需要时请用签名密钥')
  const own: readonly string[] = origins
  if (!own.includes(url.origin) && !installation.webhookHosts.includes(url.origin))
    throw wrong(foreign(kind, url))
  if (own.includes(url.origin) && !looksLike(url))
    throw wrong(`这不像${receiverKindTitles[kind]}的地址；请从群机器人的设置里复制，形如 ${example}`)
  url.hash = ''
  return url
}

function foreign(kind: WebKind, url: URL): string {
  const listed = `请管理员把「${url.origin.slice(0, 100)}」加入 settings.json 的 webhookHosts 后重启`
  return kind === 'url'
    ? `不允许向「${url.host.slice(0, 100)}」发送；${listed}`
    : `${receiverKindTitles[kind]}的地址应形如 ${formats[kind].example}；若是自建的网关，${listed}`
}

const mostAddresses = 50

/** Mail addresses without duplicates. */
export function readAddresses(typed: string): string[] {
  const found = [...new Set(typed.split(/[\s,;，；、]+/).filter((one) => one !== ''))]
  if (found.length === 0) throw wrong('请填写至少一个邮箱')
  if (found.length > mostAddresses) throw wrong(`邮箱最多 ${mostAddresses} 个；更多的请用邮件组`)
  const bad = found.find((one) => !isAddress(one))
  if (bad !== undefined) throw wrong(`「${bad.slice(0, 60)}」不是邮箱`)
  return found
}

/** The secret for the HMAC; empty for none. */
export function readSecret(typed: string): string {
  const secret = typed.trim()
  if (secret.length > 500 || !/^[\x21-\x7e]*$/.test(secret))
    throw wrong('密钥只能含英文字母、数字和符号，不能含空格，最多 500 个字')
  return secret
}
