// Sessions: a random id in an HttpOnly cookie, stored hashed; the user is read anew for each request.
import { createHash, randomBytes } from 'node:crypto'
import { CompiledQuery, type Kysely } from 'kysely'
import { type RowRule, type RowScope, sharedGames, sharedRules } from '#semantic/model/rowScope.ts'
import { type AuthorityInfo, holdsPermission, sharedRights } from '#shared/permissions.ts'
import type { Log } from '../log.ts'
import type { Metadata } from '../metadata/open.ts'
import type { Database } from '../metadata/schema.ts'
import { livingText } from '../scopes/life.ts'
import { clearedCookies, sessionCookies, sessionIdIn } from './cookies.ts'

/** Contains the row rules, so a user can be passed on as the scope of a read. */
export interface SessionUser extends RowScope {
  id: number
  email: string
  username: string
  roleId: number
  roleName: string
  /** The role whose grants apply; absent where it is deleted. */
  role?: number | undefined
  authorityInfo: AuthorityInfo
  /** Set while the user views the product as a role: the role's rights apply, limited to the user's own. */
  seeing?: Seeing
}

interface Seeing {
  roleId: number
  roleName: string
}

const idleMs = 12 * 3_600_000
const absoluteMs = 7 * 24 * 3_600_000
const seenEveryMs = 60_000

/** A user with the role, as stored. */
export interface UserRow {
  id: number
  email: string
  username: string
  /** JSON array of cgi, or `"*"` for all games. */
  games: string
  /** JSON arrays of RowRule: the user's own, and the role's. */
  row_rules: string
  role_id: number
  role_name: string
  role_rows: string
  role_lives: number
  authority_info: string
  personal_marks: number | null
}

interface SessionRow extends UserRow, RoleRow {
  created_at: string
  last_seen_at: string
  seeing_role_id: number | null
  seeing_games: string | null
}

/** A deleted role grants nothing to its remaining users. */
const rulesOf = (role: string): string =>
  `case when ${livingText(role)} then ${role}.authority_info else '{}' end`
const livesOf = (role: string): string => `case when ${livingText(role)} then 1 else 0 end`

/** Columns of `"user" u join "role" r`. */
export const userColumns = `u.id, u.email, u.username, u.games, u.row_rules, u.role_id, r.name as role_name, r.row_rules as role_rows, ${livesOf('r')} as role_lives, ${rulesOf('r')} as authority_info, (select max(id) from personal_mark) as personal_marks`

export function userOf(row: UserRow, parse: (text: string) => unknown = JSON.parse): SessionUser {
  const games = parse(row.games) as '*' | string[]
  const authorityInfo = parse(row.authority_info) as AuthorityInfo
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    roleId: row.role_id,
    roleName: row.role_name,
    role: row.role_lives === 1 ? row.role_id : undefined,
    authorityInfo,
    games: games === '*' ? 'all' : games,
    rules: sharedRules(parse(row.role_rows) as RowRule[], parse(row.row_rules) as RowRule[]),
    personal: holdsPermission(authorityInfo, 'see_personal'),
    ...(row.personal_marks !== null && { marks: Number(row.personal_marks) }),
  }
}

/** A role that limits a user further, joined as `role`. */
export interface RoleRow {
  seeing_name: string | null
  seeing_authority: string | null
  seeing_rows: string | null
  seeing_lives: number | null
  limiting_role: number | null
}

export const roleColumns = (role: string): string =>
  `${role}.id as limiting_role, ${role}.name as seeing_name, ${role}.row_rules as seeing_rows, ` +
  `${rulesOf(role)} as seeing_authority, ${livesOf(role)} as seeing_lives`

/** This query runs for each request, so its text is built once. */
const readingOf = (place: string): string =>
  `select s.created_at, s.last_seen_at, s.seeing_role_id, s.seeing_games, ${roleColumns('v')}, ${userColumns} from "session" s join "user" u on u.id = s.user_id ` +
  `join "role" r on r.id = u.role_id left join "role" v on v.id = s.seeing_role_id where s.id_hash = ${place} and u.disabled = 0`
const reading = { sqlite: readingOf('?'), postgres: readingOf('$1') }

export class Sessions {
  readonly #metadata: Metadata
  readonly #secure: boolean
  readonly #log: Log
  /** Parsed role texts and game lists; there are few different ones. */
  readonly #parsed = new Map<string, unknown>()

  constructor(metadata: Metadata, secure: boolean, log: Log) {
    this.#metadata = metadata
    this.#secure = secure
    this.#log = log
  }

  get db(): Kysely<Database> {
    return this.#metadata.db
  }

