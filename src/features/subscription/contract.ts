// Subscriptions: a report, a view, a pivot or a saved query's result, sent regularly to its owner and the owner's
// recipients.
import { type Static, type TSchema, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { conditionOps } from '#shared/comparing.ts'
import { idOrNewSchema, idSchema } from '#shared/ids.ts'
import { parameterValueSchema, parameterValuesSchema, savedQueryId } from '#shared/sql/parameterSchema.ts'
import { parameterTypes } from '#shared/sql/parameters.ts'
import { timingSchema } from '#shared/timingSchema.ts'

const ours = '/api/s1/subscription'
const access = 'session'
const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const idParams = Type.Object({ id: idSchema })
const ids = Type.Object({ ids: Type.Array(idSchema, { minItems: 1, maxItems: 100 }) }, closed)
const line = Type.String({ maxLength: 2_000 })
const none = 987654321

/** The most recipients of one subscription. */
export const mostRecipients = 200

/** What a message contains. */
const content = Type.Object(
  {
    picture: Type.Boolean(),
    /** The first rows in the text. */
    table: Type.Boolean(),
    /** The .xls that the page exports, of a query's result an .xlsx; by mail only. */
    file: Type.Boolean(),
    /** Of a query's result: .csv instead of .xlsx. */
    csv: Type.Optional(Type.Boolean()),
    /** Whether a correction is sent where loads change figures that were told; absent: yes. */
    corrections: Type.Optional(Type.Boolean()),
  },
  closed,
)
export type Content = Static<typeof content>

/** It is sent only where this holds. */
const only = Type.Union([
  /** There are rows; of a report: figures other than 0. */
  Type.Object({ kind: Type.Literal('rows') }, closed),
  /** Of a query: a figure of the column meets the threshold in any row. */
  Type.Object(
    {
      kind: Type.Literal('figure'),
      column: Type.String({ maxLength: 1_000 }),
      op: Type.Enum([...conditionOps]),
      value: Type.Number({ minimum: -1e15, maximum: 1e15 }),
      /** For `between` and `outside`. */
      upper: Type.Optional(Type.Number({ minimum: -1e15, maximum: 1e15 })),
      /** Sent when it begins to hold and when it no longer does, not in between. */
      once: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
])
export type Only = Static<typeof only>

const subject = {
  /** Null for a saved query. */
  viewId: nullable(idSchema),
  /** None: the whole view. */
  reportId: Type.Optional(nullable(idSchema)),
  /** The report's conditions as JSON, as in the address; none: the saved ones at sending time. */
  info: Type.Optional(nullable(Type.String({ maxLength: 200_000 }))),
  /** The pivot's layout as JSON; none: no pivot. */
  pivot: Type.Optional(nullable(Type.String({ maxLength: 200_000 }))),
  /** The saved query whose result is sent, instead of a view. */
  queryId: Type.Optional(nullable(savedQueryId)),
  /** Values of the query's parameters; the others have their saved ones. */
  params: Type.Optional(parameterValuesSchema),
  only: Type.Optional(nullable(only)),
  /** Address of the page that it was made on. */
  link: Type.String({ maxLength: 20_000 }),
}

const own = {
  ...subject,
  name: line,
  timing: timingSchema,
  content,
  /** The owner's text above the figures. */
  note: Type.Optional(Type.String({ maxLength: 4_000 })),
  toInbox: Type.Boolean(),
  toMail: Type.Boolean(),
  /** E-mail addresses: users of the product get their own figures, other addresses the owner's. */
  people: Type.Array(Type.String({ maxLength: 320 }), { maxItems: 2_000 }),
  receivers: Type.Array(idSchema, { maxItems: 200 }),
}

const recipient = Type.Object({
  id: Type.Integer(),
  kind: Type.Enum(['user', 'receiver', 'mail']),
  /** Name or address. */
  name: Type.String(),
  email: Type.String(),
  receiverId: nullable(Type.Integer()),
  toInbox: Type.Boolean(),
  toMail: Type.Boolean(),
  /** When the recipient unsubscribed. */
  stoppedAt: nullable(Type.String()),
  /** In Chinese: why nothing was sent to them last time. */
  problem: nullable(Type.String()),
})
export type Recipient = Static<typeof recipient>

const pausedBy = ['owner', 'manager', 'system'] as const
/** `quiet`: nothing was to be sent. */
const runStates = ['running', 'done', 'partly', 'failed', 'late', 'quiet'] as const
export type RunState = (typeof runStates)[number]

const queryParameter = Type.Object({
  name: Type.String(),
  type: Type.Enum([...parameterTypes]),
  label: Type.String(),
  /** The saved value. */
  default: parameterValueSchema,
  dictId: nullable(Type.Integer()),
})

const subscription = Type.Object({
  id: Type.Integer(),
  owner: Type.String(),
  createdAt: Type.String(),
  modifiedAt: Type.String(),
  modifiedBy: Type.String(),
  revision: Type.Integer(),
  editable: Type.Boolean(),
  /** Whether the caller owns it; otherwise the caller receives it, or manages users. */
  own: Type.Boolean(),
  name: Type.String(),
  /** Readings of the name, one syllable per character. */
  pinyin: Type.String(),
  /** Null for a saved query. */
  viewId: nullable(Type.Integer()),
  reportId: nullable(Type.Integer()),
  info: nullable(Type.String()),
  pivot: nullable(Type.String()),
  queryId: nullable(Type.String()),
  params: parameterValuesSchema,
  /** The query's parameters, for its owner. */
  parameters: Type.Array(queryParameter),
  only: nullable(only),
  /** In words; empty where it is always sent. */
  onlyText: Type.String(),
  link: Type.String(),
  /** Names of the view and the report, as far as the caller may know them. */
  subject: Type.String(),
  timing: timingSchema,
  timingText: Type.String(),
  content,
  note: Type.String(),
  paused: nullable(Type.Object({ by: Type.Enum([...pausedBy]), why: Type.String(), at: Type.String() })),
  nextAt: nullable(Type.String()),
  last: nullable(
    Type.Object({
      at: Type.String(),
      state: Type.Enum([...runStates]),
      problem: nullable(Type.String()),
    }),
  ),
  recipients: Type.Array(recipient),
  /** The caller's own entry among the recipients; null without one. */
  mine: nullable(recipient),
})
export type Subscription = Static<typeof subscription>

const list = Type.Array(subscription)

/** The caller's own subscriptions, and those they receive. */
export const listSubscriptions = defineCall({
  name: 'listSubscriptions',
  method: 'GET',
  path: `${ours}/list`,
  access,
  reply: list,
  example: {},
})

/** All subscriptions, for managers of users: of owners whose games they have. */
export const managedSubscriptions = defineCall({
  name: 'managedSubscriptions',
  method: 'GET',
  path: `${ours}/managed`,
  access: { keys: ['manage_authority'] },
  reply: list,
  example: {},
})

const change = Type.Object(
  {
    id: Type.Optional(idOrNewSchema),
    /** The edited revision: object_conflict where a newer one exists. */
    revision: Type.Optional(Type.Integer({ minimum: 1 })),
    overwrite: Type.Optional(Type.Boolean()),
    ...own,
  },
  closed,
)
export type SubscriptionChange = Static<typeof change>
const exampleChange = {
  viewId: none,
  link: '/statement',
  name: '订阅',
  timing: { kind: 'daily' as const, time: '09:00' },
  content: { picture: true, table: true, file: false },
  toInbox: true,
  toMail: false,
  people: [],
  receivers: [],
}

export const saveSubscription = defineCall({
  name: 'saveSubscription',
  method: 'POST',
  path: `${ours}/save`,
  access,
  body: change,
  reply: subscription,
  example: { body: exampleChange },
})

export const deleteSubscriptions = defineCall({
  name: 'deleteSubscriptions',
  method: 'POST',
  path: `${ours}/delete`,
  access,
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [none] } },
})

export const restoreSubscriptions = defineCall({
  name: 'restoreSubscriptions',
  method: 'POST',
  path: `${ours}/restore`,
  access,
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [none] } },
})

