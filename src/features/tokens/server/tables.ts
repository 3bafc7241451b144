// Access tokens. Of the token itself only a hash is kept.
import { defineTable, type RowOf, type RowsOf, text, whole } from '#server/metadata/table.ts'
import { objectColumns } from '#server/objects/tables.ts'
import { owner } from '#server/scopes/seen.ts'
import type { TokenScope } from '../contract.ts'

export const accessToken = defineTable({
  name: 'access_token',
  made: '0083-access-tokens',
  key: 'id',
  columns: {
    ...objectColumns,
    name: text(),
    /** SHA-256 of the token, in hex. */
    token_hash: text(),
    ending: text(),
    scope: text<TokenScope>(),
    role_id: whole().nullable(),
    /** JSON array of cgi, or `"*"` for all games of its owner. */
    games: text(),
    /** JSON array of names of calls; empty for all. */
    calls: text(),
    expires_at: text(),
    used_at: text().nullable(),
    used_from: text(),
    note: text(),
  },
  indexes: [{ columns: ['token_hash'], unique: true }],
  seen: owner('owner_id'),
  backup: 'rows',
})

export type TokenRow = RowOf<typeof accessToken>

export const tokensTables = [accessToken]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof tokensTables> {}
}
