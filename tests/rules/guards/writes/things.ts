// For each kind of object: how its owner saves one, and who else may write it. A new kind must be added here.
import type { Grant } from '#shared/grants.ts'
import { mfaSeed, type Scene } from './scene.ts'

export interface Thing {
  id: number | string
  /** The body that was saved; sent again with a change it updates the same object. */
  body: Record<string, unknown>
  revision: number
}

export interface Answers {
  games: boolean
  rule: boolean
}

export interface KindCase {
  /** The call that saves it; its answer has the id, unless `find` is given. */
  save: string
  /** `number` counts all objects, `nth` those of the kind, for kinds with few possible values. */
  make(scene: Scene, number: number, nth: number): object | Promise<object>
  /** Properties that an update changes. */
  change: object
  /**
   * Who may write an object of game b whose owner sees all rows: a user limited by games, and one limited by a rule.
   */
  may: Answers
  /** Who may add one in game b; default: those who may write one. */
  mayAdd?: Answers
  /** Only the owner may write it. */
  owners?: true
  /** For kinds that are shared by name: what the owner sends so that this alone opens it. */
  share?(scene: Scene, thing: Thing, grants: readonly Grant[]): Promise<unknown>
  /** The save takes no revision. */
  unrevised?: true
  /** Finds the saved object, where the save's answer has no id. */
  find?(scene: Scene, body: Record<string, unknown>): Promise<{ id: number; revision: number }>
}

const ofGames = { games: false, rule: true }
const ofWholeRows = { games: false, rule: false }
const ofOwner = { games: false, rule: false }
const anybodys = { games: true, rule: true }
const b = ['b']

const idBy =
  (table: 'dictionary' | 'user', column: string) =>
  async ({ office }: Scene, body: Record<string, unknown>) => {
    const { db } = office.deps.metadata
    const row = await db
      .selectFrom(table)
      .select(['id', 'revision'])
      .where(column as 'id', '=', body[column] as never)
      .executeTakeFirstOrThrow()
    return row as { id: number; revision: number }
  }

const shareIn =
  (save: string): NonNullable<KindCase['share']> =>
  ({ made }, thing, grants) => {
    Object.assign(thing.body, { shared: false })
    return made(save, { id: thing.id, shared: false, grants })
  }

