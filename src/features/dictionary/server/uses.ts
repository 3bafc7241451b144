// What uses a dictionary: dimensions, parameters of custom reports and saved queries, SQL that names it, and
// the product itself. Uses that the reader may not see are counted without names.
import type { Deps } from '#server/deps.ts'
import { readObject } from '#server/objects/reading.ts'
import type { Caller } from '#server/objects/types.ts'
import { knownQueries } from '#server/queryRights.ts'
import { scopedTable } from '#server/scopes/known.ts'
import { lifeColumn, living } from '#server/scopes/life.ts'
import { sees } from '#server/scopes/predicate.ts'
import { AppError } from '#shared/errors.ts'
import { tokenize } from '#shared/sql/tokens.ts'
import { type DictionaryUse, sqlSchema } from '../contract.ts'
import { type DictionaryObject, dictionaries } from './objectKind.ts'
import { standsOn } from './shape.ts'

type Which = Pick<DictionaryObject, 'id' | 'form_name'>

/** Returns a function from a dictionary to its uses; all possible users are read once. */
export async function readUses(
  { metadata: { db } }: Deps,
  caller: Caller,
): Promise<(of: Which) => DictionaryUse[]> {
  const isKnown = await knownQueries(db, caller)
  const customReports = scopedTable(db, 'custom_report')
  const [dimensions, reports, queries] = await Promise.all([
    db.selectFrom('dimension').select(['id', 'name', 'info']).execute(),
    db
      .selectFrom('custom_report')
      .select(['id', 'name', 'params', 'sql', 'published', 'grants', 'owner_id', lifeColumn])
      .where(living('custom_report'))
      .execute(),
    db
      .selectFrom('saved_query')
      .select(['id', 'name', 'params', 'sql', 'share', 'audience', 'owner_id', 'folder_id'])
      .where(living('saved_query'))
      .execute(),
  ])
  const byId = new Map<number, DictionaryUse[]>()
  const byForm = new Map<string, DictionaryUse[]>()
  const note = <Key>(uses: Map<Key, DictionaryUse[]>, keys: Iterable<Key>, use: DictionaryUse) => {
    for (const key of new Set(keys)) uses.set(key, [...(uses.get(key) ?? []), use])
  }
  for (const { id, name, info } of dimensions) {
    const { dictId } = JSON.parse(info) as { dictId?: number }
    if (dictId !== undefined) note(byId, [dictId], { kind: 'dimension', id: String(id), name })
  }
  const texts = [
    ...reports.map((row) => ({
      ...row,
      kind: 'custom' as const,
      isSeen: sees(customReports.seen, caller, row),
    })),
    ...queries.map((row) => ({ ...row, kind: 'query' as const, isSeen: isKnown(row) })),
  ]
  for (const { id, name, params, sql, kind, isSeen } of texts) {
    const use = { kind, id: isSeen ? id : '', name: isSeen ? name : '（他人未公开的内容）' }
    const given = JSON.parse(params) as { dictId?: number | null }[]
    note(
      byId,
      given.flatMap(({ dictId }) => dictId ?? []),
      use,
    )
    note(byForm, dictionariesIn(sql), use)
  }
  return ({ id, form_name }) => {
    const product = standsOn(form_name)
    const named = [...(byId.get(id) ?? []), ...(byForm.get(form_name.toLowerCase()) ?? [])]
    return [...(product ? [{ kind: 'product' as const, id: '', name: product }] : []), ...new Set(named)]
  }
}

export async function usesOf(deps: Deps, caller: Caller, id: number): Promise<DictionaryUse[]> {
  const row = await readObject(deps.metadata.db, dictionaries, caller, id)
  return (await readUses(deps, caller))(row)
}

/** Form names that follow `dict.` in a statement, in lower case. */
export function dictionariesIn(sql: string): string[] {
  if (!sql.toLowerCase().includes(sqlSchema)) return []
  const tokens = tokenize(sql).filter(({ kind }) => kind !== 'space' && kind !== 'comment')
  const text = (at: number) => {
    const token = tokens[at]
    return token ? sql.slice(token.start, token.end).replace(/^"|"$/g, '').toLowerCase() : ''
  }
  return tokens.flatMap((_, at) => (text(at) === sqlSchema && text(at + 1) === '.' ? [text(at + 2)] : []))
}

export function assertUnused(uses: readonly DictionaryUse[]): void {
  if (uses.length === 0) return
  const named = uses.slice(0, 3).map(({ kind, name }) => (kind === 'product' ? name : `「${name}」`))
  const more = uses.length > 3 ? ` 等 ${uses.length} 处` : ''
  const [first] = uses
  const message =
    first?.kind === 'product'
      ? `${first.name}，不能删除这个字典`
      : `字典正被 ${named.join('')}${more}使用，不能删除`
  throw new AppError('object_in_use', message, uses)
}
