// Calls of the four lists: black list with its rules, white list and its publication, events, ad accounts. Those of
// the specification keep its paths; what it leaves open stands under a prefix of ours.
import { type Static, type TSchema, Type } from 'typebox'
import { defineCall, slowTimeoutMs } from '../../shared/call.ts'
import { idOrNewSchema, idSchema } from '../../shared/ids.ts'

const data = '/api/s1/data'
const ours = '/api/s1/lists'
const black = { keys: ['search_blackList'] } as const
const white = { keys: ['search_whiteList'] } as const
const event = { keys: ['search_eventList'] } as const
const ad = { keys: ['search_adUserList'] } as const

const closed = { additionalProperties: false } as const
const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const line = Type.String({ maxLength: 2_000 })
const long = Type.String({ maxLength: 20_000 })
const day = Type.String({ maxLength: 40 })
const cgi = Type.String({ maxLength: 200 })
const idParams = Type.Object({ id: idSchema })
const ids = Type.Object({ ids: Type.Array(idSchema, { minItems: 1, maxItems: 10_000 }) }, closed)
/** -1, or none, means new. `revision` is the one that was edited: a newer one answers object_conflict. */
const edited = {
  id: Type.Optional(idOrNewSchema),
  revision: Type.Optional(Type.Integer({ minimum: 1 })),
  overwrite: Type.Optional(Type.Boolean()),
}
const game = Type.Object({ cgi: Type.String(), name: Type.String() })
/** `"*"`: all of them, those to come too. */
const games = Type.Union([Type.Literal('*'), Type.Array(cgi, { maxItems: 1_000 })])
export type Games = Static<typeof games>

/** What every object tells of itself. */
const told = {
  id: Type.Integer(),
  owner: Type.String(),
  createdAt: Type.String(),
  modifiedAt: Type.String(),
  modifiedBy: Type.String(),
  revision: Type.Integer(),
  /** Whether the caller may change it. */
  editable: Type.Boolean(),
}

const history = Type.Array(
  Type.Object({
    at: Type.String(),
    by: Type.String(),
    action: Type.Enum(['add', 'change', 'delete', 'restore']),
    changes: Type.Array(
      Type.Object({
        field: Type.String(),
        title: Type.String(),
        from: Type.String(),
        to: Type.String(),
      }),
    ),
  }),
)
export type ChangeHistory = Static<typeof history>

// ——— Entries of the black and of the white list

export const entryKinds = ['account', 'player', 'device', 'ip'] as const
export type EntryKind = (typeof entryKinds)[number]
export const entryKindTitles: Record<EntryKind, string> = {
  account: '账号',
  player: '玩家',
  device: '设备',
  ip: 'IP',
}
export const entrySources = ['hand', 'paste', 'rule'] as const
export type EntrySource = (typeof entrySources)[number]
export const entrySourceTitles: Record<EntrySource, string> = {
  hand: '手工',
  paste: '批量粘贴',
  rule: '规则',
}

const entry = Type.Object({
  ...told,
  cgi: Type.String(),
  game: Type.String(),
  kind: Type.Enum([...entryKinds]),
  value: Type.String(),
  reason: Type.String(),
  note: Type.String(),
  source: Type.Enum([...entrySources]),
  /** Name of the rule that found it; empty for others. */
  rule: Type.String(),
  /** Last day on which it counts; null for good. */
  expiresOn: nullable(Type.String()),
  expired: Type.Boolean(),
})
export type ListEntry = Static<typeof entry>

export const entrySorts = [
  'value',
  'cgi',
  'kind',
  'reason',
  'source',
  'expiresOn',
  'createdAt',
  'modifiedAt',
] as const
const entryQuery = Type.Object(
  {
    /** Part of a value, reason or note. */
    search: Type.Optional(Type.String({ maxLength: 200 })),
    cgi: Type.Optional(cgi),
    kind: Type.Optional(Type.Enum([...entryKinds])),
    source: Type.Optional(Type.Enum([...entrySources])),
    state: Type.Optional(Type.Enum(['active', 'expired'])),
    sort: Type.Optional(Type.Enum([...entrySorts])),
    desc: Type.Optional(Type.Boolean()),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  },
  closed,
)
export type EntryQuery = Static<typeof entryQuery>