export const kindCases: Record<string, KindCase> = {
  alarm: {
    save: 'addOrUpdateAlarm',
    make: ({ office: { points } }, number) => ({
      name: `告警 ${number}`,
      games: b,
      watch: { points: [points.minutes], dims: [], grain: 'day' },
      join: 'or',
      conditions: [{ kind: 'threshold', point: points.minutes, op: 'lt', value: 1 }],
      lasting: 1,
      level: 'warning',
      quiet: null,
      rearmMinutes: 0,
      recovery: false,
      receiverIds: [],
      userIds: [],
      title: '',
      text: '',
      note: '',
    }),
    change: { note: '改' },
    may: ofWholeRows,
    mayAdd: ofGames,
  },
  queryFolder: {
    save: 'saveQueryFolder',
    make: (_, number) => ({ id: -1, name: `文件夹 ${number}`, note: '', grants: [] }),
    change: { note: '改' },
    may: ofOwner,
    owners: true,
    mayAdd: anybodys,
  },
  savedQuery: {
    save: 'save',
    make: (_, number) => ({ name: `查询 ${number}`, sql: 'select 1' }),
    change: { sql: 'select 2' },
    unrevised: true,
    may: ofOwner,
    owners: true,
    mayAdd: anybodys,
  },
  sqlSnippet: {
    save: 'saveSnippet',
    make: (_, number) => ({ id: -1, prefix: `p${number}`, title: '', body: 'select 1' }),
    change: { body: 'select 2' },
    may: ofOwner,
    owners: true,
    mayAdd: anybodys,
  },
  dimension: {
    save: 'addOrUpdateAnaDim',
    make: (_, number) => ({ name: `维度 ${number}`, types: 'string', info: { expression: 'channel' } }),
    change: { info: { expression: "'web'" } },
    // The rule is on this very dimension.
    may: { games: true, rule: false },
    mayAdd: anybodys,
  },
  point: {
    save: 'addOrUpdateAnaPoint',
    make: ({ office: { tables } }, number) => ({
      name: `指标 ${number}`,
      table_id: tables.visit,
      name_sql: 'minutes',
    }),
    change: { name_sql: 'minutes + 1' },
    may: anybodys,
  },
  pointTable: {
    save: 'addOrUpdateAnaPointTable',
    make: (_, number, nth) => ({
      name: `指标表 ${number}`,
      table_truename: `spare${nth}`,
      date_column: 'day',
      game_column: 'cgi',
    }),
    change: { game_column: null },
    may: ofWholeRows,
  },
  dimensionTable: {
    save: 'addOrUpdateAnaDimTable',
    make: (_, number, nth) => ({
      name: `维度表 ${number}`,
      table_truename: `letters${nth}`,
      key_column: 'code',
    }),
    change: { describe: '改' },
    may: ofWholeRows,
  },
  folder: {
    save: 'addOrUpdateViewType',
    make: (_, number) => ({ name: `报表文件夹 ${number}` }),
    change: { name: '改' },
    share: shareIn('addOrUpdateViewType'),
    may: anybodys,
  },
  view: {
    save: 'addOrUpdateViewMeta',
    make: ({ office: { folder } }, number) => ({ name: `视图 ${number}`, typeId: folder, shared: true }),
    change: { name: '改' },
    share: shareIn('addOrUpdateViewMeta'),
    may: anybodys,
  },
  report: {
    save: 'addOrUpdateReportMeta',
    make: ({ office: { view, info } }, number) => ({
      viewMetaId: view,
      reportName: `报表 ${number}`,
      info: info(),
    }),
    change: { reportName: '改' },
    share: async ({ made }, thing, grants) => {
      const { id } = await made('addOrUpdateViewMeta', { name: '共享给人的', grants })
      await made('addOrUpdateReportMeta', { id: thing.id, viewMetaId: id })
      thing.body.viewMetaId = id
    },
    may: anybodys,
  },
  calendarNote: {
    save: 'saveCalendarNote',
    make: (_, number) => ({ day: '2026-05-20', kind: 'version', title: `注记 ${number}`, cgi: 'b' }),
    change: { text: '改' },
    may: ofGames,
  },
  category: {
    save: 'addOrUpdateAnaDimOrPointType',
    make: (_, number) => ({ name: `分类 ${number}`, kind: 'point' }),
    change: { order: 9 },
    may: anybodys,
  },
  customReport: {
    save: 'saveCustomReport',
    make: (_, number) => ({
      name: `报表 ${number}`,
      sql: 'select 1',
      params: [],
      chart: null,
      published: true,
    }),
    change: { sql: 'select 2' },
    share: ({ made }, { id }, grants) => made('shareCustomReport', { id, shared: false, grants }),
    unrevised: true,
    may: ofOwner,
    owners: true,
    mayAdd: anybodys,
  },
  dictionary: {
    save: 'addOrUpdateDict',
    make: (_, number) => ({
      name: `字典 ${number}`,
      formName: `form${number}`,
      attributes: ['代码', '名称'],
    }),
    change: { attributes: ['代码', '名字'] },
    may: anybodys,
    find: idBy('dictionary', 'name'),
  },
  gameFlowRecord: {
    save: 'addGameFlowRecord',
    make: (_, number) => ({
      kind: 'statement',
      period: '2026-01',
      cgi: 'b',
      channel: `c${number}`,
      amount: '1.00',
    }),
    change: { amount: '2.00' },
    may: ofWholeRows,
  },
  gameFlowRate: {
    save: 'saveGameFlowRate',
    make: (_, number) => ({
      currency: 'USD',
      period: `20${10 + Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`,
      rate: '7.1',
      source: '人行',
    }),
    change: { rate: '7.2' },
    // Exchange rates belong to no game; users limited by a rule cannot open the page.
    may: { games: true, rule: false },
  },
  gameFlowShare: {
    save: 'saveGameFlowShare',
    make: (_, number) => ({ channel: `c${number}`, cgi: 'b', percent: '30', from: '2026-01-01' }),
    change: { percent: '40' },
    may: ofWholeRows,
  },
  blackList: {
    save: 'saveBlackEntry',
    make: (_, number) => ({ cgi: 'b', kind: 'player', value: String(number) }),
    change: { reason: '改' },
    may: ofGames,
  },
  blackRule: {
    save: 'saveBlackRule',
    make: ({ office: { dims, points } }, number) => ({
      name: `规则 ${number}`,
      games: b,
      kind: 'player',
      condition: { dim: dims.state, point: points.orders, least: 10, perDay: false, days: 7 },
      reason: '',
      keepDays: null,
      dailyAt: null,
    }),
    change: { reason: '改' },
    may: ofWholeRows,
    mayAdd: ofGames,
  },
  whiteList: {
    save: 'addOrUpdateWhiteList',
    make: (_, number) => ({ cgi: 'b', kind: 'player', value: String(number) }),
    change: { reason: '改' },
    may: ofGames,
  },
  eventList: {
    save: 'addOrUpdateEvList',
    make: (_, number) => ({ code: `event${number}`, name: '事件', games: b }),
    change: { name: '改' },
    may: ofGames,
  },
  adAccount: {
    save: 'addOrUpdateAdAccount',
    make: (_, number) => ({ platform: 'toutiao', accountId: String(number), name: '账户', games: b }),
    change: { note: '改' },
    may: ofGames,
  },
  mfaAccount: {
    save: 'saveMfaAccount',
    make: async (_, number) => ({ name: `账号 ${number}`, ...(await mfaSeed()) }),
    change: { issuer: '改' },
    may: anybodys,
  },
  forecastScenario: {
    save: 'saveScenario',
    make: (_, number) => ({
      name: `假设 ${number}`,
      effects: [{ from: '2026-11-01', to: '2026-11-11', percent: 20 }],
    }),
    change: { effects: [{ from: '2026-11-01', to: '2026-11-11', percent: 30 }] },
    may: ofOwner,
    owners: true,
    mayAdd: anybodys,
  },
  pushTask: {
    save: 'addPushTask',
    // Far in the future: a push due now would start being sent during the test.
    make: (_, number) => ({
      cgi: 'b',
      title: `推送 ${number}`,
      body: '内容',
      schedule: { kind: 'at', at: new Date(Date.now() + 200 * 86_400_000).toISOString().slice(0, 16) },
    }),
    change: { title: '改' },
    may: ofWholeRows,
  },
  receiver: {
    save: 'saveReceiver',
    make: (_, number) => ({ name: `渠道 ${number}`, kind: 'mail', games: b, addresses: 'one@example.com' }),
    change: { note: '改' },
    may: ofGames,
  },
  dataCheck: {
    save: 'saveCheck',
    make: (_, number) => ({
      name: `校验 ${number}`,
      table: 'spare1',
      kind: 'least',
      values: { rows: 1 },
      action: 'mark',
      timing: { kind: 'hand' },
    }),
    change: { note: '改' },
    may: ofWholeRows,
  },
  source: {
    save: 'saveSource',
    make: (_, number) => ({
      name: `数据源 ${number}`,
      kind: 'push',
      settings: {},
      secrets: {},
      table: 'loaded',
      mode: 'rows',
      keys: [],
      reading: [],
      keepGood: false,
      spanDays: 31,
      timing: { kind: 'hand' },
    }),
    change: { note: '改' },
    may: ofWholeRows,
  },
  webhook: {
    save: 'saveWebhook',
    make: (_, number) => ({
      name: `回调 ${number}`,
      address: 'https://hooks.example.com/made',
      events: ['alarm.fired'],
      games: b,
    }),
    change: { note: '改' },
    may: ofWholeRows,
    find: async ({ office }, { name }) =>
      office.deps.metadata.db
        .selectFrom('webhook')
        .select(['id', 'revision'])
        .where('name', '=', String(name))
        .executeTakeFirstOrThrow(),
  },
  segment: {
    save: 'saveSegment',
    make: (_, number) => ({
      name: `人群 ${number}`,
      games: b,
      note: '',
      players: ['player_id'],
      keepDays: 90,
      source: { kind: 'list', text: 'b,1' },
    }),
    change: { note: '改', source: { kind: 'list', text: 'b,2' } },
    may: ofWholeRows,
    mayAdd: ofGames,
  },
  user: {
    save: 'addOrUpdateUser',
    make: async (scene, number) => {
      const role = await scene.made('addOrUpdateRole', {
        id: -1,
        name: `角色甲 ${number}`,
        authorityInfo: {},
      })
      return { email: `made${number}@example.com`, role: role.name, games: b }
    },
    change: { username: '改' },
    may: ofWholeRows,
    find: idBy('user', 'email'),
  },
  role: {
    save: 'addOrUpdateRole',
    make: (_, number) => ({ name: `角色 ${number}`, authorityInfo: {} }),
    change: { authorityInfo: { othersRule: ['search_log'] } },
    // A role says which pages may be opened; which rows are seen is another field, set only by users who see all
    // rows.
    may: anybodys,
  },
  token: {
    save: 'saveToken',
    make: (_, number) => ({ name: `令牌 ${number}`, scope: 'read', games: b }),
    change: { note: '改' },
    may: ofOwner,
    owners: true,
    mayAdd: ofGames,
    find: async ({ office }, { name }) =>
      office.deps.metadata.db
        .selectFrom('access_token')
        .select(['id', 'revision'])
        .where('name', '=', String(name))
        .executeTakeFirstOrThrow(),
  },
  subscription: {
    save: 'saveSubscription',
    make: ({ office: { view } }, number) => ({
      viewId: view,
      link: '/statement',
      name: `订阅 ${number}`,
      timing: { kind: 'daily', time: '09:00' },
      content: { picture: false, table: true, file: false },
      toInbox: true,
      toMail: false,
      people: [],
      receivers: [],
    }),
    change: { note: '改' },
    may: ofOwner,
    owners: true,
    mayAdd: anybodys,
  },
}
