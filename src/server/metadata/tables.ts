// The platform's own tables. A feature declares its tables in its folder, `server/tables.ts`.
import type { Generated } from 'kysely'
import { everybody } from '../scopes/seen.ts'
import { aging, indexBy } from './aging.ts'
import { claimPeople, indexAudit, management } from './people.ts'
import { type Column, counted, defineTable, text, whole } from './table.ts'

const firstTables = '0001-first-tables'
const rowRules = '0040-row-rules'
const secondStep = '0110-second-step'

/** New rows may omit the column. */
const usual = <Type>(column: Column<Type>) => column as unknown as Column<Generated<Type>>

/** Columns that users and roles share with all objects (src/server/objects); 0 stands for an unknown user. */
const editing = {
  owner_id: usual(whole().since(management, 0)),
  modified_at: usual(text().since(management, '2026-01-01T00:00:00.000Z')),
  modified_by: usual(whole().since(management, 0)),
  revision: usual(whole().since(management, 1)),
  deleted_at: usual(text().nullable().since(management)),
}

const role = defineTable({
  name: 'role',
  made: firstTables,
  key: 'id',
  columns: {
    id: counted(),
    name: text(),
    /** JSON of AuthorityInfo. */
    authority_info: text(),
    /** JSON array of RowRule: which rows users of the role see. */
    row_rules: usual(text().since(rowRules, '[]')),
    /** 1: users of the role give a code of their authenticator at each sign-in. */
    second_step: usual(whole().since(secondStep, 0)),
    created_at: usual(text().since(management, '2026-01-01T00:00:00.000Z')),
    ...editing,
    /** The original name, which others may use while the role is deleted. */
    deleted_as: usual(text().nullable().since(management)),
  },
  seen: everybody,
  backup: 'rows',
})

const user = defineTable({
  name: 'user',
  made: firstTables,
  key: 'id',
  columns: {
    id: counted(),
    /** Lower case. */
    email: text(),
    username: text(),
    password_hash: text(),
    role_id: whole().refersTo('role'),
    /** JSON array of cgi, or `"*"` for all games. */
    games: text(),
    /** Like those of the role; both apply. */
    row_rules: usual(text().since(rowRules, '[]')),
    /** A deleted user is disabled too. */
    disabled: whole(),
    created_at: text(),
    ...editing,
    /**
     * JSON of the values that differ while the user is deleted: e-mail, user name, whether they were
     * disabled.
     */
    deleted_as: usual(text().nullable().since(management)),
  },
  changes: { [management]: claimPeople },
  seen: everybody,
  backup: 'rows',
})

const session = defineTable({
  name: 'session',
  made: firstTables,
  key: 'id_hash',
  columns: {
    /** SHA-256 of the cookie's value, hex. */
    id_hash: text(),
    user_id: whole().refersTo('user', 'cascade'),
    created_at: text(),
    last_seen_at: text(),
    address: text(),
    user_agent: text(),
    /** The role that the user is previewing; null: none. */
    seeing_role_id: usual(whole().nullable().since(management)),
    /** The games chosen for the preview, in the format of a user's games. */
    seeing_games: usual(text().nullable().since(management)),
  },
  backup: { leftOut: 'ended' },
})

const loginTry = defineTable({
  name: 'login_try',
  made: firstTables,
  key: 'id',
  columns: {
    id: counted(),
    /** Lower-case account name, cut to 254 characters. */
    account: text(),
    address: text(),
    at: text(),
  },
  backup: { leftOut: 'minutes' },
})

const audit = defineTable({
  name: 'audit',
  made: firstTables,
  key: 'id',
  columns: {
    id: counted(),
    at: text(),
    /** The row outlives its user, so it has no foreign key. */
    user_id: whole().nullable(),
    action: text(),
    /** JSON. */
    detail: text(),
  },
  changes: { [aging]: indexBy('audit', 'at'), [management]: indexAudit },
  aging: { as: 'audit', usualDays: 0, by: 'at' },
  backup: 'rows',
})

const game = defineTable({
  name: 'game',
  made: firstTables,
  key: 'cgi',
  columns: { cgi: text(), name: text() },
  backup: 'rows',
})

const setting = defineTable({
  name: 'setting',
  made: firstTables,
  key: 'key',
  columns: {
    key: text(),
    /** JSON. */
    value: text(),
  },
  backup: 'rows',
})

export const platformTables = [role, user, session, loginTry, audit, game, setting]
