// The demo's accounts with one-time codes. Their seeds are invented and open nothing.

import { allRows } from '#semantic/model/rowScope.ts'
import { addObject } from '#server/objects/changing.ts'
import type { Db } from '#server/objects/types.ts'
import type { Settings } from '#server/settings.ts'
import { mfaAccounts, sealedSeed } from '#features/mfa/server/index.ts'
import type { UserIds } from './people.ts'

const demo = [
  {
    name: 'datashareuser',
    issuer: '阿里云（演示）',
    account: 'datashareuser@demo',
    algorithm: 'SHA1' as const,
    digits: 6,
    period: 30,
    seed: 'MRSW23ZNORUGS4ZAN5YGK3TTEBXG65DI',
  },
  {
    name: '投放后台',
    issuer: '演示广告平台',
    account: 'ads-demo',
    algorithm: 'SHA256' as const,
    digits: 8,
    period: 60,
    seed: 'MFXG65DIMVZCA43FMVSCA5DIMF2CA33Q',
  },
]

export async function makeMfa(db: Db, users: UserIds, settings: Pick<Settings, 'dataDir'>): Promise<void> {
  const admin = { id: users.admin, ...allRows, authorityInfo: {} }
  for (const { seed, ...account } of demo) {
    const row = { ...account, seed: '', seed_at: new Date().toISOString() }
    const { id } = await addObject(db, mfaAccounts, admin, row)
    await db
      .updateTable('mfa_account')
      .set({ seed: sealedSeed(settings, id, seed) })
      .where('id', '=', id)
      .execute()
  }
}
