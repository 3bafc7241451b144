// Refuses features with statements of their own, which row rules can't limit, to users with row rules. A rule
// that leaves tables without its dimension open does not refuse.
import type { RowRule } from '#semantic/model/rowScope.ts'
import { AppError } from '#shared/errors.ts'
import type { Caller, Db } from './types.ts'

export const closingRules = (rules: readonly RowRule[]): RowRule[] => rules.filter(({ open }) => !open)

/** Throws permission_missing with the names of the dimensions. `what`: 游戏流水. */
export async function refuseRuled(db: Db, { rules }: Pick<Caller, 'rules'>, what: string): Promise<void> {
  const closing = closingRules(rules)
  if (closing.length === 0) return
  const names = await dimensionNames(
    db,
    closing.map(({ dim }) => dim),
  )
  throw new AppError(
    'permission_missing',
    `${what}不能按数据范围限定，而你的数据按维度${names.map((name) => `「${name}」`).join('')}限定，所以不对你开放`,
  )
}

export async function dimensionNames(db: Db, ids: readonly number[]): Promise<string[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  const rows = await db.selectFrom('dimension').select(['id', 'name']).where('id', 'in', wanted).execute()
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return wanted.map((id) => names.get(id) ?? `#${id}`)
}
