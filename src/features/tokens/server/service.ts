// Makes, changes and ends the caller's tokens.
import { randomBytes } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { tokenHash, tokenStart } from '#server/http/bearer.ts'
import { addObject, changeObject } from '#server/objects/changing.ts'
import { readFields } from '#server/objects/fields.ts'
import { cleanGames, gamesOf, readGames, seenGames, sentGames } from '#server/objects/games.ts'
import { readObject } from '#server/objects/reading.ts'
import { readSeen, telling } from '#server/objects/telling.ts'
import { cleanName, cleanText } from '#server/objects/texts.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { pinyinOf } from '#server/pinyin.ts'
import { living } from '#server/scopes/life.ts'
import { type Call, callName } from '#shared/call.ts'
import { AppError } from '#shared/errors.ts'
import type { MadeToken, Token, TokenChange, TokenList } from '../contract.ts'
import { readCalls, type StoredToken, tokens, tokensKind } from './objectKind.ts'

const mostOwn = 50
const usualDays = 90
const dayMs = 24 * 3_600_000

export interface TokensDeps extends Deps {
  /** All registered calls, by which names are checked. */
  calls: readonly Pick<Call, 'path' | 'bearer' | 'access'>[]
}

export async function listTokens({ metadata: { db } }: TokensDeps, caller: Caller): Promise<TokenList> {
  return {
    rows: await shownTokens(db, caller, await readSeen(db, tokens, caller)),
    games: await gamesOf(db, caller),
    roles: await livingRoles(db),
  }
}

const livingRoles = (db: Db) =>
  db.selectFrom('role').select(['id', 'name']).where(living('role')).orderBy('name').execute()

async function shownTokens(db: Db, caller: Caller, rows: readonly StoredToken[]): Promise<Token[]> {
  const told = await telling(db, tokens, caller, rows)
  const names = await roleNames(db)
  const now = new Date().toISOString()
  return rows.map((row) => ({
    ...told(row),
    name: row.name,
    pinyin: pinyinOf(row.name),
    scope: row.scope,
    role: row.role_id === null ? null : { id: row.role_id, name: names.get(row.role_id) ?? '已删除的角色' },
    games: sentGames(seenGames(caller, readGames(row.games))),
    calls: readCalls(row),
    expiresAt: row.expires_at,
    isExpired: row.expires_at <= now,
    usedAt: row.used_at,
    usedFrom: row.used_from,
    ending: row.ending,
    note: row.note,
  }))
}

export async function roleNames(db: Db): Promise<Map<number, string>> {
  const rows = await db.selectFrom('role').select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Without id, or with -1, it makes a token and tells its text, which is kept nowhere. */
export function saveToken(deps: TokensDeps, caller: Caller, change: TokenChange): Promise<MadeToken> {
  const { id = -1, revision, overwrite } = change
  return deps.metadata.transaction(async (db) => {
    const shown = async (row: StoredToken) => (await shownTokens(db, caller, [row]))[0] as Token
    const kind = tokensKind(await roleNames(db))
    const present = id > 0 ? await readObject(db, kind, caller, id) : null
    const values = await cleanToken(deps, db, caller, change, present)
    if (present) {
      const row = await changeObject(db, kind, caller, { id, values, revision, overwrite }, shown)
      return { row: await shown(row), secret: null }
    }
    await assertRoom(db, caller)
    const secret = `${tokenStart}${randomBytes(32).toString('base64url')}`
    const made = { token_hash: tokenHash(secret), ending: secret.slice(-4), used_at: null, used_from: '' }
    const row = await addObject(db, kind, caller, { ...values, ...made }, { name: values.name })
    return { row: await shown(row), secret }
  })
}

async function cleanToken(
  deps: TokensDeps,
  db: Db,
  caller: Caller,
  { name, scope, roleId = null, games, calls = [], days, note = '' }: TokenChange,
  present: StoredToken | null,
) {
  return readFields({
    name: () => cleanName(name, '名称', 100),
    scope: () => scope,
    role_id: () => livingRole(db, roleId, present),
    games: () => cleanGames(db, caller, games),
    calls: () => JSON.stringify(cleanCalls(deps, calls)),
    expires_at: () =>
      days === undefined && present
        ? present.expires_at
        : new Date(Date.now() + (days ?? usualDays) * dayMs).toISOString(),
    note: () => cleanText(note, '备注'),
  })
}

async function livingRole(db: Db, id: number | null, present: StoredToken | null): Promise<number | null> {
  if (id === null || id === present?.role_id) return id
  if ((await livingRoles(db)).some((role) => role.id === id)) return id
  throw new AppError('parameter_wrong', '没有这个角色，或它已被删除')
}

function cleanCalls({ calls: known }: TokensDeps, names: readonly string[]): string[] {
  const allowed = new Set(
    known.flatMap((call) => (call.bearer === false || call.access === 'public' ? [] : [callName(call)])),
  )
  const wrong = names.find((name) => !allowed.has(name))
  if (wrong !== undefined)
    throw new AppError('parameter_wrong', `没有可用令牌的调用「${wrong.slice(0, 60)}」`)
  return [...new Set(names)].sort()
}

async function assertRoom(db: Db, { id }: Caller): Promise<void> {
  const { count } = await db
    .selectFrom('access_token')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('owner_id', '=', id)
    .where(living('access_token'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostOwn)
    throw new AppError('quota_exceeded', `每人最多 ${mostOwn} 个令牌，请先撤销不用的`)
}