/** Pauses or resumes an own subscription. */
export const pauseSubscription = defineCall({
  name: 'pauseSubscription',
  method: 'POST',
  path: `${ours}/pause/{id}`,
  access,
  params: idParams,
  body: Type.Object({ paused: Type.Boolean() }, closed),
  reply: subscription,
  example: { params: { id: none }, body: { paused: true } },
})

/** By a manager: the owner can't resume it until it is allowed again. */
export const stopSubscription = defineCall({
  name: 'stopSubscription',
  method: 'POST',
  path: `${ours}/stop/{id}`,
  access: { keys: ['manage_authority'] },
  params: idParams,
  body: Type.Object({ stopped: Type.Boolean() }, closed),
  reply: subscription,
  example: { params: { id: none }, body: { stopped: true } },
})

/** Sends it to all recipients now; answers at once. */
export const sendSubscription = defineCall({
  name: 'sendSubscription',
  method: 'POST',
  path: `${ours}/send/{id}`,
  access,
  params: idParams,
  body: Type.Object({}, closed),
  reply: subscription,
  example: { params: { id: none }, body: {} },
})

/** A recipient unsubscribes, or subscribes again. */
export const leaveSubscription = defineCall({
  name: 'leaveSubscription',
  method: 'POST',
  path: `${ours}/leave/{id}`,
  access,
  params: idParams,
  body: Type.Object({ left: Type.Boolean() }, closed),
  reply: subscription,
  example: { params: { id: none }, body: { left: true } },
})

export type QueryParameter = Static<typeof queryParameter>

