// Formulas of computed points: the store keeps the points in them by id, and everything in memory reads names. So a
// new name is one row's change, and a formula's past states outlive it.
//
//   stored  [#11] / [#1]        read  [充值金额] / [活跃用户]
import { sql } from 'kysely'
import { formulaTexts, idNamed, namesIn } from '#semantic/model/formulaText.ts'
import type { Point } from '#semantic/model/types.ts'
import type { Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'

/** As people read them. */
export function inNames(points: readonly Point[]): Point[] {
  const { inNames: named } = formulaTexts(points)
  return points.map((point) =>
    point.types === 'computed' ? { ...point, name_sql: named(point.name_sql) } : point,
  )
}

/** As the store keeps it. */
export const storedFormula = ({ types, name_sql }: Point, points: readonly Point[]): string =>
  types === 'computed' ? formulaTexts(points).inIds(name_sql) : name_sql

/** The points with one saved anew: formulas follow its new name, and tell points of one name apart by id. */
export function carriedAlong(before: readonly Point[], after: Point[], saved: Point): Point[] {
  const last = before.find(({ id }) => id === saved.id)
  if (last?.name === saved.name) return after
  const touched = new Set([last?.name, saved.name])
  const ids = new Set([...before, saved].filter(({ name }) => touched.has(name)).map(({ id }) => id))
  const isTouched = (name: string) => touched.has(name) || ids.has(idNamed(name) ?? 0)
  const [past, next] = [formulaTexts(before), formulaTexts(after)]
  return after.map((point) =>
    point.types === 'computed' && namesIn(point.name_sql).some(isTouched)
      ? { ...point, name_sql: next.inNames(past.inIds(point.name_sql)) }
      : point,
  )
}

/** Formulas written by others than saves (an import, the demo, an older store), which name points by name. */
export async function adoptFormulas(db: Db): Promise<void> {
  const written = await db
    .selectFrom('point')
    .select(['id', 'name_sql'])
    .where('types', '=', 'computed')
    .where(sql<boolean>`replace(name_sql, '[#', '') like '%[%'`)
    .execute()
  if (written.length === 0) return
  const points = await db.selectFrom('point').select(['id', 'name']).where(living('point')).execute()
  const { inIds } = formulaTexts(points)
  for (const { id, name_sql } of written) {
    const kept = inIds(name_sql)
    if (kept !== name_sql)
      await db.updateTable('point').set({ name_sql: kept }).where('id', '=', id).execute()
  }
}

/** A formula that was typed while somebody renamed its points: their former names are taken for the new ones. */
export async function withFormerNames(db: Db, draft: Point, points: readonly Point[]): Promise<Point> {
  if (draft.types !== 'computed') return draft
  const known = new Set(points.map(({ name }) => name))
  const strange = [...new Set(namesIn(draft.name_sql))].filter(
    (name) => !known.has(name) && idNamed(name) === null,
  )
  if (strange.length === 0) return draft
  const former = await formerly(db, strange, points)
  if (former.length === 0) return draft
  const named = formulaTexts(points).inNames(formulaTexts(former).inIds(draft.name_sql))
  return { ...draft, name_sql: named }
}

/** The points that had these names until lately, each under the former one. */
async function formerly(
  db: Db,
  names: readonly string[],
  points: readonly Point[],
): Promise<{ id: number; name: string }[]> {
  const found: { id: number; name: string }[] = []
  for (const name of names.slice(0, mostFormer)) {
    const said = `"name":${JSON.stringify(name)}`
    const rows = await db
      .selectFrom('object_change')
      .select(['object_id', 'before'])
      .where('kind', '=', 'point')
      .where(sql<boolean>`${sql.ref('before')} like ${`%${said.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`)
      .orderBy('id', 'desc')
      .limit(20)
      .execute()
    const ids = new Set(
      rows
        .filter(({ before }) => (JSON.parse(before ?? '{}') as { name?: string }).name === name)
        .map(({ object_id }) => Number(object_id)),
    )
    const living = points.filter(({ id }) => ids.has(id))
    const [only, second] = living
    if (only && !second) found.push({ id: only.id, name })
  }
  return found
}

const mostFormer = 10
