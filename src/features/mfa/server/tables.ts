// Accounts with one-time codes; their seeds are stored encrypted.
import { defineTable, type RowOf, type RowsOf, text, whole } from '#server/metadata/table.ts'
import { objectColumns } from '#server/objects/tables.ts'
import { everybody } from '#server/scopes/seen.ts'
import type { Sealing } from '#server/sealed.ts'
import type { Algorithm } from '../contract.ts'

export const seedSealing: Sealing = {
  purpose: 'mfa seed',
  by: 'id',
  named: 'name',
  list: '动态口令（/others/mfa）',
}

export const mfaAccount = defineTable({
  name: 'mfa_account',
  made: '0024-mfa',
  key: 'id',
  columns: {
    ...objectColumns,
    name: text(),
    issuer: text(),
    account: text(),
    algorithm: text<Algorithm>(),
    digits: whole(),
    /** In seconds. */
    period: whole(),
    /** Encrypted by src/server/sealed.ts and bound to this row. */
    seed: text().sealed(seedSealing),
    seed_at: text(),
  },
  seen: everybody,
  backup: 'rows',
})

export type MfaAccountRow = RowOf<typeof mfaAccount>

export const mfaTables = [mfaAccount]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof mfaTables> {}
}
