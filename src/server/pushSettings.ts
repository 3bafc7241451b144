// `push` of settings.json: where each app's messages go, how fast, when not, and who must agree.

import { type Static, Type } from 'typebox'
import { closed } from '#shared/call.ts'
import { netsOf } from './outbound/addresses.ts'

const text = Type.String({ minLength: 1, maxLength: 500 })
const nets = Type.Optional(Type.Array(text, { maxItems: 100 }))

const app = Type.Object(
  {
    /** Signed HTTP, Web Push to registered browsers, or a gateway of ours that keeps what it is sent. */
    kind: Type.Enum(['http', 'webpush', 'embedded']),
    /** The one address that is asked (http). */
    url: Type.Optional(text),
    /** Private addresses and nets that it may resolve to. */
    allowed: nets,
    /** Environment variable with the key that requests are signed under, or a file of mode 0600 (http). */
    secretEnv: Type.Optional(text),
    secretFile: Type.Optional(text),
    /** People a minute. */
    perMinute: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
    /** People of one request (http). */
    batch: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    /** Nothing of a task is sent from one time of day to the other, HH:mm by the business's clocks. */
    quietHours: Type.Optional(Type.Object({ from: text, to: text }, closed)),
  },
  closed,
)

const place = (columns: readonly string[]) =>
  Type.Optional(
    Type.Object(Object.fromEntries(['table', ...columns].map((name) => [name, Type.Optional(text)])), closed),
  )

export const pushSchema = Type.Object(
  {
    /** More people than this need a second person's approval; 0: every task does. */
    approvalAbove: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Days for which records are kept; 0 for ever. */
    keepDays: Type.Optional(Type.Integer({ minimum: 0, maximum: 36_500 })),
    /** Private nets in which push services of browsers may stand. */
    webPushAllowed: nets,
    /** Whom a push service can write to: mailto:… or https://… */
    contact: Type.Optional(text),
    /** By the game's cgi. */
    apps: Type.Optional(Type.Record(Type.String({ minLength: 1, maxLength: 200 }), app)),
    /** Where the warehouse tells of players; what is absent is called as the demo calls it. */
    warehouse: Type.Optional(
      Type.Object(
        {
          players: place(['player', 'game', 'server', 'day']),
          logins: place(['player', 'game', 'day']),
          orders: place(['player', 'game', 'day', 'status', 'paid']),
          servers: place(['id', 'game', 'name']),
        },
        closed,
      ),
    ),
  },
  closed,
)
export type PushSettings = Static<typeof pushSchema>
export type PushAppSettings = Static<typeof app>

/** Throws an Error that names what is wrong. */
export function checkPush({ webPushAllowed = [], contact, apps = {} }: PushSettings): void {
  checkNets('push 的 webPushAllowed', webPushAllowed)
  if (contact !== undefined && !/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(contact))
    throw new Error(`push 的 contact 应为 mailto: 邮箱或 https:// 网址，现为「${contact}」`)
  for (const [cgi, own] of Object.entries(apps)) checkApp(`push 的应用 ${cgi}`, own)
}

function checkApp(
  name: string,
  { kind, url, allowed = [], secretEnv, secretFile, quietHours }: PushAppSettings,
): void {
  const wrong = (problem: string) => new Error(`${name}：${problem}`)
  checkNets(name, allowed)
  if (quietHours && ![quietHours.from, quietHours.to].every((time) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time)))
    throw wrong('quietHours 的时间应为 00:00 到 23:59')
  if (quietHours && quietHours.from === quietHours.to) throw wrong('quietHours 的两个时间不能相同')
  if (kind !== 'http') return
  if (url === undefined || !URL.canParse(url)) throw wrong('应填写网关的网址 url')
  const { protocol, username, password } = new URL(url)
  if (username !== '' || password !== '') throw wrong('网址不能含用户名和密码')
  if (protocol !== 'https:' && !(protocol === 'http:' && allowed.length > 0))
    throw wrong('网址应以 https:// 开头（http:// 只用于 allowed 列出的内网地址）')
  if ((secretEnv === undefined) === (secretFile === undefined))
    throw wrong('应填写 secretEnv（环境变量名）或 secretFile（权限 0600 的文件）之一')
}

function checkNets(name: string, given: readonly string[]): void {
  try {
    netsOf(given)
  } catch (error) {
    throw new Error(`${name}：${(error as Error).message}`)
  }
}
