// Custom tags with all their changes, used signatures, and the players each reader looked up.
import { big, counted, defineTable, type RowOf, type RowsOf, text, whole } from '#server/metadata/table.ts'
import { every, game, owner } from '#server/scopes/seen.ts'
import type { OwnTagKind } from '../contract.ts'

const made = '0023-user-tags'

const userTag = defineTable({
  name: 'user_tag',
  made,
  key: ['cgi', 'player_id', 'name_key'],
  columns: {
    cgi: text(),
    player_id: text(),
    /** As made by `nameKey`. */
    name_key: text(),
    name: text(),
    kind: text<OwnTagKind>(),
    /** JSON. */
    value: text(),
    set_at: text(),
    set_by: whole().refersTo('user'),
    /** Id of the change that wrote this state; no two states share one. */
    revision: whole(),
  },
  seen: game('cgi'),
  backup: 'rows',
})

export const userTagChange = defineTable({
  name: 'user_tag_change',
  made,
  key: 'id',
  columns: {
    id: counted(),
    /** Id shared by everything changed at once. */
    batch: text(),
    /** The batch that this change undid. */
    undid: text().nullable(),
    cgi: text(),
    player_id: text(),
    name: text(),
    at: text(),
    user_id: whole().refersTo('user'),
    /** JSON of name, kind and value; null when the tag did not exist before, or does not after. */
    before: text().nullable(),
    after: text().nullable(),
  },
  indexes: [{ columns: ['cgi', 'player_id', 'id'] }, { columns: ['batch'] }],
  seen: game('cgi'),
  backup: 'rows',
})

const usedSignature = defineTable({
  name: 'user_tag_signature',
  made,
  key: 'sign',
  columns: {
    sign: text(),
    /** From this second on, the signature's age alone refuses it; includes a margin for different clocks. */
    until: big(),
  },
  indexes: [{ columns: ['until'] }],
  backup: 'rows',
})

export const look = defineTable({
  name: 'user_tag_look',
  made,
  key: ['user_id', 'cgi', 'player_id'],
  columns: {
    user_id: whole().refersTo('user', 'cascade'),
    cgi: text(),
    player_id: text(),
    types: text(),
    at: text(),
  },
  indexes: [{ columns: ['user_id', 'at'] }],
  seen: every(owner('user_id'), game('cgi')),
  backup: 'rows',
})

export type UserTagRow = RowOf<typeof userTag>

export const userTagTables = [userTag, userTagChange, usedSignature, look]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof userTagTables> {}
}
