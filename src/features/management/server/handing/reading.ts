// What a user owns, and what another owner makes of each thing.
import { holdsRows, type RowScope, sharedGames } from '#semantic/model/rowScope.ts'
import type { SessionUser } from '#server/http/session.ts'
import { anyTable } from '#server/objects/reading.ts'
import { nameKey } from '#server/objects/texts.ts'
import type { Db, ObjectRow, OwnedKind } from '#server/objects/types.ts'
import { livingIn } from '#server/scopes/life.ts'
import { sees } from '#server/scopes/predicate.ts'
import { auditNouns } from '#shared/auditTitles.ts'
import { holdsPermission, permissions } from '#shared/permissions.ts'
import { needs } from './needs.ts'

type OwnedRow = ObjectRow & Record<string, unknown>

export interface Owned {
  kind: OwnedKind
  row: OwnedRow
  /** Its name where the receiver has one like it already; null: it keeps its own. */
  renamed: string | null
  /** Why it stays with its owner. */
  stays: string | null
  /** What is different with the new owner. */
  changes: string[]
}

export const titleOf = ({ name }: OwnedKind): string => auditNouns[name] ?? name

/** Accounts and roles are nobody's: their owner is who made them. */
const people = new Set(['user', 'role'])

export async function readOwned(
  db: Db,
  kinds: readonly OwnedKind[],
  from: SessionUser,
  to: SessionUser,
): Promise<Owned[]> {
  const found: Owned[] = []
  for (const kind of kinds) {
    if (people.has(kind.name)) continue
    const rows = (await anyTable(db)
      .selectFrom(kind.table)
      .selectAll()
      .where('owner_id', '=', from.id)
      .where(livingIn(kind.table))
      .orderBy('id')
      .execute()) as unknown as OwnedRow[]
    const names = await namesFor(db, kind, to.id)
    for (const row of rows) found.push(ownedBy(kind, row, from, to, names))
  }
  return found
}

/** Names that are taken where the kind's things of this owner have theirs; each new one is taken from then on. */
interface Names {
  isTaken(scope: string, name: string): boolean
  take(scope: string, name: string): void
}

async function namesFor(db: Db, kind: OwnedKind, to: number): Promise<Names> {
  const taken = new Set<string>()
  const keyOf = (scope: string, name: string) => `${scope}\n${nameKey(name)}`
  if (kind.names) {
    const rows = await db
      .selectFrom('object_name')
      .select(['scope', 'name_key'])
      .where('kind', '=', kind.name)
      .where((where) => where.or([where('scope', '=', String(to)), where('scope', 'like', `${to} %`)]))
      .execute()
    for (const { scope, name_key } of rows) taken.add(`${scope}\n${name_key}`)
  }
  return {
    isTaken: (scope, name) => taken.has(keyOf(scope, name)),
    take: (scope, name) => void taken.add(keyOf(scope, name)),
  }
}

const unnamed = '接收人已有同名的，先改一个名称'
const unseen = '接收人看不到它的游戏或数据'

function ownedBy(kind: OwnedKind, row: OwnedRow, from: SessionUser, to: SessionUser, names: Names): Owned {
  const given = { ...row, owner_id: to.id }
  const owned: Owned = { kind, row, renamed: null, stays: null, changes: [] }
  if (sees(kind.seen, from, row) && !sees(kind.seen, to, given)) return { ...owned, stays: unseen }
  const renamed = freeName(kind, row, given, from.username, names)
  if (renamed === undefined) return { ...owned, stays: unnamed }
  return { ...owned, renamed, changes: changesOf(kind, row, from, to) }
}

/** Null: the name is free; undefined: taken, and the kind's name can't carry another's. */
function freeName(
  kind: OwnedKind,
  row: OwnedRow,
  given: OwnedRow,
  owner: string,
  names: Names,
): string | null | undefined {
  const before = new Set(kind.names?.(row).map(({ scope }) => scope))
  const scoped = (one: OwnedRow) => kind.names?.(one).filter(({ scope }) => !before.has(scope)) ?? []
  const isFree = (one: OwnedRow) => scoped(one).every(({ scope, name }) => !names.isTaken(scope, name))
  const take = (one: OwnedRow) => {
    for (const { scope, name } of scoped(one)) names.take(scope, name)
  }
  if (isFree(given)) {
    take(given)
    return null
  }
  if (typeof row.name !== 'string' || kind.taken.field !== 'name') return undefined
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? `（${owner}）` : `（${owner} ${number}）`
    const name = `${[...row.name].slice(0, longestName - [...ending].length).join('')}${ending}`
    const one = { ...given, name }
    if (!isFree(one)) continue
    take(one)
    return name
  }
}

const longestName = 100

function changesOf(kind: OwnedKind, row: OwnedRow, from: SessionUser, to: SessionUser): string[] {
  const key = needs[kind.name]
  const lacks = key !== undefined && !holdsPermission(to.authorityInfo, key)
  return [
    ...(lacks ? [`接收人没有「${permissions[key].title}」权限，打不开这些`] : []),
    ...(!lacks && kind.runs !== 'never' && kind.runs.query?.(row) && !mayQuery(to)
      ? [`接收人没有「${permissions.search_sqlQuery.title}」权限，它所用的查询不会再运行`]
      : []),
    ...(kind.runs !== 'never' && !isSame(from, to, kind.runs.in(row))
      ? ['按所有者的数据范围计算：移交后按接收人的范围，数字会不同，发到群里的也是']
      : []),
  ]
}

const mayQuery = ({ authorityInfo }: SessionUser): boolean =>
  holdsPermission(authorityInfo, 'search_sqlQuery')

function isSame(from: RowScope, to: RowScope, within: ReturnType<typeof sharedGames>): boolean {
  const [one, other] = [from, to].map(({ games, rules }) => ({ games: sharedGames(games, within), rules }))
  return one !== undefined && other !== undefined && holdsRows(one, other) && holdsRows(other, one)
}
