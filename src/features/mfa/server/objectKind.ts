// Accounts as objects: who sees them, and what their history records. For a seed it records only that it
// changed.
import type { Selectable } from 'kysely'
import type { ObjectKind } from '#server/objects/types.ts'
import { type MfaAccountRow, mfaAccount } from './tables.ts'

export type MfaAccountStored = Selectable<MfaAccountRow>

export const mfaAccounts: ObjectKind<MfaAccountStored> = {
  table: 'mfa_account',
  name: 'mfaAccount',
  fields: {
    name: { title: '名称' },
    issuer: { title: '服务' },
    account: { title: '账号' },
    algorithm: { title: '算法' },
    digits: { title: '位数' },
    period: { title: '周期（秒）' },
    seed: { title: '密钥', show: () => '已设置（内容不留记录）' },
    seed_at: { title: '密钥写入时间' },
  },
  // The permission is enough, because accounts hold no figures of games.
  seen: mfaAccount.seen,
  runs: 'never',
  names: ({ name }) => [{ scope: '', name }],
  taken: { field: 'name', message: '已有同名的账号，请换一个名称' },
}