const askedOwn = { ...subject, name: line, content, note: own.note }
/** `as`: `inbox`, or a kind of receiver; by mail where nothing is said. */
const asked = Type.Object({ ...askedOwn, as: Type.Optional(Type.String({ maxLength: 20 })) }, closed)
export type PreviewQuestion = Static<typeof asked>
const exampleAsked = {
  viewId: none,
  link: '/statement',
  name: '订阅',
  content: { picture: true, table: true, file: false },
}

const preview = Type.Object({
  title: Type.String(),
  /** Why it would not be sent now; empty where it would. */
  quiet: Type.String(),
  /** Lines with links, in the markup of src/shared/message.ts. */
  text: Type.String(),
  /** data: address of the picture; null without one. */
  picture: nullable(Type.String()),
  tables: Type.Array(
    Type.Object({
      name: Type.String(),
      columns: Type.Array(Type.String()),
      /** The total first, where there is one. */
      rows: Type.Array(Type.Array(Type.String())),
      hasTotal: Type.Boolean(),
      /** Columns of figures. */
      right: Type.Array(Type.Integer()),
      /** Below the table; empty without one. */
      note: Type.String(),
    }),
  ),
  files: Type.Array(Type.Object({ name: Type.String(), bytes: Type.Integer() })),
})
export type Preview = Static<typeof preview>

/** Exactly the message that such a receiver would get now, with the caller's figures. */
export const previewSubscription = defineCall({
  name: 'previewSubscription',
  method: 'POST',
  path: `${ours}/preview`,
  effect: 'read',
  access,
  body: asked,
  reply: preview,
  example: { body: exampleAsked },
})

/** Sends it to the caller now: to the inbox, and by mail on request. */
export const trySubscription = defineCall({
  name: 'trySubscription',
  method: 'POST',
  path: `${ours}/try`,
  access,
  body: Type.Object({ ...askedOwn, toMail: Type.Boolean() }, closed),
  reply: Type.Null(),
  example: { body: { ...exampleAsked, toMail: false } },
})

/** The next moments of a timing, ISO; fails where the timing is invalid. */
export const timingMoments = defineCall({
  name: 'timingMoments',
  method: 'POST',
  path: `${ours}/moments`,
  effect: 'read',
  access,
  body: Type.Object({ timing: timingSchema }, closed),
  reply: Type.Array(Type.String()),
  example: { body: { timing: exampleChange.timing } },
})

const run = Type.Object({
  id: Type.String(),
  /** `restated`: figures that were told have changed since. */
  reason: Type.Enum(['schedule', 'fresh', 'late', 'now', 'restated']),
  at: Type.String(),
  endedAt: nullable(Type.String()),
  state: Type.Enum([...runStates]),
  problem: nullable(Type.String()),
  told: Type.Array(
    Type.Object({
      name: Type.String(),
      kind: Type.Enum(['user', 'receiver', 'mail']),
      /** For users, arrival in the inbox counts as sent. */
      state: Type.Enum(['inbox', 'waiting', 'sent', 'failed', 'unknown', 'skipped', 'quiet']),
      problem: nullable(Type.String()),
      at: nullable(Type.String()),
    }),
  ),
})
export type SubscriptionRun = Static<typeof run>

/** Sent messages, newest first, with each delivery's state; recipients see only their own. */
export const subscriptionRuns = defineCall({
  name: 'subscriptionRuns',
  method: 'GET',
  path: `${ours}/runs/{id}`,
  access,
  params: idParams,
  reply: Type.Array(run),
  example: { params: { id: none } },
})

/** How many subscriptions use a view or one of its reports, and whose: shown before it is deleted. */
export const subscriptionsOfView = defineCall({
  name: 'subscriptionsOfView',
  method: 'GET',
  path: `${ours}/of/{id}`,
  access,
  params: idParams,
  reply: Type.Object({ count: Type.Integer(), owners: Type.Array(Type.String()) }),
  example: { params: { id: none } },
})

const tokenParams = Type.Object({ token: Type.String({ maxLength: 200 }) })
const leaving = Type.Object({
  name: Type.String(),
  owner: Type.String(),
  /** The masked address: z***@example.com. */
  address: Type.String(),
  stopped: Type.Boolean(),
})
export type Leaving = Static<typeof leaving>

/** What an unsubscribe link refers to. */
export const readLeaving = defineCall({
  name: 'readLeaving',
  method: 'GET',
  path: `${ours}/leaving/{token}`,
  access: 'public',
  params: tokenParams,
  reply: leaving,
  example: { params: { token: 'none' } },
})

/**
 * Unsubscribes by a link, or undoes that. At the page's own address, as RFC 8058 requires: mail programs post
 * a form to it.
 */
export const unsubscribe = defineCall({
  name: 'unsubscribe',
  method: 'POST',
  path: '/unsubscribe/{token}',
  access: 'public',
  params: tokenParams,
  body: Type.Object({ again: Type.Optional(Type.Boolean()) }),
  reply: leaving,
  example: { params: { token: 'none' }, body: {} },
})
