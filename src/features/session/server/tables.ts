// One-time links for setting passwords. Users, roles and sessions are the platform's tables.
import { defineTable, type RowOf, type RowsOf, text, whole } from '#server/metadata/table.ts'

const passwordLink = defineTable({
  name: 'password_link',
  made: '0015-management',
  key: 'token_hash',
  columns: {
    /** SHA-256 of the token in hex; the token itself is not stored. */
    token_hash: text(),
    user_id: whole().refersTo('user', 'cascade'),
    /** Null for the terminal. */
    made_by: whole().nullable(),
    created_at: text(),
    expires_at: text(),
  },
  indexes: [{ columns: ['user_id'] }],
  backup: { leftOut: 'ended' },
})

export type PasswordLinkRow = RowOf<typeof passwordLink>

export const sessionTables = [passwordLink]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof sessionTables> {}
}
