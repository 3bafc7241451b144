// What names an event by its code: conditions and expressions of points and dimensions, filters of reports, SQL of
// saved queries and custom reports. What the reader may not see is not there.
import { leavesOf } from '../../../../semantic/model/conditions.ts'
import type { Model, ReportInfo } from '../../../../semantic/model/types.ts'
import type { Deps } from '../../../../server/deps.ts'
import type { Caller } from '../../../../server/objects/types.ts'
import { knownQueries } from '../../../../server/queryRights.ts'
import { tokenize } from '../../../../shared/sql/tokens.ts'
import { readModel } from '../../../config/server/index.ts'
import type { EventUse } from '../../contract.ts'

/** Names under which facts hold the event's code. */
export const eventColumns = ['event_name', 'event_code', 'event_id', 'event', 'ev']

/** Uses by the code that they name; asked for once and read for many events. */
export type UsesByCode = Map<string, EventUse[]>

export async function readUses(deps: Deps, caller: Caller): Promise<UsesByCode> {
  const uses: UsesByCode = new Map()
  const note = (codes: Iterable<string>, use: EventUse) => {
    for (const code of new Set(codes)) uses.set(code, [...(uses.get(code) ?? []), use])
  }
  const model = await readModel(deps)
  for (const [codes, use] of definitionUses(model)) note(codes, use)
  for (const [codes, use] of await reportUses(deps, model, caller)) note(codes, use)
  for (const [codes, use] of await sqlUses(deps, caller)) note(codes, use)
  return uses
}

type Use = [codes: string[], use: EventUse]

function definitionUses({ points, dimensions }: Model): Use[] {
  const named = (kind: 'point' | 'dimension', id: number, name: string, parts: [string, string][]): Use[] =>
    parts.map(([where, text]) => [literalsOf(text), { kind, id: String(id), name, where }])
  return [
    ...points.flatMap(({ id, name, name_sql, event_filter, filter }) =>
      named('point', id, name, [
        ['事件条件', event_filter],
        ['过滤条件', filter],
        ['计算式', name_sql],
      ]),
    ),
    ...dimensions.flatMap(({ id, name, info }) =>
      named('dimension', id, name, [['表达式', info.expression ?? '']]),
    ),
  ]
}

async function reportUses({ metadata: { db } }: Deps, model: Model, { id }: Caller): Promise<Use[]> {
  const eventDims = new Set(
    model.dimensions
      .filter(({ info }) => eventColumns.includes((info.expression ?? '').toLowerCase()))
      .map((dimension) => dimension.id),
  )
  const rows = await db
    .selectFrom('report')
    .innerJoin('view_meta', 'view_meta.id', 'report.view_meta_id')
    .select(['report.id', 'report.report_name', 'report.info', 'view_meta.name'])
    .where('report.deleted_at', 'is', null)
    .where('view_meta.deleted_at', 'is', null)
    .where((where) => where.or([where('view_meta.shared', '=', 1), where('view_meta.owner_id', '=', id)]))
    .execute()
  return rows.map((row): Use => {
    const { filters = [], compareFilters = [] } = JSON.parse(row.info) as ReportInfo
    const values = leavesOf([...filters, ...compareFilters])
      .filter(({ dim }) => dim !== undefined && eventDims.has(dim))
      .flatMap((filter) => filter.values)
    return [
      values.map(String),
      { kind: 'report', id: String(row.id), name: row.report_name, where: row.name },
    ]
  })
}

async function sqlUses({ metadata: { db } }: Deps, caller: Caller): Promise<Use[]> {
  const isKnown = await knownQueries(db, caller)
  const queries = await db
    .selectFrom('saved_query')
    .select(['id', 'name', 'folder', 'sql', 'share', 'owner_id', 'folder_id'])
    .where('deleted_at', 'is', null)
    .execute()
  const reports = await db
    .selectFrom('custom_report')
    .select(['id', 'name', 'folder', 'sql'])
    .where('deleted_at', 'is', null)
    .where((where) => where.or([where('published', '=', 1), where('owner_id', '=', caller.id)]))
    .execute()
  const noted =
    (kind: 'query' | 'custom') =>
    (row: { id: string; name: string; folder: string; sql: string }): Use => [
      literalsOf(row.sql),
      { kind, id: row.id, name: row.name, where: row.folder },
    ]
  return [...queries.filter(isKnown).map(noted('query')), ...reports.map(noted('custom'))]
}

/** Texts in quotes, without them. */
function literalsOf(sql: string): string[] {
  if (!sql.includes("'")) return []
  return tokenize(sql)
    .filter(({ kind, open }) => kind === 'text' && !open)
    .map(({ start, end }) => sql.slice(start, end))
    .filter((text) => text.startsWith("'"))
    .map((text) => text.slice(1, -1).replaceAll("''", "'"))
}