const entryList = Type.Object({
  rows: Type.Array(entry),
  /** Rows that the question has, beyond those sent. */
  total: Type.Integer(),
  /** Games that the caller may list entries of. */
  games: Type.Array(game),
})
export type EntryList = Static<typeof entryList>

const entryChange = Type.Object(
  {
    ...edited,
    cgi,
    kind: Type.Enum([...entryKinds]),
    value: line,
    reason: Type.Optional(line),
    note: Type.Optional(long),
    expiresOn: Type.Optional(nullable(day)),
  },
  closed,
)
export type EntryChange = Static<typeof entryChange>

const entryPaste = Type.Object(
  {
    /** What the list has already takes the line's reason and day. */
    lines: Type.Array(
      Type.Object(
        {
          cgi,
          kind: Type.Enum([...entryKinds]),
          value: line,
          reason: Type.Optional(line),
          expiresOn: Type.Optional(nullable(day)),
        },
        closed,
      ),
      { minItems: 1, maxItems: 100_000 },
    ),
    /** Tells what would be done, and does nothing. */
    check: Type.Optional(Type.Boolean()),
  },
  closed,
)
export type EntryPaste = Static<typeof entryPaste>

const pasted = Type.Object({
  /** Of each line; a refused one would be added if it were right. */
  effects: Type.Array(Type.Enum(['added', 'changed', 'unchanged'])),
  /** Lines that are not taken, by their places. */
  refused: Type.Array(Type.Object({ at: Type.Integer(), problem: Type.String() })),
})
export type PasteResult = Static<typeof pasted>
const pasteLimit = 24 * 1024 * 1024

// ——— The black list

export const listBlackEntries = defineCall({
  name: 'listBlackEntries',
  method: 'GET',
  path: `${data}/AnaBlackList/list`,
  access: black,
  query: entryQuery,
  reply: entryList,
  example: {},
})

export const deleteBlackEntry = defineCall({
  name: 'deleteBlackEntry',
  method: 'POST',
  path: `${data}/AnaBlackList/delete/{id}`,
  access: black,
  params: idParams,
  body: Type.Object({}, closed),
  reply: Type.Null(),
  example: { params: { id: 987654321 }, body: {} },
})

/** Brings back what was deleted. */
export const restoreBlackEntries = defineCall({
  name: 'restoreBlackEntries',
  method: 'POST',
  path: `${ours}/black/restore`,
  access: black,
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [987654321] } },
})

export const saveBlackEntry = defineCall({
  name: 'saveBlackEntry',
  method: 'POST',
  path: `${ours}/black/save`,
  access: black,
  body: entryChange,
  reply: entry,
  example: { body: { cgi: 'none', kind: 'player', value: '1' } },
})

export const pasteBlackEntries = defineCall({
  name: 'pasteBlackEntries',
  method: 'POST',
  path: `${ours}/black/paste`,
  access: black,
  timeoutMs: slowTimeoutMs,
  bodyLimit: pasteLimit,
  body: entryPaste,
  reply: pasted,
  example: { body: { lines: [{ cgi: 'none', kind: 'player', value: '1' }], check: true } },
})

export const blackEntryHistory = defineCall({
  name: 'blackEntryHistory',
  method: 'GET',
  path: `${ours}/black/history/{id}`,
  access: black,
  params: idParams,
  reply: history,
  example: { params: { id: 987654321 } },
})

/** Rows in the games of the rule whose `dim` has `point` at `least` or more, in the last `days` days. */
const ruleCondition = Type.Object(
  {
    /** Dimension whose values are listed. */
    dim: idSchema,
    point: idSchema,
    least: Type.Number(),
    /** Counted for each day by itself. */
    perDay: Type.Boolean(),
    days: Type.Integer({ minimum: 1, maximum: 365 }),
    /** Rows of the facts that count alone. */
    filters: Type.Optional(
      Type.Array(
        Type.Object(
          {
            dim: idSchema,
            values: Type.Array(Type.String({ maxLength: 500 }), { minItems: 1, maxItems: 1_000 }),
          },
          closed,
        ),
        { maxItems: 10 },
      ),
    ),
  },
  closed,
)
export type RuleCondition = Static<typeof ruleCondition>

