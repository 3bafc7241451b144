// Uses of a definition: what would break without it, and what reads the same physical table.

import { dimsIn } from '#semantic/model/conditions.ts'
import { idsIn } from '#semantic/model/formulaText.ts'
import { referencedIds } from '#semantic/model/references.ts'
import type { RowRule } from '#semantic/model/rowScope.ts'
import { segmentTable } from '#semantic/model/segments.ts'
import type { Model, Point, ReportInfo } from '#semantic/model/types.ts'
import { rolesTowards } from '#semantic/model/ways.ts'
import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { knownQueries } from '#server/queryRights.ts'
import { seenBy } from '#server/scopes/condition.ts'
import { scopedTable } from '#server/scopes/known.ts'
import { living } from '#server/scopes/life.ts'
import { sees } from '#server/scopes/predicate.ts'
import { AppError } from '#shared/errors.ts'
import { holdsPermission } from '#shared/permissions.ts'
import { tokenize } from '#shared/sql/tokens.ts'
import {
  type DefinitionKind,
  type DefinitionUse,
  type DefinitionUses,
  definitionTitles,
} from '#features/config/contract.ts'
import { readModel } from '../model.ts'
import { readCategories } from '../repo.ts'
import { alarmsNaming } from './alarms.ts'
import { readersOf } from './formulas.ts'
import { pushesNaming } from './pushes.ts'
import { reportsNaming } from './reports.ts'

const mostTold = 500

interface Found {
  uses: DefinitionUse[]
  hidden: number
}

export async function definitionUses(
  deps: Deps,
  caller: Caller,
  kind: DefinitionKind,
  id: number,
): Promise<DefinitionUses> {
  const { db } = deps.metadata
  const model = await readModel(deps)
  const known: readonly { id: number }[] =
    kind === 'category' ? await readCategories(db) : model[modelParts[kind]]
  if (!known.some((one) => one.id === id)) throw new AppError('object_missing')
  return told(await findUses(db, model, caller, kind, new Set([id])))
}

const modelParts = {
  dimension: 'dimensions',
  point: 'points',
  dimensionTable: 'dimensionTables',
  pointTable: 'pointTables',
} as const

const told = ({ uses, hidden }: Found): DefinitionUses => ({
  uses: uses.slice(0, mostTold),
  count: uses.length,
  hidden,
})

/** Throws object_in_use where anything outside the group would break. */
export async function assertUnused(
  db: Db,
  model: Model,
  caller: Caller,
  kind: DefinitionKind,
  ids: ReadonlySet<number>,
  title: string = definitionTitles[kind],
): Promise<void> {
  const { uses, hidden } = await findUses(db, model, caller, kind, ids)
  const blocking = uses.filter(({ blocks }) => blocks)
  if (blocking.length === 0 && hidden === 0) return
  const named = blocking.slice(0, 3).map(({ name }) => `「${name}」`)
  const rest = blocking.length - named.length
  const parts = [
    `${named.join('')}${rest > 0 ? ` 等 ${blocking.length} 处` : ''}`,
    ...(hidden > 0 ? [`他人的 ${hidden} 处`] : []),
  ].filter((part) => part !== '')
  throw new AppError(
    'object_in_use',
    `${title}正被${parts.join('和')}使用，不能删除`,
    told({ uses: blocking, hidden }),
  )
}

/** Uses of the group from outside it. */
async function findUses(
  db: Db,
  model: Model,
  caller: Caller,
  kind: DefinitionKind,
  ids: ReadonlySet<number>,
): Promise<Found> {
  const direct = definitionsNaming(model, kind, ids)
  const reach = reachOf(model, kind, ids)
  const inReports = await reportUses(db, caller, reach)
  const inRules = await ruleUses(db, caller, reach)
  const inAlarms = await alarmUses(db, caller, reach)
  const inScopes = await scopeUses(db, caller, reach)
  const inPushes = await pushUses(db, model, caller, reach)
  const inSql = await sqlUses(db, model, caller, kind, ids)
  return {
    uses: [
      ...inReports.uses,
      ...direct,
      ...inRules.uses,
      ...inAlarms.uses,
      ...inPushes.uses,
      ...inScopes.uses,
      ...inSql,
    ],
    hidden: inReports.hidden + inRules.hidden + inAlarms.hidden + inPushes.hidden + inScopes.hidden,
  }
}

