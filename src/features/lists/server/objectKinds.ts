// The object kinds of the lists: who may see and change them, and what their history records.
import type { Selectable } from 'kysely'
import { holdsGames, readGames } from '#server/objects/games.ts'
import type { ObjectKind } from '#server/objects/types.ts'
import { type EntryKind, type EventState, entryKindTitles, eventStateTitles } from '../contract.ts'
import {
  type AdAccountRow,
  adAccount,
  type BlackRuleRow,
  blackEntry,
  blackRule,
  type EntryRow,
  type EventRow,
  eventDefinition,
  whiteEntry,
} from './tables.ts'

export type Entry = Selectable<EntryRow>
export type BlackRule = Selectable<BlackRuleRow>
export type EventDefinition = Selectable<EventRow>
export type Account = Selectable<AdAccountRow>

const gamesShown = (stored: unknown): string => {
  const games = readGames(String(stored))
  return games === 'all' ? '全部游戏' : games.join('、')
}

const entryKind = (
  { name: table, seen }: typeof blackEntry | typeof whiteEntry,
  name: string,
  list: string,
): ObjectKind<Entry> => ({
  table,
  name,
  fields: {
    cgi: { title: '游戏', codes: 'game' },
    kind: { title: '类型', show: (kind) => entryKindTitles[kind as EntryKind] },
    value: { title: '值' },
    reason: { title: '原因' },
    note: { title: '备注' },
    expires_on: { title: '有效期至', show: (day) => (day === null ? '长期' : String(day)) },
  },
  seen,
  runs: 'never',
  called: ({ cgi, value }) => ({ cgi, value }),
  taken: { field: 'value', message: `该值已在${list}中，请修改原来的条目` },
})

export const blackEntries: ObjectKind<Entry> = {
  ...entryKind(blackEntry, 'blackList', '黑名单'),
  // An entry that a user removed: without its row, the rule would add it again.
  keptDeleted: { column: 'source', value: 'rule' },
}
export const whiteEntries = entryKind(whiteEntry, 'whiteList', '白名单')

export const ruleScheduleId = (rule: number): string => `black rule ${rule}`

/** A rule adds entries in all its games, so only users of all of them may change it. */
export const blackRules: ObjectKind<BlackRule> = {
  table: 'black_rule',
  name: 'blackRule',
  fields: {
    name: { title: '名称' },
    games: { title: '游戏', codes: 'game', show: gamesShown },
    kind: { title: '类型', show: (kind) => entryKindTitles[kind as EntryKind] },
    condition: { title: '条件' },
    reason: { title: '原因' },
    keep_days: { title: '有效天数', show: (days) => (days === null ? '长期' : String(days)) },
    daily_at: { title: '每天运行', show: (time) => (time === null ? '手动' : String(time)) },
  },
  seen: blackRule.seen,
  runs: { in: ({ games }) => readGames(games) },
  names: ({ name }) => [{ scope: '', name }],
  schedule: { id: ruleScheduleId },
  taken: { field: 'name', message: '已有同名的规则，请换一个名称' },
}

const foreignGames = '还属于你看不到的游戏，只能由可看这些游戏的人修改'

export const events: ObjectKind<EventDefinition> = {
  table: 'event_definition',
  name: 'eventList',
  fields: {
    code: { title: '事件代码' },
    name: { title: '名称' },
    category: { title: '分类' },
    games: { title: '游戏', codes: 'game', show: gamesShown },
    params: { title: '参数' },
    describe: { title: '说明' },
    state: { title: '状态', show: (state) => eventStateTitles[state as EventState] },
  },
  seen: eventDefinition.seen,
  refuses: (caller, { games }) => (holdsGames(caller, readGames(games)) ? null : `该事件${foreignGames}`),
  runs: 'never',
  // An event of one game may exist beside an event of all games, which it overrides.
  names: ({ code, games }) => scopesOf(games).map((scope) => ({ scope, name: code })),
  taken: { field: 'code', message: '所选游戏里已有这个事件代码，请修改原来的事件' },
}

export const accounts: ObjectKind<Account> = {
  table: 'ad_account',
  name: 'adAccount',
  fields: {
    platform: { title: '平台' },
    account_id: { title: '账户编号' },
    name: { title: '名称' },
    games: { title: '游戏', codes: 'game', show: gamesShown },
    keeper: { title: '负责人' },
    note: { title: '备注' },
    token: { title: '令牌', show: (token) => (token === '' ? '无' : '已设置（内容不留记录）') },
  },
  seen: adAccount.seen,
  refuses: (caller, { games }) => (holdsGames(caller, readGames(games)) ? null : `该账户${foreignGames}`),
  runs: 'never',
  names: ({ platform, account_id, games }) =>
    scopesOf(games).map((scope) => ({ scope, name: `${platform} ${account_id}` })),
  taken: { field: 'accountId', message: '所选游戏里已有该平台的这个账户' },
}

function scopesOf(stored: string): readonly string[] {
  const games = readGames(stored)
  return games === 'all' ? ['*'] : games
}
