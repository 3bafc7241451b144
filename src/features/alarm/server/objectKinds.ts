// Alarms as objects: who sees and changes them, and what their history shows.

import type { Selectable } from 'kysely'
import { readGames } from '#server/objects/games.ts'
import type { ObjectKind } from '#server/objects/types.ts'
import { emptyText } from '#shared/nothing.ts'
import { type AlarmLevel, alarmLevelTitles, type QuietHours } from '../contract.ts'
import { type AlarmFireRow, type AlarmRow, type AlarmStateRow, alarm } from './tables.ts'

export type StoredAlarm = Selectable<AlarmRow>
export type StoredState = Selectable<AlarmStateRow>
export type StoredFire = Selectable<AlarmFireRow>

const gamesShown = (stored: unknown): string => {
  const games = readGames(String(stored))
  return games === 'all' ? '全部游戏' : games.join('、')
}

const quietHoursShown = (stored: unknown): string => {
  if (stored === null) return emptyText
  const { from, to, meanwhile } = JSON.parse(String(stored)) as QuietHours
  return `${from}–${to}，${meanwhile === 'hold' ? '结束后再发' : '不发'}`
}

export const joinTitles = { and: '全部满足', or: '任一满足' } as const

/**
 * An alarm shows figures of all of its games, so it is visible only to users with all of them. Its findings
 * are within its owner's rows, so users with row rules don't see it.
 */
export const alarms: ObjectKind<StoredAlarm> = {
  table: 'alarm',
  name: 'alarm',
  fields: {
    name: { title: '名称' },
    games: { title: '游戏', codes: 'game', show: gamesShown },
    watch: { title: '监控内容' },
    join_by: { title: '条件关系', show: (join) => joinTitles[join as 'and' | 'or'] },
    conditions: { title: '条件' },
    lasting: { title: '持续' },
    level: { title: '级别', show: (level) => alarmLevelTitles[level as AlarmLevel] },
    quiet: { title: '静默时段', show: quietHoursShown },
    rearm_minutes: { title: '冷却分钟' },
    recovery: { title: '恢复通知', show: (recovery) => (recovery === 1 ? '发送' : '不发送') },
    receiver_ids: { title: '通知渠道' },
    user_ids: { title: '站内信' },
    title: { title: '标题模板' },
    body: { title: '正文模板' },
    note: { title: '备注' },
    frozen: { title: '冻结', show: (frozen) => (frozen === 1 ? '是' : '否') },
    frozen_until: { title: '冻结至', show: (until) => (until === null ? '手动解冻' : String(until)) },
    mutes: { title: '维护窗口' },
  },
  seen: alarm.seen,
  runs: { in: ({ games }) => readGames(games), query: ({ watch }) => Boolean(JSON.parse(watch).query) },
  names: ({ name }) => [{ scope: '', name }],
  taken: { field: 'name', message: '已有同名的告警，请换一个名称' },
}
