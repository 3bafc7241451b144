// Receivers (通知渠道): destinations of messages, managed by users who may edit alarms. Their secrets can be
// written but never read.
import { type Static, type TSchema, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { changeHistory } from '#shared/changeHistory.ts'
import { idOrNewSchema, idSchema } from '#shared/ids.ts'

export const receiverKinds = ['dingtalk', 'feishu', 'wecom', 'mail', 'url'] as const
export type ReceiverKind = (typeof receiverKinds)[number]
export const receiverKindTitles: Record<ReceiverKind, string> = {
  dingtalk: '钉钉机器人',
  feishu: '飞书机器人',
  wecom: '企业微信机器人',
  mail: '邮件',
  url: '网址（Webhook）',
}

/** What a receiver of each kind can take beside words and a table. */
export const receiverTakes: Record<ReceiverKind, { picture: boolean; file: boolean }> = {
  dingtalk: { picture: false, file: false },
  feishu: { picture: false, file: false },
  wecom: { picture: true, file: false },
  mail: { picture: true, file: true },
  url: { picture: true, file: false },
}

/** The same in words, for forms: 钉钉机器人、飞书机器人收不到图片和附件… */
export function receiverTakesText(): string {
  const named = (takes: (kind: ReceiverKind) => boolean) =>
    receiverKinds
      .filter(takes)
      .map((kind) => receiverKindTitles[kind])
      .join('、')
  const words = named((kind) => !receiverTakes[kind].picture)
  const pictures = named((kind) => receiverTakes[kind].picture && !receiverTakes[kind].file)
  return `${words}收不到图片和附件，图片改为简短的表格；${pictures}收得到图片，收不到附件`
}

/** The target of a delivery: a receiver, or an e-mail address that a subscription names itself. */
export type DeliveryTarget = ReceiverKind

export const messageSources = ['alarm', 'subscription', 'receiver'] as const
export type MessageSource = (typeof messageSources)[number]
export const messageSourceTitles: Record<MessageSource, string> = {
  alarm: '告警',
  subscription: '订阅',
  receiver: '渠道测试',
}

export const deliveryStatuses = ['waiting', 'sent', 'failed', 'unknown'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]
export const deliveryStatusTitles: Record<DeliveryStatus, string> = {
  waiting: '发送中',
  sent: '已送达',
  failed: '未送达',
  unknown: '结果未知',
}

const ours = '/api/s1/receivers'
const access = { keys: ['alert_config_edit'] } as const
const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const idParams = Type.Object({ id: idSchema })
const ids = Type.Object({ ids: Type.Array(idSchema, { minItems: 1, maxItems: 1_000 }) }, closed)
const game = Type.Object({ cgi: Type.String(), name: Type.String() })
const games = Type.Union([
  Type.Literal('*'),
  Type.Array(Type.String({ maxLength: 200 }), { maxItems: 1_000 }),
])
const none = 987654321

const deliveryFields = {
  id: Type.String(),
  /** The sender's key of the message. */
  key: Type.String(),
  receiverId: nullable(Type.Integer()),
  /** The receiver's name or the e-mail address at the time of sending. */
  receiver: Type.String(),
  kind: Type.Enum([...receiverKinds]),
  status: Type.Enum([...deliveryStatuses]),
  tries: Type.Integer(),
  /** Chinese: why the delivery failed, why it waits, or which part did not arrive. */
  problem: nullable(Type.String()),
  at: Type.String(),
  endedAt: nullable(Type.String()),
}
const delivery = Type.Object(deliveryFields)
export type Delivery = Static<typeof delivery>

const receiver = Type.Object({
  id: Type.Integer(),
  owner: Type.String(),
  createdAt: Type.String(),
  modifiedAt: Type.String(),
  modifiedBy: Type.String(),
  revision: Type.Integer(),
  editable: Type.Boolean(),
  name: Type.String(),
  /** Pinyin readings of the name, one syllable per character; see src/shared/pinyin.ts. */
  pinyin: Type.String(),
  kind: Type.Enum([...receiverKinds]),
  games,
  /** Mail only: the addresses. */
  addresses: Type.Array(Type.String()),
  /**
   * Other kinds: the address with its secret masked,
   * `https://oapi.dingtalk.com/robot/send?access_token=••••1f3c`.
   */
  address: Type.String(),
  /** The masked secret, `••••1234`; empty for none. */
  secret: Type.String(),
  note: Type.String(),
  /** How many alarms and subscriptions use the receiver. */
  uses: Type.Integer(),
  /** The state of the last message to the receiver. */
  last: nullable(
    Type.Object({
      status: deliveryFields.status,
      problem: deliveryFields.problem,
      at: deliveryFields.at,
      endedAt: deliveryFields.endedAt,
    }),
  ),
})
export type Receiver = Static<typeof receiver>

const receiverList = Type.Object({
  rows: Type.Array(receiver),
  games: Type.Array(game),
  settings: Type.Object({
    /** Chinese: why no mail can be sent and how to fix it; null when mail works. */
    mailProblem: nullable(Type.String()),
    /** Chinese: why links in messages don't work and how to fix it; null when they do. */
    linkProblem: nullable(Type.String()),
    /** Hosts that a receiver may name beside those of the robots. */
    hosts: Type.Array(Type.String()),
  }),
})
export type ReceiverList = Static<typeof receiverList>

export const listReceivers = defineCall({
  name: 'listReceivers',
  method: 'GET',
  path: `${ours}/list`,
  access,
  reply: receiverList,
  example: {},
})

const choice = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  pinyin: Type.String(),
  kind: Type.Enum([...receiverKinds]),
  games,
})
export type ReceiverChoice = Static<typeof choice>