const use = (
  given: Pick<DefinitionUse, 'kind' | 'name' | 'where'> &
    Partial<Omit<DefinitionUse, 'id'>> & { id: number | string },
): DefinitionUse => ({ viewMetaId: null, through: '', blocks: true, ...given, id: String(given.id) })

/** Definitions that use one of them directly. */
function definitionsNaming(model: Model, kind: DefinitionKind, ids: ReadonlySet<number>): DefinitionUse[] {
  const has = (id: number | null) => id !== null && ids.has(id)
  const dimensions = (isUsing: (one: Model['dimensions'][number]) => boolean, where: string) =>
    model.dimensions.filter(isUsing).map(({ id, name }) => use({ kind: 'dimension', id, name, where }))
  const points = (isUsing: (one: Point) => boolean, where: string) =>
    model.points.filter(isUsing).map(({ id, name }) => use({ kind: 'point', id, name, where }))
  if (kind === 'category')
    return [
      ...dimensions(({ dim_typeId }) => has(dim_typeId), '分类'),
      ...points(({ point_typeId }) => has(point_typeId), '分类'),
    ]
  if (kind === 'point') {
    const readers = readersOf(model.points)
    const named = model.points.filter(({ id }) => ids.has(id)).flatMap(readers)
    const found = new Set(named.map(({ id }) => id).filter((id) => !ids.has(id)))
    return points(({ id }) => found.has(id), '公式')
  }
  if (kind === 'pointTable') {
    const names = truenames(model.pointTables, ids)
    const others = truenames(model.pointTables, ids, false)
    return [
      ...points(({ table_id }) => has(table_id), '指标表'),
      ...dimensions(losesRole(model, kind, ids), '角色'),
      ...dimensions(({ info }) => {
        const name = info.factTable?.toLowerCase()
        // Another point table over the same facts still has it.
        return name !== undefined && names.has(name) && !others.has(name)
      }, '所在表'),
    ]
  }
  if (kind === 'dimensionTable')
    return [
      ...dimensions(({ table_id }) => has(table_id), '维度表'),
      ...dimensions(losesRole(model, kind, ids), '角色'),
      ...model.pointTables
        .filter(({ joins }) => joins.some(({ dimTableId }) => ids.has(dimTableId)))
        .map(({ id, name }) => use({ kind: 'pointTable', id, name, where: '关联' })),
      ...model.dimensionTables
        .filter(
          (table) => !ids.has(table.id) && (table.joins ?? []).some(({ dimTableId }) => ids.has(dimTableId)),
        )
        .map(({ id, name }) => use({ kind: 'dimensionTable', id, name, where: '关联' })),
    ]
  return []
}

/** Whether a dimension of another table means a role that only these tables' joins have. */
function losesRole(
  { pointTables, dimensionTables }: Model,
  kind: 'pointTable' | 'dimensionTable',
  ids: ReadonlySet<number>,
): (dimension: Model['dimensions'][number]) => boolean {
  const left = <Item extends { id: number }>(of: typeof kind, items: Item[]): Item[] =>
    kind === of ? items.filter(({ id }) => !ids.has(id)) : items
  const [facts, tables] = [left('pointTable', pointTables), left('dimensionTable', dimensionTables)]
  return ({ table_id, info: { role } }) =>
    role !== undefined &&
    table_id !== null &&
    !(kind === 'dimensionTable' && ids.has(table_id)) &&
    rolesTowards(table_id, pointTables, dimensionTables).includes(role) &&
    !rolesTowards(table_id, facts, tables).includes(role)
}

const truenames = (
  tables: readonly { id: number; table_truename: string }[],
  ids: ReadonlySet<number>,
  within = true,
) =>
  new Set(
    tables
      .filter(({ id }) => ids.has(id) === within)
      .map(({ table_truename }) => table_truename.toLowerCase()),
  )

/** For dimensions of segments. */
const segmentTables = ({ dimensions }: Model, ids: ReadonlySet<number>) =>
  new Set(
    dimensions.flatMap(({ id, info }) => (ids.has(id) && info.segment ? segmentTable(info.segment.id) : [])),
  )

interface Reach {
  /** Dependent dimensions and points, with the intermediate one; empty for the group itself. */
  dims: Map<number, string>
  points: Map<number, string>
}

