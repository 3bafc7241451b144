// What uses an event by its code: conditions and expressions of points and dimensions, report filters, SQL of
// saved queries and custom reports. Uses that the reader may not see are left out.

import { leavesOf } from '#semantic/model/conditions.ts'
import type { Model, ReportInfo } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import { chunks } from '#server/objects/reading.ts'
import type { Caller } from '#server/objects/types.ts'
import { knownQueries } from '#server/queryRights.ts'
import { seenBy } from '#server/scopes/condition.ts'
import { scopedTable } from '#server/scopes/known.ts'
import { living } from '#server/scopes/life.ts'
import { tokenize } from '#shared/sql/tokens.ts'
import { readModel } from '#features/config/server/index.ts'
import type { EventUse } from '#features/lists/contract.ts'

/** Column names under which facts hold the event code. */
export const eventColumns = ['event_name', 'event_code', 'event_id', 'event', 'ev']

/** Uses by code, computed once for many events. */
export type UsesByCode = Map<string, EventUse[]>

export async function readUses(deps: Deps, caller: Caller): Promise<UsesByCode> {
  const uses: UsesByCode = new Map()
  const note = ([codes, use]: Use) => {
    for (const code of new Set(codes)) {
      const known = uses.get(code)
      if (known === undefined) uses.set(code, [use])
      else known.push(use)
    }
  }
  const model = await readModel(deps)
  for (const found of [
    await definitionUses(model),
    await reportUses(deps, model, caller),
    await sqlUses(deps, caller),
  ]) {
    for (const part of chunks(found, atOnce)) {
      part.forEach(note)
      await breathe()
    }
  }
  return uses
}

/** How many are processed before other requests get a turn. */
const atOnce = 500

type Use = [codes: string[], use: EventUse]

const known = new WeakMap<Model, Promise<Use[]>>()

/** Computed once per model, which is immutable. */
function definitionUses(model: Model): Promise<Use[]> {
  const uses = known.get(model) ?? readDefinitions(model)
  known.set(model, uses)
  return uses
}

async function readDefinitions({ points, dimensions }: Model): Promise<Use[]> {
  const named = (kind: 'point' | 'dimension', id: number, name: string, parts: [string, string][]): Use[] =>
    parts.flatMap(([where, text]) => {
      const codes = literalsOf(text)
      return codes.length === 0 ? [] : [[codes, { kind, id: String(id), name, where }]]
    })
  const found: Use[] = []
  for (const part of chunks(points, atOnce)) {
    for (const { id, name, name_sql, event_filter, filter } of part)
      found.push(
        ...named('point', id, name, [
          ['事件条件', event_filter],
          ['过滤条件', filter],
          ['计算式', name_sql],
        ]),
      )
    await breathe()
  }
  for (const { id, name, info } of dimensions)
    found.push(...named('dimension', id, name, [['表达式', info.expression ?? '']]))
  return found
}

async function reportUses({ metadata: { db } }: Deps, model: Model, caller: Caller): Promise<Use[]> {
  const eventDims = new Set(
    model.dimensions
      .filter(({ info }) => eventColumns.includes((info.expression ?? '').toLowerCase()))
      .map((dimension) => dimension.id),
  )
  const rows = await db
    .selectFrom('report')
    .innerJoin('view_meta', 'view_meta.id', 'report.view_meta_id')
    .select(['report.id', 'report.report_name', 'report.info', 'view_meta.name'])
    .where(living('report'))
    .where(seenBy(db, scopedTable(db, 'view_meta'), caller))
    .execute()
  const found: Use[] = []
  for (const part of chunks(rows, atOnce)) {
    for (const row of part) {
      const { filters = [], compareFilters = [] } = JSON.parse(row.info) as ReportInfo
      const values = leavesOf([...filters, ...compareFilters])
        .filter(({ dim }) => dim !== undefined && eventDims.has(dim))
        .flatMap((filter) => filter.values)
      const use = { kind: 'report' as const, id: String(row.id), name: row.report_name, where: row.name }
      if (values.length > 0) found.push([values.map(String), use])
    }
    await breathe()
  }
  return found
}

async function sqlUses({ metadata: { db } }: Deps, caller: Caller): Promise<Use[]> {
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
  const noted =
    (kind: 'query' | 'custom') =>
    (row: { id: string; name: string; folder: string; sql: string }): Use => [
      literalsOf(row.sql),
      { kind, id: row.id, name: row.name, where: row.folder },
    ]
  return [...queries.filter(isKnown).map(noted('query')), ...reports.map(noted('custom'))]
}

/** String literals of a statement, without their quotes. */
function literalsOf(sql: string): string[] {
  if (!sql.includes("'")) return []
  return tokenize(sql)
    .filter(({ kind, open }) => kind === 'text' && !open)
    .map(({ start, end }) => sql.slice(start, end))
    .filter((text) => text.startsWith("'"))
    .map((text) => text.slice(1, -1).replaceAll("''", "'"))
}