const ruleOwn = {
  name: line,
  games,
  kind: Type.Enum([...entryKinds]),
  condition: ruleCondition,
  reason: line,
  keepDays: nullable(Type.Integer({ minimum: 1, maximum: 3_650 })),
  /** HH:mm; null: by hand alone. */
  dailyAt: nullable(Type.String({ maxLength: 5 })),
}
const rule = Type.Object({
  ...told,
  ...ruleOwn,
  name: Type.String(),
  reason: Type.String(),
  /** The condition in words. */
  condition: ruleCondition,
  conditionText: Type.String(),
  lastRunAt: nullable(Type.String()),
  lastAdded: nullable(Type.Integer()),
  lastProblem: nullable(Type.String()),
})
export type BlackRule = Static<typeof rule>

const ruleList = Type.Object({
  rows: Type.Array(rule),
  games: Type.Array(game),
  /** What a rule may be made of. */
  dims: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
  points: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      unit: Type.String(),
      /** Dimensions that can be listed by it. */
      dims: Type.Array(Type.Integer()),
    }),
  ),
})
export type BlackRuleList = Static<typeof ruleList>

export const listBlackRules = defineCall({
  name: 'listBlackRules',
  method: 'GET',
  path: `${ours}/black/rules`,
  access: black,
  reply: ruleList,
  example: {},
})

const ruleChange = Type.Object({ ...edited, ...ruleOwn }, closed)
export type BlackRuleChange = Static<typeof ruleChange>
const exampleRule = {
  name: '刷单',
  games: '*' as const,
  kind: 'player' as const,
  condition: { dim: 1, point: 1, least: 10, perDay: true, days: 7 },
  reason: '',
  keepDays: null,
  dailyAt: null,
}

export const saveBlackRule = defineCall({
  name: 'saveBlackRule',
  method: 'POST',
  path: `${ours}/black/rules/save`,
  access: black,
  body: ruleChange,
  reply: rule,
  example: { body: exampleRule },
})

/** Deletes a rule; what it has found stays listed. `restored` takes that back. */
export const deleteBlackRule = defineCall({
  name: 'deleteBlackRule',
  method: 'POST',
  path: `${ours}/black/rules/delete/{id}`,
  access: black,
  params: idParams,
  body: Type.Object({ restored: Type.Optional(Type.Boolean()) }, closed),
  reply: Type.Null(),
  example: { params: { id: 987654321 }, body: {} },
})

const ruleFinding = Type.Object({
  cgi: Type.String(),
  game: Type.String(),
  value: Type.String(),
  /** Day on which it was most, when each day counts by itself. */
  day: nullable(Type.String()),
  figure: Type.Number(),
  /** `new` would be listed; `listed` is; `removed` was taken off by hand, and stays off. */
  state: Type.Enum(['new', 'listed', 'removed']),
})
export type RuleFinding = Static<typeof ruleFinding>
const ruleFound = Type.Object({
  rows: Type.Array(ruleFinding),
  fresh: Type.Integer(),
  listed: Type.Integer(),
  removed: Type.Integer(),
  /** Whether there are more than a rule may list at once. */
  truncated: Type.Boolean(),
})
export type RuleFound = Static<typeof ruleFound>

/** What the rule would find now; nothing is kept. */
export const previewBlackRule = defineCall({
  name: 'previewBlackRule',
  method: 'POST',
  path: `${ours}/black/rules/preview`,
  access: black,
  timeoutMs: slowTimeoutMs,
  body: ruleChange,
  reply: ruleFound,
  example: { body: exampleRule },
})

/** Lists what the rule finds now. */
export const runBlackRule = defineCall({
  name: 'runBlackRule',
  method: 'POST',
  path: `${ours}/black/rules/run/{id}`,
  access: black,
  timeoutMs: slowTimeoutMs,
  params: idParams,
  body: Type.Object({}, closed),
  reply: ruleFound,
  example: { params: { id: 987654321 }, body: {} },
})

// ——— The white list

