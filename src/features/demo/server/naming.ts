// Finds users' things that refer to the demo without a foreign key: in definitions, formulas, SQL and games.

import { demoTableNames } from '#demo/warehouse/comments.ts'
import { idNamed, namesIn } from '#semantic/model/formulaText.ts'
import { referencedIds } from '#semantic/model/references.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { breathe } from '#server/limits/breath.ts'
import type { Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import { readWords, toAll } from '#shared/grants.ts'
import { tokenize } from '#shared/sql/tokens.ts'
import type { DemoThing } from '../contract.ts'
import { type Asking, kindTitles, type Own } from './manifest.ts'

interface Naming extends DemoThing {
  /** Whether the asking user may see the thing. */
  isSeen: boolean
}

interface Search {
  db: Db
  own: Own
  sees(ownerId: number, isShared?: boolean): boolean
}

export async function findNaming(db: Db, own: Own, asking: Asking): Promise<Naming[]> {
  const sees: Search['sees'] = (ownerId, isShared = false) =>
    isShared || asking === null || ownerId === asking.id
  const search = { db, own, sees }
  return [
    ...(await reports(search)),
    ...(await definitions(search)),
    ...(await alarms(search)),
    ...(await rules(search)),
    ...(await texts(search)),
    ...(await flows(search)),
    ...(await users(search)),
  ]
}

const naming = (table: string, name: string, isSeen: boolean): Naming => ({
  kind: kindTitles[table] ?? table,
  name,
  isSeen,
})

async function reports({ db, own, sees }: Search): Promise<Naming[]> {
  const dims = own.ids('dimension')
  const points = own.ids('point')
  const rows = await db
    .selectFrom('report')
    .innerJoin('view_meta', 'view_meta.id', 'report.view_meta_id')
    .select(['report.id', 'report.report_name', 'report.info', 'view_meta.name', 'view_meta.shared'])
    .select(['view_meta.owner_id', 'view_meta.within'])
    .where(living('report'))
    .where(living('view_meta'))
    .execute()
  const found: Naming[] = []
  for (const { id, report_name, info, name, shared, within, owner_id } of rows) {
    await breathe()
    if (own.has('report', [id])) continue
    const ids = referencedIds(JSON.parse(info) as ReportInfo)
    if (!ids.dims.isDisjointFrom(dims) || !ids.points.isDisjointFrom(points))
      found.push(
        naming(
          'report',
          `${name} / ${report_name}`,
          sees(owner_id, shared === 1 && readWords(within).includes(toAll)),
        ),
      )
  }
  return found
}

async function definitions({ db, own }: Search): Promise<Naming[]> {
  const facts = new Set(demoTableNames)
  const ids = own.ids('point')
  const names = new Set(own.of('point').map(({ row }) => String(row.name)))
  const namesPoint = (formula: string): boolean =>
    namesIn(formula).some((name) => names.has(name) || ids.has(idNamed(name)))
  const points = await db
    .selectFrom('point')
    .select(['id', 'name', 'name_sql'])
    .where('table_id', 'is', null)
    .where(living('point'))
    .execute()
  const dimensions = await db
    .selectFrom('dimension')
    .select(['id', 'name', 'info'])
    .where(living('dimension'))
    .execute()
  const tables = await db
    .selectFrom('point_table')
    .select(['id', 'name', 'table_truename', 'joins'])
    .where(living('point_table'))
    .execute()
  const dimensionTables = await db
    .selectFrom('dimension_table')
    .select(['id', 'name', 'joins'])
    .where(living('dimension_table'))
    .execute()
  const joined = own.ids('dimension_table')
  const isJoining = (joins: string): boolean =>
    (JSON.parse(joins) as { dimTableId: number }[]).some(({ dimTableId }) => joined.has(dimTableId))
  const dictionaries = own.ids('dictionary')
  return [
    ...points
      .filter(({ id, name_sql }) => !own.has('point', [id]) && namesPoint(name_sql))
      .map(({ name }) => naming('point', name, true)),
    ...dimensions
      .filter(({ id, info }) => {
        const { dictId, factTable = '' } = JSON.parse(info) as { dictId?: number; factTable?: string }
        return !own.has('dimension', [id]) && (dictionaries.has(dictId) || facts.has(factTable.toLowerCase()))
      })
      .map(({ name }) => naming('dimension', name, true)),
    ...tables
      .filter(({ id, table_truename, joins }) => {
        const reads = facts.has(table_truename.toLowerCase()) || isJoining(joins)
        return !own.has('point_table', [id]) && reads
      })
      .map(({ name }) => naming('point_table', name, true)),
    ...dimensionTables
      .filter(({ id, joins }) => !own.has('dimension_table', [id]) && isJoining(joins))
      .map(({ name }) => naming('dimension_table', name, true)),
  ]
}

async function alarms({ db, own, sees }: Search): Promise<Naming[]> {
  const dims = own.ids('dimension')
  const points = own.ids('point')
  const rows = await db
    .selectFrom('alarm')
    .select(['name', 'watch', 'owner_id'])
    .where(living('alarm'))
    .execute()
  return rows
    .filter(({ watch }) => {
      const seen = JSON.parse(watch) as { points: number[]; dims: number[]; filters?: { dim: number }[] }
      return (
        seen.points.some((id) => points.has(id)) ||
        [...seen.dims, ...(seen.filters ?? []).map(({ dim }) => dim)].some((id) => dims.has(id))
      )
    })
    .map(({ name, owner_id }) => naming('alarm', name, sees(owner_id)))
}

async function rules({ db, own, sees }: Search): Promise<Naming[]> {
  const rows = await db
    .selectFrom('black_rule')
    .select(['name', 'condition', 'owner_id'])
    .where(living('black_rule'))
    .execute()
  return rows
    .filter(({ condition }) => {
      const { dim, point } = JSON.parse(condition) as { dim: number; point: number }
      return own.ids('dimension').has(dim) || own.ids('point').has(point)
    })
    .map(({ name, owner_id }) => naming('black_rule', name, sees(owner_id)))
}

/** SQL that reads the demo's tables or dictionaries. */
async function texts({ db, own, sees }: Search): Promise<Naming[]> {
  const names = new Set([
    ...demoTableNames,
    ...own.of('dictionary').map(({ row }) => `dict.${String(row.form_name).toLowerCase()}`),
  ])
  const queries = await db
    .selectFrom('saved_query')
    .select(['id', 'name', 'sql', 'owner_id', 'share'])
    .where(living('saved_query'))
    .execute()
  const customs = await db
    .selectFrom('custom_report')
    .select(['id', 'name', 'sql', 'owner_id', 'published'])
    .where(living('custom_report'))
    .execute()
  const found: Naming[] = []
  const note = async (
    table: 'saved_query' | 'custom_report',
    rows: readonly { id: string; name: string; sql: string; owner_id: number; isShared: boolean }[],
  ) => {
    for (const { id, name, sql, owner_id, isShared } of rows) {
      await breathe()
      if (!own.has(table, [id]) && namesOne(sql, names))
        found.push(naming(table, name, sees(owner_id, isShared)))
    }
  }
  await note(
    'saved_query',
    queries.map((row) => ({ ...row, isShared: row.share !== 'off' })),
  )
  await note(
    'custom_report',
    customs.map((row) => ({ ...row, isShared: row.published === 1 })),
  )
  return found
}

export function namesOne(sql: string, names: ReadonlySet<string>): boolean {
  const lower = sql.toLowerCase()
  if (![...names].some((name) => lower.includes(name.split('.').at(-1) ?? name))) return false
  const words = tokenize(lower)
    .filter(({ kind }) => kind === 'word' || kind === 'quoted')
    .map(({ kind, start, end }) => {
      const word = lower.slice(start, end)
      return { word: kind === 'quoted' ? word.slice(1, -1).replaceAll('""', '"') : word, start, end }
    })
  return words.some(({ word, start }, at) => {
    const before = words[at - 1]
    const isInDict = before?.word === 'dict' && lower.slice(before.end, start).trim() === '.'
    return names.has(isInDict ? `dict.${word}` : word)
  })
}

/** The setting that names the ledger table of 游戏流水. */
async function flows({ db }: Search): Promise<Naming[]> {
  const rows = await db.selectFrom('flow_setting').select('definition').execute()
  const named = new Set(demoTableNames.map((name) => JSON.stringify(name)))
  return rows
    .filter(({ definition }) => [...named].some((name) => definition.toLowerCase().includes(name)))
    .map(() => ({ kind: '设置', name: '游戏流水的数据表', isSeen: true }))
}

/** Users whose games include the demo's. */
async function users({ db, own }: Search): Promise<Naming[]> {
  const games = own.ids('game')
  const rows = await db.selectFrom('user').select(['id', 'email', 'games']).where(living('user')).execute()
  return rows
    .filter(({ id, games: text }) => {
      const named = JSON.parse(text) as '*' | string[]
      return !own.has('user', [id]) && named !== '*' && named.some((cgi) => games.has(cgi))
    })
    .map(({ email }) => naming('user', `${email} 的游戏`, true))
}
