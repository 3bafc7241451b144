// The demo's lists: some entries, a rule that finds the planned fraud, names for most events, ad accounts of
// its channels.

import { allRows } from '#semantic/model/rowScope.ts'
import { addObject, addObjects } from '#server/objects/changing.ts'
import type { Db } from '#server/objects/types.ts'
import type { Settings } from '#server/settings.ts'
import {
  accounts,
  blackEntries,
  blackRules,
  events,
  tokenColumns,
  whiteEntries,
} from '#features/lists/server/index.ts'
import type { DimensionName } from './dimensions.ts'
import type { UserIds } from './people.ts'
import type { PointName } from './points.ts'

interface Ids {
  dimensions: Record<DimensionName, number>
  points: Record<PointName, number>
}

const entry = { note: '', source: 'hand' as const, rule_id: null, expires_on: null }
const pasted = { ...entry, source: 'paste' as const }

const black = [
  {
    ...entry,
    cgi: 'yhxt',
    kind: 'player' as const,
    value: '1000234',
    reason: '代充',
    note: '客服工单 20261',
  },
  { ...entry, cgi: 'yhxt', kind: 'device' as const, value: 'a41f-9c02-77e1', reason: '脚本挂机' },
  {
    ...entry,
    cgi: 'fhsg',
    kind: 'account' as const,
    value: 'guild_trader_07',
    reason: '私下交易元宝',
    expires_on: '2099-12-31',
  },
  { ...entry, cgi: 'fhsg', kind: 'ip' as const, value: '203.0.113.0/24', reason: '批量注册' },
  {
    ...entry,
    cgi: 'mcxy',
    kind: 'player' as const,
    value: '4002291',
    reason: '外挂',
    expires_on: '2026-01-31',
  },
  ...['3001102', '3001187', '3001320', '3001544'].map((value) => ({
    ...pasted,
    cgi: 'xgwy',
    kind: 'player' as const,
    value,
    reason: '刷榜',
  })),
]

const white = [
  ...['1000001', '1000002', '1000003', '1000004'].map((value) => ({
    ...pasted,
    cgi: 'yhxt',
    kind: 'player' as const,
    value,
    reason: '内部测试号',
  })),
  { ...entry, cgi: 'fhsg', kind: 'account' as const, value: 'qa_team', reason: '测试组' },
  { ...entry, cgi: 'xgwy', kind: 'ip' as const, value: '198.51.100.7', reason: '公司出口' },
  { ...entry, cgi: 'mcxy', kind: 'device' as const, value: 'demo-tablet-02', reason: '展会演示机' },
]

const event = (code: string, name: string, category: string, describe: string, params: string[] = []) => ({
  code,
  name,
  category,
  games: '"*"',
  params: JSON.stringify(params.map((key) => ({ name: key, title: '', type: 'number' }))),
  describe,
  state: 'active' as const,
})

const named = [
  event('任务完成', '任务完成', '成长', '主线与支线任务的最后一步'),
  event('升级', '角色升级', '成长', '每升一级一次', ['level']),
  event('抽卡', '抽卡', '消费', '每抽一次，十连算十次', ['value']),
  event('副本通关', '副本通关', '玩法', '首通与扫荡都算'),
  event('加入公会', '加入公会', '社交', '退出后再加入重新计'),
  { ...event('春节签到', '春节签到', '活动', '下个版本上线'), state: 'planned' as const },
]

const adAccounts = [
  {
    platform: 'toutiao',
    account_id: '1786402',
    name: '云海仙途 长线',
    games: '["yhxt"]',
    keeper: '周敏',
    token: 'demo-toutiao-long-term-7f21',
  },
  {
    platform: 'gdt',
    account_id: '20931188',
    name: '烽火三国 节日',
    games: '["fhsg"]',
    keeper: '陈立',
    token: 'demo-gdt-festival-token-c09a',
  },
  {
    platform: 'kuaishou',
    account_id: '5520917',
    name: '星港物语 拉新',
    games: '["xgwy"]',
    keeper: '周敏',
    token: 'demo-kuaishou-launch-44be',
  },
  {
    platform: 'bilibili',
    account_id: '990124',
    name: '萌宠小院 社区',
    games: '["mcxy"]',
    keeper: '何青',
    token: '',
  },
]

export async function makeLists(
  db: Db,
  users: UserIds,
  { dimensions, points }: Ids,
  settings: Pick<Settings, 'dataDir'>,
): Promise<void> {
  const admin = { id: users.admin, ...allRows, authorityInfo: {} }
  await addObjects(db, blackEntries, admin, black, {})
  await addObjects(db, whiteEntries, admin, white, {})
  await addObject(db, blackRules, admin, {
    name: '一天内多笔订单',
    games: '"*"',
    kind: 'player',
    condition: JSON.stringify({
      dim: dimensions.玩家编号,
      point: points.订单总数,
      least: 8,
      perDay: true,
      days: 120,
    }),
    reason: '疑似盗刷',
    keep_days: 180,
    daily_at: null,
    last_run_at: null,
    last_added: null,
    last_problem: null,
  })
  await addObjects(db, events, admin, named, {})
  for (const { token, ...account } of adAccounts) {
    const unchecked = {
      note: '',
      token: '',
      token_hint: '',
      info: null,
      checked_at: null,
      check_problem: null,
    }
    const { id } = await addObject(db, accounts, admin, { ...account, ...unchecked })
    await db
      .updateTable('ad_account')
      .set(tokenColumns(settings, id, token))
      .where('id', '=', id)
      .execute()
  }
}
