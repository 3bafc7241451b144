// The demo's manual user tags, on the recent top payers, whom admin has looked up.

import { allRows } from '#semantic/model/rowScope.ts'
import type { Db } from '#server/objects/types.ts'
import type { Warehouse } from '#server/warehouse/types.ts'
import { changeTags } from '#features/usertag/server/index.ts'
import type { UserIds } from './people.ts'

const tags = {
  yhxt: [
    { name: '客服', kind: 'text', value: '周敏' },
    { name: '高价值', kind: 'flag', value: true },
    { name: '满意度', kind: 'number', value: 4.5 },
    { name: '回访日', kind: 'day', value: '2026-12-01' },
  ],
  fhsg: [{ name: '客服', kind: 'text', value: '陈立' }],
} as const

type BestPayers = ReadonlyMap<string, string>

/** Top payers by game. */
export async function readBestPayers(warehouse: Warehouse): Promise<BestPayers> {
  const { chunks } = await warehouse.run({
    sql: `SELECT cgi, CAST(arg_max(player_id, paid) AS VARCHAR) AS id FROM (
        SELECT cgi, player_id, sum(amount) AS paid FROM pay_order
        WHERE status = 'paid' AND pay_date > (SELECT max(pay_date) FROM pay_order) - 14 GROUP BY cgi, player_id)
      GROUP BY cgi`,
    pool: 'report',
  })
  return new Map(
    chunks.flatMap(({ columns }) => {
      const [games = [], ids = []] = columns.map((cells) => JSON.parse(cells) as string[])
      return games.map((cgi, at): [string, string] => [cgi, ids[at] ?? ''])
    }),
  )
}

export async function makeUserTags(db: Db, users: UserIds, payers: BestPayers): Promise<void> {
  const admin = { id: users.admin, ...allRows, authorityInfo: {} }
  const at = new Date().toISOString()
  for (const [cgi, own] of Object.entries(tags)) {
    const id = payers.get(cgi)
    if (!id) continue
    await changeTags(db, admin, { cgi, id }, own)
    const look = { user_id: users.admin, cgi, player_id: id, types: 'all', at }
    await db.insertInto('user_tag_look').values(look).execute()
  }
}