/** Dimensions and points that change with them. */
export function reachOf(model: Model, kind: DefinitionKind, ids: ReadonlySet<number>): Reach {
  const own = (of: DefinitionKind) => new Map(kind === of ? [...ids].map((id) => [id, '']) : [])
  const reach: Reach = { dims: own('dimension'), points: own('point') }
  if (kind === 'dimensionTable')
    for (const { id, name, table_id } of model.dimensions)
      if (table_id !== null && ids.has(table_id)) reach.dims.set(id, name)
  if (kind === 'pointTable')
    for (const { id, name, table_id } of model.points)
      if (table_id !== null && ids.has(table_id)) reach.points.set(id, name)
  if (reach.points.size === 0) return reach
  const readers = readersOf(model.points)
  const known = new Map(model.points.map((point) => [point.id, point]))
  // A Map iterates over entries added during the loop.
  for (const [id] of reach.points) {
    const point = known.get(id)
    if (!point) continue
    for (const reader of readers(point))
      if (!reach.points.has(reader.id)) reach.points.set(reader.id, reader.name)
  }
  return reach
}

async function reportUses(db: Db, caller: Caller, { dims, points }: Reach): Promise<Found> {
  const reports = await reportsNaming(db, caller, {
    dims: new Set(dims.keys()),
    points: new Set(points.keys()),
  })
  const throughOf = (report: (typeof reports)[number]): string => {
    const named = [
      ...[...report.ids.points].map((id) => points.get(id)),
      ...[...report.ids.dims].map((id) => dims.get(id)),
    ].filter((name) => name !== undefined)
    if (!named.includes('')) return named[0] ?? ''
    return formulaThrough(report.info, { dims, points })
  }
  const seen = reports.filter(({ isSeen }) => isSeen)
  const uses = seen.map((report) =>
    use({
      kind: 'report',
      id: report.id,
      name: report.reportName,
      where: report.viewName,
      viewMetaId: report.viewMetaId,
      through: throughOf(report),
    }),
  )
  const embeds = await embedUses(db, new Map(seen.map(({ viewMetaId, viewName }) => [viewMetaId, viewName])))
  return { uses: [...uses, ...embeds], hidden: reports.length - seen.length }
}

/** The own formula through which the report depends on one of them; empty for a direct use. */
function formulaThrough(info: ReportInfo, reach: Reach): string {
  const own = referencedIds({ ...info, formulas: [] })
  const isNamed = (ids: ReadonlySet<number>, by: ReadonlyMap<number, string>) =>
    [...ids].some((id) => by.get(id) === '')
  if (isNamed(own.points, reach.points) || isNamed(own.dims, reach.dims)) return ''
  const formula = info.formulas?.find((one) => isNamed(new Set(idsIn(one.formula)), reach.points))
  return formula ? `自建公式 ${formula.name}` : ''
}

/** Embedded views show their reports. They lose nothing that the reports do not. */
async function embedUses(db: Db, views: ReadonlyMap<number, string>): Promise<DefinitionUse[]> {
  if (views.size === 0) return []
  const rows = await db
    .selectFrom('report_embed')
    .select(['id', 'view_meta_id'])
    .where('enabled', '=', 1)
    .orderBy('created_at')
    .execute()
  return rows.flatMap(({ id, view_meta_id }) => {
    const name = views.get(view_meta_id)
    if (name === undefined) return []
    return use({ kind: 'embed', id, name, where: '嵌入', viewMetaId: view_meta_id, blocks: false })
  })
}

/** Rules of the black list: named to users with all of their games, otherwise counted. */
async function ruleUses(db: Db, caller: Caller, { dims, points }: Reach): Promise<Found> {
  const rows = await db
    .selectFrom('black_rule')
    .select(['id', 'name', 'games', 'condition'])
    .where(living('black_rule'))
    .execute()
  const using = rows.filter(({ condition }) => {
    const {
      dim,
      point,
      filters = [],
    } = JSON.parse(condition) as {
      dim: number
      point: number
      filters?: { dim: number }[]
    }
    return points.has(point) || dims.has(dim) || filters.some((filter) => dims.has(filter.dim))
  })
  const scope = scopedTable(db, 'black_rule')
  const seen = using.filter((rule) => sees(scope.seen, caller, rule))
  return {
    uses: seen.map(({ id, name }) => use({ kind: 'blackRule', id, name, where: '黑名单规则' })),
    hidden: using.length - seen.length,
  }
}

