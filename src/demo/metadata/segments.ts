// The demo's segments: high payers, lapsed payers, new players; computed once the server runs.

import { allRows } from '#semantic/model/rowScope.ts'
import { addObject } from '#server/objects/changing.ts'
import type { Db } from '#server/objects/types.ts'
import { segmentDimensions } from '#features/config/server/index.ts'
import { segments, unmade } from '#features/segment/server/index.ts'
import type { UserIds } from './people.ts'
import type { PointName } from './points.ts'

const players = ['player_id']

export async function makeSegments(db: Db, users: UserIds, points: Record<PointName, number>): Promise<void> {
  const admin = { id: users.admin, ...allRows, authorityInfo: {} }
  const paid = (least: number, days: number) => ({
    point: points.充值金额,
    op: 'gte' as const,
    values: [least],
    days,
  })
  const active = { point: points.活跃用户, op: 'gte' as const, values: [1], days: 7 }
  const { addSegmentDimensions } = await segmentDimensions()
  for (const { name, note, source } of [
    { name: '大R', note: '近 30 天充值不少于 500 元', source: { kind: 'rules', any: [[paid(500, 30)]] } },
    {
      name: '流失预警',
      note: '近 60 天付过 100 元以上，近 7 天没有登录',
      source: { kind: 'rules', any: [[paid(100, 60), { ...active, not: true }]] },
    },
    {
      name: '近一周新进',
      note: '',
      source: {
        kind: 'sql',
        sql: 'select cgi, player_id\nfrom register\nwhere register_date >= current_date - 7',
      },
    },
  ]) {
    const own = { name, note, games: '"*"', players: JSON.stringify(players), keep_days: 90 }
    const values = { ...own, source: JSON.stringify(source), ...unmade }
    const { id } = await addObject(db, segments, admin, values, { name })
    const dims = await addSegmentDimensions(db, admin, { id, name, note, players })
    await db
      .updateTable('segment')
      .set({ now_dim: dims.now, day_dim: dims.day })
      .where('id', '=', id)
      .execute()
  }
}
