// The demo's tags that people have set: the first players of its games.
import { changeTags } from '../../features/usertag/server/index.ts'
import type { Db } from '../../server/objects/types.ts'
import type { UserIds } from './people.ts'

const tagged = [
  {
    cgi: 'yhxt',
    id: '10000001',
    tags: [
      { name: '客服', kind: 'text', value: '周敏' },
      { name: '高价值', kind: 'flag', value: true },
      { name: '满意度', kind: 'number', value: 4.5 },
      { name: '回访日', kind: 'day', value: '2026-12-01' },
    ],
  },
  { cgi: 'fhsg', id: '20000001', tags: [{ name: '客服', kind: 'text', value: '陈立' }] },
] as const

export async function makeUserTags(db: Db, users: UserIds): Promise<void> {
  const admin = { id: users.admin, games: 'all' as const, authorityInfo: {} }
  for (const { tags, ...player } of tagged) await changeTags(db, admin, player, tags)
}
