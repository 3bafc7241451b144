// Segments as objects: who may see and change them, and what their history records.
import type { Selectable } from 'kysely'
import { holdsGames, readGames } from '#server/objects/games.ts'
import type { ObjectKind } from '#server/objects/types.ts'
import { type SegmentRow, segment } from './tables.ts'

export type StoredSegment = Selectable<SegmentRow>

const gamesShown = (stored: unknown): string => {
  const games = readGames(String(stored))
  return games === 'all' ? '全部游戏' : games.join('、')
}

/** Stands before rules as they are stored. */
export const rulesMark = '规则：'

/** The source as the history records it: rules with ids, see `history.ts`. */
function sourceShown(stored: unknown): string {
  const source = JSON.parse(String(stored)) as { kind: string; sql?: string; count?: number; any?: unknown }
  if (source.kind === 'sql') return `SQL：${source.sql}`
  if (source.kind === 'list') return `名单：${Number(source.count).toLocaleString('en-US')} 个玩家`
  return `${rulesMark}${JSON.stringify(source.any)}`
}

export const segments: ObjectKind<StoredSegment> = {
  table: 'segment',
  name: 'segment',
  fields: {
    name: { title: '名称' },
    games: { title: '游戏', codes: 'game', show: gamesShown },
    note: { title: '说明' },
    players: { title: '玩家列', show: (stored) => (JSON.parse(String(stored)) as string[]).join('、') },
    keep_days: { title: '保留天数' },
    source: { title: '来源', show: sourceShown },
  },
  // The member count is a figure from the owner's rows.
  seen: segment.seen,
  refuses: (caller, { games }) =>
    holdsGames(caller, readGames(games)) ? null : '该人群还有你看不到的游戏，只能由可看这些游戏的人修改',
  runs: { in: ({ games }) => readGames(games) },
  names: ({ name }) => [{ scope: '', name }],
  taken: { field: 'name', message: '已有同名的人群，请换一个名称' },
}
