// Calls of the pages about the installation itself: health checks of its parts, and the server's caches.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'

export * from './contract/settings.ts'

const ours = '/api/s1/installation'

/** The server's parts in display order. */
export const serverParts = {
  server: '服务',
  metadata: '元数据库',
  secret: '安装密钥',
  warehouse: '数据仓库',
  sandbox: 'SQL 沙箱',
  jobs: '后台任务',
  disk: '磁盘',
  folders: '数据文件夹',
  picture: '图片进程',
  pinyin: '拼音检索',
  outbound: '消息送达',
  mail: '邮件',
  signIn: '登录方式',
} as const
export type ServerPart = keyof typeof serverParts

/** `off`: not configured, or not available with this warehouse; nothing is wrong. */
export const checkStates = ['ok', 'warning', 'failed', 'off'] as const
export type CheckState = (typeof checkStates)[number]

const checked = Type.Object({
  state: Type.Enum([...checkStates]),
  /** How long the check took, without waiting for a running one. */
  ms: Type.Number(),
  /** Chinese: what the result means and what to do. Contains no paths, addresses or versions. */
  says: Type.String(),
  /** When the part was checked; requests within a few seconds share one check. */
  at: Type.String(),
  /** Additional details for holders of manage_authority; null for others. */
  details: Type.Union([Type.Array(Type.Object({ name: Type.String(), value: Type.String() })), Type.Null()]),
})
export type Checked = Static<typeof checked>

export const checkPart = defineCall({
  name: 'checkPart',
  method: 'GET',
  path: `${ours}/check`,
  access: 'session',
  timeoutMs: 30_000,
  query: Type.Object({ part: Type.Enum(Object.keys(serverParts) as ServerPart[]) }, closed),
  reply: checked,
  example: { query: { part: 'server' } },
})

/** Connects to the mail server and signs in without sending. */
export const checkMail = defineCall({
  name: 'checkMail',
  method: 'GET',
  path: `${ours}/mail`,
  access: { keys: ['manage_authority'] },
  timeoutMs: 30_000,
  reply: checked,
  example: {},
})

/** The cheapest call with a session; the answer contains the server's time. */
export const pingServer = defineCall({
  name: 'pingServer',
  method: 'GET',
  path: `${ours}/ping`,
  access: 'session',
  timeoutMs: 10_000,
  reply: Type.Object({
    /** Milliseconds since 1970. */
    now: Type.Number(),
  }),
  example: {},
})

const size = { entries: Type.Integer(), bytes: Type.Number() }
const caches = Type.Object({
  /** Results of the caller's own SQL runs; null when the caller's role runs no SQL. */
  results: Type.Union([Type.Object(size), Type.Null()]),
  /** Cached figures shared by reports; null for users who may not clear them. */
  reports: Type.Union([
    Type.Object({
      ...size,
      mostBytes: Type.Number(),
      /** Cache hits since the server's start. */
      hits: Type.Integer(),
      misses: Type.Integer(),
      /** ISO; null when the cache is empty. */
      oldest: Type.Union([Type.String(), Type.Null()]),
      newest: Type.Union([Type.String(), Type.Null()]),
      /** By physical table, those with the most bytes first; a result from several tables counts for each. */
      tables: Type.Array(Type.Object({ name: Type.String(), ...size })),
      /** Entries whose tables are unknown until they are read. */
      unread: Type.Integer(),
    }),
    Type.Null(),
  ]),
  /**
   * Precomputed sums of frequently requested facts; null in the same case as `reports`, and when there are
   * none.
   */
  sums: Type.Union([
    Type.Object({
      ...size,
      mostBytes: Type.Number(),
      /** Requests answered from them since the server's start. */
      hits: Type.Integer(),
      /** By physical table of the facts, those with the most bytes first. */
      tables: Type.Array(Type.Object({ name: Type.String(), ...size, rows: Type.Integer() })),
    }),
    Type.Null(),
  ]),
})
export type ServerCaches = Static<typeof caches>

export const readCaches = defineCall({
  name: 'readCaches',
  method: 'GET',
  path: `${ours}/caches`,
  access: 'session',
  reply: caches,
  example: {},
})

export const clearReportCache = defineCall({
  name: 'clearReportCache',
  method: 'POST',
  path: `${ours}/clearReports`,
  access: { keys: ['search_config', 'manage_authority'] },
  /** Clears a physical table's results; without a table, all results. */
  body: Type.Object({ table: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })) }, closed),
  reply: Type.Object(size),
  example: { body: { table: 'none' } },
})

export const clearReportSums = defineCall({
  name: 'clearReportSums',
  method: 'POST',
  path: `${ours}/clearSums`,
  access: { keys: ['search_config', 'manage_authority'] },
  /** Clears a physical table's sums; without a table, all sums. */
  body: Type.Object({ table: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })) }, closed),
  reply: Type.Object(size),
  example: { body: { table: 'none' } },
})

/** Clears the caller's own results. */
export const clearOwnResults = defineCall({
  name: 'clearOwnResults',
  method: 'POST',
  path: `${ours}/clearResults`,
  access: 'session',
  body: Type.Object({}, closed),
  reply: Type.Object(size),
  example: { body: {} },
})

const spanText = Type.String({ pattern: '^[\\w.]{0,80}$' })
const browserSpan = Type.Object(
  {
    traceparent: Type.String({ pattern: '^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$' }),
    /** Name of the declared call. */
    call: spanText,
    /** Milliseconds before the request was sent. */
    startedAgo: Type.Number({ minimum: 0, maximum: 600_000 }),
    ms: Type.Number({ minimum: 0, maximum: 600_000 }),
    /** Status of the answer; 0 where none came. */
    status: Type.Integer({ minimum: 0, maximum: 599 }),
    /** Code of the failure; empty where there was none. */
    failure: spanText,
  },
  closed,
)
export type SentSpan = Static<typeof browserSpan>

/**
 * Calls as the browser saw them, for the collector of traces. Browsers reach no collector themselves, and send nothing
 * where the server does not say (by `traceresponse`) that it traces.
 */
export const sendSpans = defineCall({
  name: 'sendSpans',
  method: 'POST',
  path: `${ours}/spans`,
  access: 'session',
  effect: 'read',
  bearer: false,
  body: Type.Object({ spans: Type.Array(browserSpan, { minItems: 1, maxItems: 200 }) }, closed),
  /** How many go to the collector; 0 where nothing is traced. */
  reply: Type.Object({ passed: Type.Integer() }),
  example: {
    body: {
      spans: [
        {
          traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
          call: 'pingServer',
          startedAgo: 5000,
          ms: 12,
          status: 200,
          failure: '',
        },
      ],
    },
  },
})
