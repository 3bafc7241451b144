// The platform's own tables. A slice declares its tables in its own folder, `server/tables.ts`.
import { aging, indexBy } from './aging.ts'
import { counted, defineTable, text, whole } from './table.ts'

const firstTables = '0001-first-tables'

const role = defineTable({
  name: 'role',
  made: firstTables,
  key: 'id',
  columns: {
    id: counted(),
    name: text(),
    /** JSON of AuthorityInfo. */
    authority_info: text(),
  },
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
    disabled: whole(),
    created_at: text(),
  },
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
  },
  backup: { leftOut: 'a restore must not bring back a session that was ended' },
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
  backup: { leftOut: 'tries count for minutes' },
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
  changes: { [aging]: indexBy('audit', 'at') },
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
