// On a ClickHouse a statement runs in roles that the script made from the rights of each account. Rights narrower than
// an account's (of a token, an alarm, a report that two people share) have no roles of their own: they take those of
// the narrowest account that sees all of their rows, and the statement's own conditions leave the rest out.
import { sql } from 'kysely'
import { holdsRows, type RowScope, scopeKey } from '#semantic/model/rowScope.ts'
import type { Deps } from '#server/deps.ts'
import { type UserRow, userColumns, userOf } from '#server/http/session.ts'

/** What each account may see, whatever its role allows it to do; equal ones once, none of disabled ones. */
export async function accountScopes({ metadata: { db } }: Deps): Promise<RowScope[]> {
  const query = sql<UserRow>`select ${sql.raw(userColumns)} from "user" u join "role" r on r.id = u.role_id where u.disabled = 0`
  const { rows } = await query.execute(db)
  const scopes = rows.map((row) => {
    const { games, rules } = userOf(row)
    return { games, rules }
  })
  return [...new Map(scopes.map((scope) => [scopeKey(scope), scope])).values()]
}

/** Null where an account sees just these rows, or none sees all of them. */
export async function widerScope(deps: Deps, { games, rules }: RowScope): Promise<RowScope | null> {
  const accounts = await accountScopes(deps)
  const own = scopeKey({ games, rules })
  if (accounts.some((account) => scopeKey(account) === own)) return null
  const holding = accounts.filter((account) => holdsRows(account, { games, rules }))
  return holding.sort(byWidth)[0] ?? null
}

/** Fewer games first, then more rules. */
function byWidth(one: RowScope, other: RowScope): number {
  const width = ({ games }: RowScope) => (games === 'all' ? Number.POSITIVE_INFINITY : games.length)
  if (width(one) !== width(other)) return width(one) < width(other) ? -1 : 1
  return other.rules.length - one.rules.length
}