/** Receivers that the caller may choose as a target, those of their games; only the names. */
export const receiverChoices = defineCall({
  name: 'receiverChoices',
  method: 'GET',
  path: `${ours}/choices`,
  access: 'session',
  reply: Type.Array(choice),
  example: {},
})

const line = Type.String({ maxLength: 2_000 })
const receiverChange = Type.Object(
  {
    /** Absent or -1: a new receiver. */
    id: Type.Optional(idOrNewSchema),
    /** The revision that was edited; answers object_conflict when a newer one exists. */
    revision: Type.Optional(Type.Integer({ minimum: 1 })),
    overwrite: Type.Optional(Type.Boolean()),
    name: line,
    kind: Type.Enum([...receiverKinds]),
    games,
    /** Mail only: addresses, one per line or separated by commas. */
    addresses: Type.Optional(Type.String({ maxLength: 20_000 })),
    /** Other kinds. Absent: unchanged. */
    address: Type.Optional(line),
    /** Absent: unchanged. Empty: no secret. */
    secret: Type.Optional(line),
    note: Type.Optional(Type.String({ maxLength: 20_000 })),
  },
  closed,
)
export type ReceiverChange = Static<typeof receiverChange>

export const saveReceiver = defineCall({
  name: 'saveReceiver',
  method: 'POST',
  path: `${ours}/save`,
  access,
  body: receiverChange,
  reply: receiver,
  example: { body: { id: -1, name: '渠道', kind: 'mail', games: ['none'], addresses: 'nobody@example.com' } },
})

export const deleteReceivers = defineCall({
  name: 'deleteReceivers',
  method: 'POST',
  path: `${ours}/delete`,
  access,
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [none] } },
})

export const restoreReceivers = defineCall({
  name: 'restoreReceivers',
  method: 'POST',
  path: `${ours}/restore`,
  access,
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [none] } },
})

/** Sends a message marked as a test, and waits for its result. */
export const testReceiver = defineCall({
  name: 'testReceiver',
  method: 'POST',
  path: `${ours}/test/{id}`,
  access,
  params: idParams,
  body: Type.Object({}, closed),
  reply: receiver,
  example: { params: { id: none }, body: {} },
})

const use = Type.Object({
  kind: Type.Enum([...messageSources]),
  name: Type.String(),
  link: Type.String(),
})
const receiverUses = Type.Object({
  uses: Type.Array(use),
  /** How many more users of the receiver belong to games that the caller may not see. */
  hidden: Type.Integer(),
  /** The latest deliveries, newest first. */
  deliveries: Type.Array(
    Type.Object({ ...deliveryFields, source: Type.Enum([...messageSources]), title: Type.String() }),
  ),
})
export type ReceiverUses = Static<typeof receiverUses>

/** Where the receiver is used, and its latest deliveries. */
export const readReceiverUses = defineCall({
  name: 'readReceiverUses',
  method: 'GET',
  path: `${ours}/uses/{id}`,
  access,
  params: idParams,
  reply: receiverUses,
  example: { params: { id: none } },
})

export const receiverHistory = defineCall({
  name: 'receiverHistory',
  method: 'GET',
  path: `${ours}/history/{id}`,
  access,
  params: idParams,
  reply: changeHistory,
  example: { params: { id: none } },
})
