// Calls of the pages that look at the installation itself: its parts' checks, and what the server keeps to be quicker.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'

const ours = '/api/s1/installation'
const closed = { additionalProperties: false } as const

/** The server's parts, in the order in which they are shown. */
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
} as const
export type ServerPart = keyof typeof serverParts

/** `off`: not set up, or not there with this warehouse; nothing is wrong. */
export const checkStates = ['ok', 'warning', 'failed', 'off'] as const
export type CheckState = (typeof checkStates)[number]

const checked = Type.Object({
  state: Type.Enum([...checkStates]),
  /** How long the part took, without the wait for a check that was under way. */
  ms: Type.Number(),
  /** Chinese: what it means, and what to do. Tells nothing of paths, addresses, versions. */
  says: Type.String(),
  /** When it was looked at: several who ask within seconds share one look. */
  at: Type.String(),
  /** What holders of manage_authority are told beside it; null for others. */
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

/** Connects to the mail server, signs in, and sends nothing. */
export const checkMail = defineCall({
  name: 'checkMail',
  method: 'GET',
  path: `${ours}/mail`,
  access: { keys: ['manage_authority'] },
  timeoutMs: 30_000,
  reply: checked,
  example: {},
})

/** As little as a call with a session can be; its answer tells the server's clock. */
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
  /** Results of the caller's own runs of SQL; null where their role runs none. */
  results: Type.Union([Type.Object(size), Type.Null()]),
  /** Figures that reports share; null for those who may not clear them. */
  reports: Type.Union([
    Type.Object({
      ...size,
      mostBytes: Type.Number(),
      /** Of the questions since this server's start. */
      hits: Type.Integer(),
      misses: Type.Integer(),
      /** ISO; null where nothing is kept. */
      oldest: Type.Union([Type.String(), Type.Null()]),
      newest: Type.Union([Type.String(), Type.Null()]),
      /** By physical table, those with the most bytes first; a result of several tables counts in each. */
      tables: Type.Array(Type.Object({ name: Type.String(), ...size })),
      /** Entries whose tables are not known before they are read. */
      unread: Type.Integer(),
    }),
    Type.Null(),
  ]),
  /** Sums kept of facts that reports often ask for; null as `reports`, and where none are kept. */
  sums: Type.Union([
    Type.Object({
      ...size,
      mostBytes: Type.Number(),
      /** Questions that they answered, since this server's start. */
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
  /** A physical table's results; all without one. */
  body: Type.Object({ table: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })) }, closed),
  reply: Type.Object(size),
  example: { body: { table: 'none' } },
})

export const clearReportSums = defineCall({
  name: 'clearReportSums',
  method: 'POST',
  path: `${ours}/clearSums`,
  access: { keys: ['search_config', 'manage_authority'] },
  /** Those of a physical table; all without one. */
  body: Type.Object({ table: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })) }, closed),
  reply: Type.Object(size),
  example: { body: { table: 'none' } },
})

/** The caller's own. */
export const clearOwnResults = defineCall({
  name: 'clearOwnResults',
  method: 'POST',
  path: `${ours}/clearResults`,
  access: 'session',
  body: Type.Object({}, closed),
  reply: Type.Object(size),
  example: { body: {} },
})
