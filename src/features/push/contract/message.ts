// The message of a push and its permitted links, checked equally while typing and on saving.
import { type Static, Type } from 'typebox'

export const longest = { title: 100, body: 1_000, action: 60, uri: 1_000 } as const
const text = Type.String({ maxLength: 20_000 })

export const messageParts = {
  title: text,
  body: text,
  action: Type.Optional(text),
  uri: Type.Optional(text),
  media: Type.Optional(text),
  icon: Type.Optional(text),
}

/** The message as sent; absent texts are empty. */
export const told = {
  title: Type.String(),
  body: Type.String(),
  /** The app's action on a tap: `open_uri`, `open_app`, or an action of the app's own. */
  action: Type.String(),
  uri: Type.String(),
  /** Address of a picture. */
  media: Type.String(),
  icon: Type.String(),
}
const wholeMessage = Type.Object(told)
export type PushMessage = Static<typeof wholeMessage>

/** Schemes that a browser or system treats as code, files or internal pages. */
const refusedSchemes = new Set([
  'about',
  'blob',
  'chrome',
  'chrome-extension',
  'content',
  'data',
  'file',
  'filesystem',
  'ftp',
  'http',
  'intent',
  'javascript',
  'mailto',
  'sms',
  'tel',
  'vbscript',
  'view-source',
  'ws',
  'wss',
])

/** What is wrong with a tap's link, in Chinese; undefined where it is valid. */
export function uriProblem(uri: string): string | undefined {
  if (uri === '') return undefined
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(uri)) return '链接不能含空格、反斜杠或看不见的字符'
  const scheme = /^([a-z][a-z0-9+.-]{0,40}):\/\/[^/]*[^/\s]/i.exec(uri)?.[1]?.toLowerCase()
  if (scheme === undefined || refusedSchemes.has(scheme))
    return '链接应以 https:// 或应用自己的协议开头，如 mygame://shop'
  return scheme === 'https' ? webProblem(uri, '链接') : undefined
}

/** For pictures: phones load them by https only. */
export function pictureProblem(address: string, what: string): string | undefined {
  if (address === '') return undefined
  if (!/^https:\/\//i.test(address)) return `${what}应为 https:// 开头的图片地址`
  return webProblem(address, what)
}

function webProblem(address: string, what: string): string | undefined {
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(address) || !URL.canParse(address)) return `${what}不是有效的网址`
  const { username, password } = new URL(address)
  return username !== '' || password !== '' ? `${what}不能含用户名和密码` : undefined
}
