// A test push to one device, player or browser; registered browsers; what the embedded gateway received.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { idSchema } from '#shared/ids.ts'
import { messageParts, told } from './message.ts'
import { access, cgi, data, ours, outcomes } from './shared.ts'

const testPush = Type.Object(
  {
    ...messageParts,
    /** The app whose gateway is used; the caller's first one when absent. */
    cgi: Type.Optional(cgi),
    /** Player or device; the caller's name when absent. */
    target: Type.Optional(Type.String({ maxLength: 1_000 })),
    /** One of the caller's registered browsers, instead of the app's gateway. */
    browserId: Type.Optional(idSchema),
  },
  closed,
)
export type TestPush = Static<typeof testPush>

const testAnswer = Type.Object({
  outcome: Type.Enum([...outcomes]),
  answer: Type.String(),
  /** Where it was sent, in words. */
  gateway: Type.String(),
  delivers: Type.Boolean(),
  elapsedMs: Type.Integer(),
  /** Id of its record. */
  recordId: Type.String(),
})
export type TestAnswer = Static<typeof testAnswer>

export const pushOne = defineCall({
  name: 'pushOne',
  method: 'POST',
  path: `${data}/pushService/pushOne`,
  access,
  body: testPush,
  reply: testAnswer,
  example: { body: { cgi: 'none', title: '标题', body: '内容' } },
})

export const webPushKey = defineCall({
  name: 'webPushKey',
  method: 'GET',
  path: `${ours}/browser/key`,
  access,
  /** The server's public key (VAPID), base64url. */
  reply: Type.Object({ publicKey: Type.String() }),
  example: {},
})

const browser = Type.Object({
  id: Type.Integer(),
  /** Host of its push service. */
  service: Type.String(),
  /** The browser's self-description. */
  device: Type.String(),
  /** App whose Web Push tasks reach it; empty for tests only. */
  cgi: Type.String(),
  createdAt: Type.String(),
  /** Identifies this browser's subscription: SHA-256 of its endpoint, hex. */
  mark: Type.String(),
})
export type PushBrowser = Static<typeof browser>

export const listPushBrowsers = defineCall({
  name: 'listPushBrowsers',
  method: 'GET',
  path: `${ours}/browser/list`,
  access,
  reply: Type.Array(browser),
  example: {},
})

const subscription = Type.Object(
  {
    cgi: Type.Optional(cgi),
    /** The result of `PushSubscription.toJSON()`. */
    endpoint: Type.String({ maxLength: 2_000 }),
    expirationTime: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
    keys: Type.Object(
      { p256dh: Type.String({ maxLength: 200 }), auth: Type.String({ maxLength: 100 }) },
      closed,
    ),
  },
  closed,
)
export type BrowserSubscription = Static<typeof subscription>

export const savePushBrowser = defineCall({
  name: 'savePushBrowser',
  method: 'POST',
  path: `${ours}/browser/save`,
  access,
  body: subscription,
  reply: browser,
  example: { body: { endpoint: 'https://push.example.com/1', keys: { p256dh: '', auth: '' } } },
})

/** Messages sent to it afterwards go nowhere. */
export const deletePushBrowser = defineCall({
  name: 'deletePushBrowser',
  method: 'POST',
  path: `${ours}/browser/delete/{id}`,
  access,
  params: Type.Object({ id: idSchema }),
  body: Type.Object({}, closed),
  reply: Type.Null(),
  example: { params: { id: 987654321 }, body: {} },
})

const kept = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  cgi: Type.String(),
  game: Type.String(),
  ...told,
  targets: Type.Integer(),
  /** The first target. */
  firstTarget: Type.String(),
})
export type EmbeddedPush = Static<typeof kept>

/** The last twenty that the embedded gateway received; it delivers to nobody. */
export const listEmbeddedPushes = defineCall({
  name: 'listEmbeddedPushes',
  method: 'GET',
  path: `${ours}/embedded`,
  access,
  reply: Type.Array(kept),
  example: {},
})