export const listWhiteEntries = defineCall({
  name: 'listWhiteEntries',
  method: 'GET',
  path: `${data}/AnaWhiteList/list`,
  access: white,
  query: entryQuery,
  reply: entryList,
  example: {},
})

export const addOrUpdateWhiteList = defineCall({
  name: 'addOrUpdateWhiteList',
  method: 'POST',
  path: `${data}/AnaWhiteList/addOrUpdateWhiteList`,
  access: white,
  body: entryChange,
  reply: entry,
  example: { body: { id: -1, cgi: 'none', kind: 'player', value: '1' } },
})

export const deleteWhiteEntry = defineCall({
  name: 'deleteWhiteEntry',
  method: 'POST',
  path: `${data}/AnaWhiteList/delete/{id}`,
  access: white,
  params: idParams,
  body: Type.Object({}, closed),
  reply: Type.Null(),
  example: { params: { id: 987654321 }, body: {} },
})

export const restoreWhiteEntries = defineCall({
  name: 'restoreWhiteEntries',
  method: 'POST',
  path: `${ours}/white/restore`,
  access: white,
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [987654321] } },
})

export const pasteWhiteEntries = defineCall({
  name: 'pasteWhiteEntries',
  method: 'POST',
  path: `${ours}/white/paste`,
  access: white,
  timeoutMs: slowTimeoutMs,
  bodyLimit: pasteLimit,
  body: entryPaste,
  reply: pasted,
  example: { body: { lines: [{ cgi: 'none', kind: 'player', value: '1' }], check: true } },
})

export const whiteEntryHistory = defineCall({
  name: 'whiteEntryHistory',
  method: 'GET',
  path: `${ours}/white/history/{id}`,
  access: white,
  params: idParams,
  reply: history,
  example: { params: { id: 987654321 } },
})

const publishedColumns = {
  cgi: Type.String(),
  kind: Type.String(),
  value: Type.String(),
  reason: Type.String(),
  expires_on: nullable(Type.String()),
}
const publishedRow = Type.Object(publishedColumns)
export type PublishedRow = Static<typeof publishedRow>

const publicationPreview = Type.Object({
  added: Type.Integer(),
  removed: Type.Integer(),
  unchanged: Type.Integer(),
  /** The first of the rows that change; the file has all. */
  rows: Type.Array(Type.Object({ ...publishedColumns, change: Type.Enum(['added', 'removed']) })),
  /** Tells the content that was shown: a commit of another is refused. */
  digest: Type.String(),
  /** Entries that are left out because their last day is over. */
  expired: Type.Integer(),
})
export type PublicationPreview = Static<typeof publicationPreview>

/** What a publication would change in the warehouse, in the caller's games. */
export const previewWhiteList = defineCall({
  name: 'previewWhiteList',
  method: 'GET',
  path: `${ours}/white/preview`,
  access: white,
  reply: publicationPreview,
  example: {},
})

/** All rows that would change, as csv. */
export const exportWhiteListPreview = defineCall({
  name: 'exportWhiteListPreview',
  method: 'POST',
  path: `${ours}/white/previewFile`,
  access: white,
  kind: 'blob',
  body: Type.Object({}, closed),
  example: { body: {} },
})

const publication = Type.Object({
  id: Type.Integer(),
  by: Type.String(),
  games,
  undoes: nullable(Type.Integer()),
  status: Type.Enum(['waiting', 'running', 'done', 'failed', 'canceled', 'undone']),
  added: Type.Integer(),
  removed: Type.Integer(),
  unchanged: Type.Integer(),
  /** How far its job is, 0 to 1, while it runs. */
  progress: nullable(Type.Object({ fraction: Type.Number(), step: Type.String() })),
  problem: nullable(Type.String()),
  createdAt: Type.String(),
  endedAt: nullable(Type.String()),
  /** Whether it can be taken back now. */
  undoable: Type.Boolean(),
})
export type Publication = Static<typeof publication>

/** Writes the white list of the caller's games into the warehouse, in the background. */
export const commitWhiteListDataToMaxCompute = defineCall({
  name: 'commitWhiteListDataToMaxCompute',
  method: 'POST',
  path: `${data}/AnaWhiteList/commitWhiteListDataToMaxCompute`,
  access: white,
  body: Type.Object(
    {
      /** Of the preview; absent: whatever the list holds then. */
      digest: Type.Optional(Type.String({ maxLength: 100 })),
    },
    closed,
  ),
  reply: publication,
  example: { body: { digest: 'none' } },
})