  /** Starts a session and returns its id, which goes into the cookie and is never stored. */
  async start(db: Kysely<Database>, userId: number, address: string, userAgent: string): Promise<string> {
    const id = randomBytes(32).toString('base64url')
    const now = Date.now()
    await db
      .deleteFrom('session')
      .where((where) =>
        where.or([
          where('created_at', '<', new Date(now - absoluteMs).toISOString()),
          where('last_seen_at', '<', new Date(now - idleMs).toISOString()),
        ]),
      )
      .execute()
    const at = new Date(now).toISOString()
    const times = { created_at: at, last_seen_at: at }
    await db
      .insertInto('session')
      .values({
        id_hash: hashOf(id),
        user_id: userId,
        ...times,
        address,
        user_agent: userAgent.slice(0, 500),
      })
      .execute()
    return id
  }

  /** The signed-in user of a request's cookies; null without a valid session. */
  async find(cookies: string | undefined): Promise<SessionUser | null> {
    const id = sessionIdIn(cookies)
    if (id === null) return null
    const hash = hashOf(id)
    const row = await this.#read(hash)
    if (!row) return null
    const now = Date.now()
    const idle = now - Date.parse(row.last_seen_at)
    if (idle > idleMs || now - Date.parse(row.created_at) > absoluteMs) {
      await this.#metadata.db.deleteFrom('session').where('id_hash', '=', hash).execute()
      return null
    }
    if (idle > seenEveryMs) this.#touch(hash, new Date(now).toISOString())
    const parse = (text: string) => this.#parse(text)
    const user = userOf(row, parse)
    return row.seeing_role_id === null ? user : seenAs(user, row, parse)
  }

  /** The hash that names the session's row; null without a session cookie. */
  hashIn(cookies: string | undefined): string | null {
    const id = sessionIdIn(cookies)
    return id === null ? null : hashOf(id)
  }

  /** The hash that names the row of the session with this id. */
  hashOf(id: string): string {
    return hashOf(id)
  }

  /** Ends the session of these cookies; returns its user's id. */
  async end(db: Kysely<Database>, cookies: string | undefined): Promise<number | null> {
    const id = sessionIdIn(cookies)
    if (id === null) return null
    const ended = await db
      .deleteFrom('session')
      .where('id_hash', '=', hashOf(id))
      .returning('user_id')
      .execute()
    return ended[0]?.user_id ?? null
  }

  cookiesOf(id: string, username: string): string[] {
    return sessionCookies(id, username, this.#secure)
  }

  clearedCookies(): string[] {
    return clearedCookies(this.#secure)
  }

  async #read(hash: string): Promise<SessionRow | undefined> {
    const { db, dialect } = this.#metadata
    return (await db.executeQuery<SessionRow>(CompiledQuery.raw(reading[dialect], [hash]))).rows[0]
  }

  /** Not awaited: a late time stamp harms nobody, and reads must go on when the disk is full. */
  #touch(hash: string, at: string): void {
    this.#metadata.db
      .updateTable('session')
      .set({ last_seen_at: at })
      .where('id_hash', '=', hash)
      .execute()
      .catch((error: unknown) => this.#log.warn({ err: error }, 'session not touched'))
  }

  #parse(text: string): unknown {
    const known = this.#parsed.get(text)
    if (known !== undefined) return known
    if (this.#parsed.size > 1000) this.#parsed.clear()
    const value: unknown = JSON.parse(text)
    this.#parsed.set(text, value)
    return value
  }
}

/**
 * Never more than the user has: the permissions that user and role share, under the row rules of both. A role that is
 * deleted leaves nothing.
 */
export function limitedToRole(
  user: SessionUser,
  row: RoleRow,
  parse: (text: string) => unknown = JSON.parse,
): SessionUser {
  const rules = parse(row.seeing_authority ?? '{}') as AuthorityInfo
  const authorityInfo = sharedRights(rules, user.authorityInfo)
  return {
    ...user,
    role: row.seeing_lives === 1 ? (row.limiting_role ?? undefined) : undefined,
    authorityInfo,
    personal: holdsPermission(authorityInfo, 'see_personal'),
    rules: sharedRules(user.rules, parse(row.seeing_rows ?? '[]') as RowRule[]),
  }
}

function seenAs(user: SessionUser, row: SessionRow, parse: (text: string) => unknown): SessionUser {
  const asked = parse(row.seeing_games ?? '[]') as '*' | string[]
  return {
    ...limitedToRole(user, row, parse),
    games: sharedGames(asked === '*' ? 'all' : asked, user.games),
    seeing: { roleId: row.seeing_role_id ?? 0, roleName: row.seeing_name ?? '' },
  }
}

const hashOf = (id: string): string => createHash('sha256').update(id).digest('hex')
