// The platform's own tables. A slice declares its tables in its own folder, `server/tables.ts`.
import type { Generated } from 'kysely'
import { everybody } from '../scopes/seen.ts'
import { aging, indexBy } from './aging.ts'
import { claimPeople, indexAudit, management } from './people.ts'
import { type Column, counted, defineTable, text, whole } from './table.ts'

const firstTables = '0001-first-tables'
const rowRules = '0040-row-rules'

/** Whoever adds a row need not say it. */
const usual = <Type>(column: Column<Type>) => column as unknown as Column<Generated<Type>>

/** What users and roles have as all objects do (src/server/objects); 0 is nobody who is known. */
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
    /** JSON array of RowRule: which rows those of the role see. */
    row_rules: usual(text().since(rowRules, '[]')),
    created_at: usual(text().since(management, '2026-01-01T00:00:00.000Z')),
    ...editing,
    /** The name that it had, which is free while it is deleted. */
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
    /** As the role's; both hold. */
    row_rules: usual(text().since(rowRules, '[]')),
    /** Who is deleted is disabled too. */
    disabled: whole(),
    created_at: text(),
    ...editing,
    /** JSON of what is other while they are deleted: e-mail, user name, whether they were disabled. */
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
    /** The role that its user looks at the product as; null: as themselves. */
    seeing_role_id: usual(whole().nullable().since(management)),
    /** The games that they chose for it; as a user's. */
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
    /** It outlives its user, so it refers to nobody. */
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
