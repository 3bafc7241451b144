// The tags computed from the warehouse: those defined in settings.json, or defaults over tables named as in
// the demo.
import type { Deps } from '#server/deps.ts'
import type { CountedTag, DerivedTag, TagDefinition, UserTagSettings } from '#server/userTagSettings.ts'
import { AppError } from '#shared/errors.ts'
import { allTypes, ownType, type TagKind } from '../contract.ts'

const usualTypes = { profile: '基本资料', activity: '活跃', payment: '付费' }

const usual = <Kind extends TagKind>(
  key: string,
  title: string,
  type: keyof typeof usualTypes,
  kind: Kind,
) => ({
  key,
  title,
  type,
  kind,
})
const register = { table: 'register', take: 'last', by: 'register_time' } as const
const login = { table: 'login_day', by: 'login_date' } as const
const order = { table: 'pay_order', by: 'pay_date' } as const
const paid = { column: 'status', is: 'paid' } as const

const usualTags: readonly TagDefinition[] = [
  { ...usual('nickname', '昵称', 'profile', 'text'), ...register, column: 'player_name' },
  { ...usual('server', '区服', 'profile', 'text'), ...register, column: 'server_id', dictionary: 'server' },
  { ...usual('channel', '渠道', 'profile', 'text'), ...register, column: 'channel', dictionary: 'channel' },
  {
    ...usual('platform', '平台', 'profile', 'text'),
    ...register,
    column: 'platform',
    dictionary: 'platform',
  },
  {
    ...usual('country', '国家或地区', 'profile', 'text'),
    ...register,
    column: 'country',
    dictionary: 'country',
  },
  {
    ...usual('registered', '注册时间', 'profile', 'time'),
    ...register,
    take: 'min',
    column: 'register_time',
  },
  { ...usual('firstLogin', '首次登录', 'activity', 'day'), ...login, take: 'min', column: 'login_date' },
  { ...usual('lastLogin', '最近登录', 'activity', 'day'), ...login, take: 'max', column: 'login_date' },
  { ...usual('silentDays', '未登录天数', 'activity', 'number'), of: 'lastLogin', since: true },
  {
    ...usual('churn', '流失风险', 'activity', 'text'),
    of: 'silentDays',
    steps: [
      { least: 0, text: '低' },
      { least: 4, text: '中' },
      { least: 8, text: '高' },
      { least: 31, text: '已流失' },
    ],
  },
  { ...usual('loginDays', '登录天数', 'activity', 'number'), ...login, take: 'days', column: 'login_date' },
  {
    ...usual('loginDays30', '近 30 天登录天数', 'activity', 'number'),
    ...login,
    take: 'days',
    column: 'login_date',
    within: 30,
  },
  { ...usual('level', '等级', 'activity', 'number'), ...login, take: 'max', column: 'level' },
  {
    ...usual('onlineMinutes', '累计在线分钟', 'activity', 'number'),
    ...login,
    take: 'sum',
    column: 'online_minutes',
  },
  {
    ...usual('payTotal', '累计付费', 'payment', 'money'),
    ...order,
    take: 'sum',
    column: 'amount',
    where: paid,
  },
  {
    ...usual('vip', 'VIP 等级', 'payment', 'text'),
    of: 'payTotal',
    steps: [0, 100, 500, 2_000, 10_000, 50_000].map((least, level) => ({ least, text: `V${level}` })),
  },
  { ...usual('payCount', '付费次数', 'payment', 'number'), ...order, take: 'count', where: paid },
  {
    ...usual('firstPay', '首次付费', 'payment', 'day'),
    ...order,
    take: 'min',
    column: 'pay_date',
    where: paid,
  },
  {
    ...usual('lastPay', '最近付费', 'payment', 'day'),
    ...order,
    take: 'max',
    column: 'pay_date',
    where: paid,
  },
  {
    ...usual('payTotal30', '近 30 天付费', 'payment', 'money'),
    ...order,
    take: 'sum',
    column: 'amount',
    where: paid,
    within: 30,
  },
  {
    ...usual('refunds', '退款次数', 'payment', 'number'),
    ...order,
    take: 'count',
    where: { column: 'status', is: 'refunded' },
  },
]