/** Those of the caller's games, newest first. */
export const listWhitePublications = defineCall({
  name: 'listWhitePublications',
  method: 'GET',
  path: `${ours}/white/publications`,
  access: white,
  reply: Type.Array(publication),
  example: {},
})

/** Puts the content before it in its place, in the background. */
export const undoWhitePublication = defineCall({
  name: 'undoWhitePublication',
  method: 'POST',
  path: `${ours}/white/undo/{id}`,
  access: white,
  params: idParams,
  body: Type.Object({}, closed),
  reply: publication,
  example: { params: { id: 987654321 }, body: {} },
})

// ——— Events

export const eventStates = ['planned', 'active', 'retired'] as const
export type EventState = (typeof eventStates)[number]
export const eventStateTitles: Record<EventState, string> = {
  planned: '计划中',
  active: '使用中',
  retired: '已停用',
}
export const eventParameterTypes = ['text', 'number', 'boolean', 'date'] as const
export const eventParameterTitles: Record<(typeof eventParameterTypes)[number], string> = {
  text: '文本',
  number: '数值',
  boolean: '是否',
  date: '日期',
}

const eventParameter = Type.Object(
  { name: line, title: line, type: Type.Enum([...eventParameterTypes]) },
  closed,
)
export type EventParameter = Static<typeof eventParameter>

const eventOwn = {
  code: line,
  name: line,
  category: line,
  games,
  params: Type.Array(eventParameter, { maxItems: 100 }),
  describe: long,
  state: Type.Enum([...eventStates]),
}
const eventListed = Type.Object({
  ...told,
  ...eventOwn,
  /** Of what the caller may see, how many name the event. */
  uses: Type.Integer(),
})
export type ListedEvent = Static<typeof eventListed>

export const listEvents = defineCall({
  name: 'listEvents',
  method: 'GET',
  path: `${data}/AnaEv/list`,
  access: event,
  reply: Type.Array(eventListed),
  example: {},
})

const eventOptions = Type.Object({
  categories: Type.Array(Type.String()),
  games: Type.Array(game),
  states: Type.Array(Type.Object({ key: Type.String(), title: Type.String() })),
  /** Codes that the warehouse holds and no event names, the most frequent first. */
  unnamed: Type.Array(
    Type.Object({
      code: Type.String(),
      table: Type.String(),
      games: Type.Array(Type.String()),
      rows: Type.Integer(),
      lastDay: nullable(Type.String()),
    }),
  ),
  /** Why they could not be looked up, in Chinese; empty when they were. */
  problem: Type.String(),
})
export type EventOptions = Static<typeof eventOptions>

export const listEventOptions = defineCall({
  name: 'listOption',
  method: 'GET',
  path: `${data}/AnaEv/listOption`,
  access: event,
  reply: eventOptions,
  example: {},
})

const eventChange = Type.Object(
  {
    ...edited,
    ...eventOwn,
    category: Type.Optional(line),
    params: Type.Optional(eventOwn.params),
    describe: Type.Optional(long),
    state: Type.Optional(eventOwn.state),
  },
  closed,
)
export type EventChange = Static<typeof eventChange>

export const addOrUpdateEvList = defineCall({
  name: 'addOrUpdateEvList',
  method: 'POST',
  path: `${data}/AnaEv/addOrUpdateEvList`,
  access: event,
  body: eventChange,
  reply: eventListed,
  example: { body: { id: -1, code: 'login', name: '登录', games: ['none'] } },
})

const eventUse = Type.Object({
  kind: Type.Enum(['point', 'dimension', 'report', 'query', 'custom']),
  id: Type.String(),
  name: Type.String(),
  /** Where in it: its view, its expression. */
  where: Type.String(),
})
export type EventUse = Static<typeof eventUse>