async function alarmUses(db: Db, caller: Caller, { dims, points }: Reach): Promise<Found> {
  const found = await alarmsNaming(db, caller, {
    dims: new Set(dims.keys()),
    points: new Set(points.keys()),
  })
  const seen = found.filter(({ isSeen }) => isSeen)
  const throughOf = ({ watch }: (typeof found)[number]): string => {
    const named = [
      ...watch.points.map((id) => points.get(id)),
      ...[...watch.dims, ...dimsIn(watch.filters)].map((id) => dims.get(id)),
    ].filter((name) => name !== undefined)
    return named.includes('') ? '' : (named[0] ?? '')
  }
  const uses = seen.map((alarm) =>
    use({ kind: 'alarm', id: alarm.id, name: alarm.name, where: '告警', through: throughOf(alarm) }),
  )
  return { uses, hidden: found.length - seen.length }
}

async function pushUses(db: Db, model: Model, caller: Caller, { dims }: Reach): Promise<Found> {
  const found = await pushesNaming(db, model, caller, new Set(dims.keys()))
  const seen = found.filter(({ isSeen }) => isSeen)
  const uses = seen.map(({ id, title }) => use({ kind: 'pushTask', id, name: title, where: '人群' }))
  return { uses, hidden: found.length - seen.length }
}

/** Roles and users with row rules on it: named to their managers, otherwise counted. */
async function scopeUses(db: Db, { authorityInfo }: Caller, { dims }: Reach): Promise<Found> {
  if (dims.size === 0) return { uses: [], hidden: 0 }
  const found: DefinitionUse[] = []
  for (const kind of ['role', 'user'] as const) {
    const columns = ['id', kind === 'role' ? 'name' : 'username as name', 'row_rules'] as const
    const rows = await db
      .selectFrom(kind)
      .select(columns as never)
      .where(living(kind))
      .where('row_rules', '<>', '[]')
      .execute()
    for (const { id, name, row_rules } of rows as unknown as {
      id: number
      name: string
      row_rules: string
    }[]) {
      const dim = (JSON.parse(row_rules) as RowRule[]).find((rule) => dims.has(rule.dim))?.dim
      if (dim !== undefined)
        found.push(use({ kind, id, name, where: '数据范围', through: dims.get(dim) ?? '' }))
    }
  }
  const isSeen = holdsPermission(authorityInfo, 'manage_authority')
  return isSeen ? { uses: found, hidden: 0 } : { uses: [], hidden: found.length }
}

/** SQL that reads the physical table, which continues to work. */
async function sqlUses(
  db: Db,
  model: Model,
  caller: Caller,
  kind: DefinitionKind,
  ids: ReadonlySet<number>,
): Promise<DefinitionUse[]> {
  const names =
    kind === 'dimension'
      ? segmentTables(model, ids)
      : kind === 'pointTable' || kind === 'dimensionTable'
        ? truenames(model[modelParts[kind]], ids)
        : new Set<string>()
  if (names.size === 0) return []
  const isKnown = await knownQueries(db, caller)
  const queries = await db
    .selectFrom('saved_query')
    .select(['id', 'name', 'folder', 'sql', 'share', 'audience', 'owner_id', 'folder_id'])
    .where(living('saved_query'))
    .execute()
  const reports = await db
    .selectFrom('custom_report')
    .select(['id', 'name', 'folder', 'sql'])
    .where(seenBy(db, scopedTable(db, 'custom_report'), caller))
    .execute()
  const found: DefinitionUse[] = []
  const note = async (of: 'query' | 'custom', rows: typeof reports) => {
    for (const { id, name, folder, sql } of rows) {
      if (namesTable(sql, names)) found.push(use({ kind: of, id, name, where: folder, blocks: false }))
      await breathe()
    }
  }
  await note('custom', reports)
  await note('query', queries.filter(isKnown))
  return found
}

function namesTable(sql: string, names: ReadonlySet<string>): boolean {
  const lower = sql.toLowerCase()
  if (![...names].some((name) => lower.includes(name))) return false
  return tokenize(lower).some(({ kind, start, end }) => {
    if (kind !== 'word' && kind !== 'quoted') return false
    const word = lower.slice(start, end)
    return names.has(kind === 'quoted' ? word.slice(1, -1).replaceAll('""', '"') : word)
  })
}