export const isDerived = (tag: TagDefinition): tag is DerivedTag => 'of' in tag

export const definitionsOf = ({
  tags = usualTags as TagDefinition[],
}: UserTagSettings): readonly TagDefinition[] => tags

interface TagType {
  key: string
  title: string
}

/** The warehouse's types, then the type of custom tags. */
export function typesOf(settings: UserTagSettings): TagType[] {
  const titles: Record<string, string> = { ...usualTypes, ...settings.types }
  const used = [...new Set(definitionsOf(settings).map(({ type }) => type))]
  const ordered = settings.types ? Object.keys(settings.types).filter((key) => used.includes(key)) : used
  return [...ordered.map((key) => ({ key, title: titles[key] ?? key })), { key: ownType, title: '自定义' }]
}

/** Parses a comma-separated list. Throws parameter_wrong, naming the unknown type. */
export function chosenTypes(settings: UserTagSettings, list: string): TagType[] {
  const types = typesOf(settings)
  const wanted = list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const known = `可选：${allTypes}（全部）、${types.map(({ key, title }) => `${key}（${title}）`).join('、')}`
  if (wanted.length === 0) throw new AppError('parameter_wrong', `请写明标签类型，${known}`)
  const foreign = wanted.find((one) => one !== allTypes && !types.some(({ key }) => key === one))
  if (foreign !== undefined)
    throw new AppError('parameter_wrong', `没有标签类型「${foreign.slice(0, 40)}」，${known}`)
  return wanted.includes(allTypes) ? types : types.filter(({ key }) => wanted.includes(key))
}

interface Columns {
  table: string
  player: string
  game: string
}

/** The table of all players: as configured for tags, else as configured for push, else the default. */
export function playersOf({ installation }: Deps['settings']): Columns {
  const usualPlayers = { table: 'register', player: 'player_id', game: 'cgi' }
  return installation.userTags.players ?? { ...usualPlayers, ...installation.push.warehouse?.players }
}

export interface Found {
  table: string
  /** The warehouse's spelling of the column name. */
  column: (name: string) => string
  /** The warehouse's type of a column. */
  typeOf: (name: string) => string
  updatedAt: string
}

const sameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** The table with these columns, or a Chinese text about what the warehouse lacks. */
export function findTable(
  { warehouse }: Pick<Deps, 'warehouse'>,
  name: string,
  columns: readonly string[],
): Found | string {
  const table = warehouse.tables().find((one) => sameName(one.name, name))
  if (!table) return `数据仓库里没有表 ${name}`
  const known = (column: string) => table.columns.find((one) => sameName(one.name, column))
  const missing = columns.find((column) => !known(column))
  if (missing !== undefined) return `表 ${table.name} 没有列 ${missing}`
  return {
    table: table.name,
    column: (column) => known(column)?.name ?? column,
    typeOf: (column) => known(column)?.type ?? '',
    updatedAt: table.updatedAt,
  }
}

export const columnsOf = (tag: CountedTag, players: Columns): string[] => [
  tag.player ?? players.player,
  tag.game ?? players.game,
  ...[tag.column, tag.by, tag.where?.column].filter((name) => name !== undefined),
]

const takes = {
  last: '最近一行的',
  min: '最小的',
  max: '最大的',
  sum: '合计',
  count: '行数',
  days: '不同的',
} as const

/** A description of the tag. */
export function meaningOf(tag: TagDefinition, all: readonly TagDefinition[]): string {
  if (isDerived(tag)) {
    const of = all.find(({ key }) => key === tag.of)?.title ?? tag.of
    const steps = tag.steps?.map(({ least, text }) => `≥ ${least.toLocaleString('en-US')} ${text}`) ?? []
    return [tag.since ? `${of}距今天数` : `按${of}`, ...steps].join('，')
  }
  const { table, take, column = '', by, where, within } = tag
  return [
    `${table} ${takes[take]} ${column}`.trim(),
    ...(where ? [`${where.column} = ${where.is}`] : []),
    ...(within ? [`${by} 近 ${within} 天`] : []),
  ].join('，')
}