/** Refused while something names the event; `data` holds the uses then. */
export const deleteEvent = defineCall({
  name: 'deleteEvent',
  method: 'POST',
  path: `${data}/AnaEv/delete/{id}`,
  access: event,
  params: idParams,
  body: Type.Object({}, closed),
  reply: Type.Null(),
  example: { params: { id: 987654321 }, body: {} },
})

export const restoreEvents = defineCall({
  name: 'restoreEvents',
  method: 'POST',
  path: `${ours}/event/restore`,
  access: event,
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [987654321] } },
})

export const eventUses = defineCall({
  name: 'eventUses',
  method: 'GET',
  path: `${ours}/event/uses/{id}`,
  access: event,
  params: idParams,
  reply: Type.Array(eventUse),
  example: { params: { id: 987654321 } },
})

export const eventHistory = defineCall({
  name: 'eventHistory',
  method: 'GET',
  path: `${ours}/event/history/{id}`,
  access: event,
  params: idParams,
  reply: history,
  example: { params: { id: 987654321 } },
})

// ——— Ad accounts

const accountInfo = Type.Object({
  /** As the platform calls it. */
  name: Type.String(),
  state: Type.String(),
  balance: nullable(Type.Number()),
  currency: Type.String(),
  /** What the gateway says of itself or of the answer. */
  note: Type.String(),
})
export type AdAccountInfo = Static<typeof accountInfo>

const adAccount = Type.Object({
  ...told,
  platform: Type.String(),
  accountId: Type.String(),
  name: Type.String(),
  games,
  keeper: Type.String(),
  note: Type.String(),
  /** `••••1234`; empty for none. The token itself is never told. */
  token: Type.String(),
  info: nullable(accountInfo),
  checkedAt: nullable(Type.String()),
  checkProblem: nullable(Type.String()),
})
export type AdAccount = Static<typeof adAccount>

const adAccountList = Type.Object({
  rows: Type.Array(adAccount),
  games: Type.Array(game),
  platforms: Type.Array(
    Type.Object({
      key: Type.String(),
      title: Type.String(),
      /** Host that is asked; empty where none is set. */
      gateway: Type.String(),
    }),
  ),
})
export type AdAccountList = Static<typeof adAccountList>

export const getAdAccount = defineCall({
  name: 'getAdAccount',
  method: 'GET',
  path: `${data}/getAdAccount`,
  access: ad,
  reply: adAccountList,
  example: {},
})

const adAccountChange = Type.Object(
  {
    ...edited,
    platform: line,
    accountId: line,
    name: line,
    games,
    keeper: Type.Optional(line),
    note: Type.Optional(long),
    /** Absent: as it is. Empty: none. */
    token: Type.Optional(Type.String({ maxLength: 10_000 })),
  },
  closed,
)
export type AdAccountChange = Static<typeof adAccountChange>

export const addOrUpdateAdAccount = defineCall({
  name: 'addOrUpdateAdAccount',
  method: 'POST',
  path: `${data}/addOrUpdateAdAccount`,
  access: ad,
  body: adAccountChange,
  reply: adAccount,
  example: { body: { id: -1, platform: 'toutiao', accountId: '1', name: '账户', games: ['none'] } },
})

export const deleteAdAccount = defineCall({
  name: 'deleteAdAccount',
  method: 'POST',
  path: `${data}/deleteAdAccount/{id}`,
  access: ad,
  params: idParams,
  body: Type.Object({}, closed),
  reply: Type.Null(),
  example: { params: { id: 987654321 }, body: {} },
})

export const restoreAdAccounts = defineCall({
  name: 'restoreAdAccounts',
  method: 'POST',
  path: `${ours}/ad/restore`,
  access: ad,
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [987654321] } },
})

/** Asks the account's platform anew; the answer is kept with the account, as is why it failed. */
export const getAccountInfo = defineCall({
  name: 'getAccountInfo',
  method: 'GET',
  path: `${data}/getAccountInfo`,
  access: ad,
  query: Type.Object({ id: idSchema }, closed),
  reply: adAccount,
  example: { query: { id: 987654321 } },
})

export const adAccountHistory = defineCall({
  name: 'adAccountHistory',
  method: 'GET',
  path: `${ours}/ad/history/{id}`,
  access: ad,
  params: idParams,
  reply: history,
  example: { params: { id: 987654321 } },
})
