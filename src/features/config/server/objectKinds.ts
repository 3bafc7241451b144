// The five kinds of definitions as objects: their history and their unique names.

import type { Selectable } from 'kysely'
import type { RowScope } from '#semantic/model/rowScope.ts'
import { dimensionTypeTitles, grainTitles } from '#semantic/model/titles.ts'
import type { Dimension, TableJoin } from '#semantic/model/types.ts'
import type { Field, ObjectKind } from '#server/objects/types.ts'
import { everybody } from '#server/scopes/seen.ts'
import { AppError } from '#shared/errors.ts'
import { type DefinitionKind, definitionTitles } from '../contract.ts'
import {
  aggregateTitles,
  fillTitles,
  formatTitles,
  formTypeTitles,
  frequencyTitles,
  pointTypeTitles,
} from './options.ts'
import type { CategoryRow, DimensionRow, DimensionTableTable, PointRow, PointTableTable } from './tables.ts'

export interface Stored {
  dimension: Selectable<DimensionRow>
  point: Selectable<PointRow>
  dimensionTable: Selectable<DimensionTableTable>
  pointTable: Selectable<PointTableTable>
  category: Selectable<CategoryRow>
}

/** Names of ids in the history. */
export interface Naming {
  dimensionTables: ReadonlyMap<number, string>
  pointTables: ReadonlyMap<number, string>
  categories: ReadonlyMap<number, string>
  /** A stored formula with its points' names. */
  formula(stored: string): string
}
const noNames: Naming = {
  dimensionTables: new Map(),
  pointTables: new Map(),
  categories: new Map(),
  formula: (stored) => stored,
}

const titled =
  (titles: Readonly<Record<string, string>>) =>
  (stored: unknown): string =>
    stored === null ? '' : (titles[String(stored)] ?? String(stored))
const named =
  (names: ReadonlyMap<number, string>) =>
  (stored: unknown): string =>
    stored === null ? '' : (names.get(Number(stored)) ?? `#${Number(stored)}`)

const infoTitles: Record<string, string> = {
  expression: '表达式',
  dictId: '字典',
  labelColumn: '名称列',
  valueOrder: '取值顺序',
  factTable: '所在表',
  role: '角色',
  aggregate: '汇总方式',
  per: '先按对象汇总',
  percentile: '百分位',
  approximate: '近似',
  format: '格式',
  unit: '单位',
  fill: '没有数据时',
  synonyms: '别名',
  segment: '人群',
  verified: '核对',
  retired: '停用',
}
const infoValues: Record<string, Readonly<Record<string, string>>> = {
  aggregate: aggregateTitles,
  format: formatTitles,
  fill: fillTitles,
}

/** 张三，至 2026-12-31 */
function standingText(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  const {
    by = '',
    until,
    from,
    note = '',
  } = value as { by?: string; until?: string; from?: string; note?: string }
  return [by, until ? `至 ${until}` : `自 ${from ?? ''}`, note].filter((part) => part !== '').join('，')
}

/** The recorded line of a dimension's dictionary. */
export const dictionaryLine = new RegExp(`^${infoTitles.dictId}：(\\d+)$`, 'm')

/** One line per setting, so that line differences are readable. */
function infoText(stored: unknown): string {
  const info = JSON.parse(String(stored)) as Record<string, unknown>
  return Object.entries(info)
    .map(([key, value]) => {
      const text = Array.isArray(value)
        ? value.join('、')
        : (standingText(value) ?? titled(infoValues[key] ?? {})(value))
      return `${infoTitles[key] ?? key}：${text}`
    })
    .join('\n')
}

const listText = (stored: unknown): string => (JSON.parse(String(stored)) as string[]).join('、')

const joinsText =
  (names: ReadonlyMap<number, string>) =>
  (stored: unknown): string =>
    (JSON.parse(String(stored)) as TableJoin[])
      .map(({ dimTableId, column, role }) => {
        const joined = `${column} → ${named(names)(dimTableId)}`
        return role === undefined ? joined : `${joined}（${role}）`
      })
      .join('\n')

const name = { title: '名称' }
const describe = { title: '说明' }
const tableName = { title: '数据表' }
const gameColumn = { title: '游戏列' }
const frequency: Field = { title: '更新频率', show: titled(frequencyTitles) }
const info: Field = { title: '设置', show: infoText }

const ofSegment = '这个维度由人群生成，请在人群页修改或删除'
const isOfSegment = ({ info: stored }: Stored['dimension']): boolean =>
  stored.includes('"segment"') && (JSON.parse(stored) as Dimension['info']).segment !== undefined

/** Names are compared ignoring blanks, case and width. */
const blanks = /[\s\p{Cf}\p{Zs}]/gu
export const spoken = (text: string): string => text.replace(blanks, '')

const shared = <Kind extends DefinitionKind>(kind: Kind) => ({
  name: kind,
  seen: everybody,
  runs: 'never' as const,
  keepsBefore: true,
  taken: { field: 'name', message: `已有同名的${definitionTitles[kind]}，请换一个名称` },
})

const tablesAreForAll = '表的定义决定哪些数据属于哪个游戏，只有可看全部游戏的人可以修改'
const tablesAreForUnruled = '表的定义决定哪些数据在数据范围内，只有数据范围不受限的人可以修改'
const ownRule = '你的数据范围按这个维度限定，它不能由你修改'

/** Why a user may not define tables: users with row limits could define their way around them. */
const refusesTables = ({ games, rules }: RowScope): string | null =>
  games !== 'all' ? tablesAreForAll : rules.length > 0 ? tablesAreForUnruled : null

export const refusesDimension = ({ rules }: Pick<RowScope, 'rules'>, id: number): string | null =>
  rules.some(({ dim }) => dim === id) ? ownRule : null

/** Why a user may not change the definition, or add one (without an id); null: allowed. */
export function refusesDefinition(caller: RowScope, kind: DefinitionKind, id: number | null): string | null {
  if (kind === 'pointTable' || kind === 'dimensionTable') return refusesTables(caller)
  return kind === 'dimension' && id !== null ? refusesDimension(caller, id) : null
}

/** Throws permission_missing. */
export function assertNotOwnRule(caller: Pick<RowScope, 'rules'>, id: number | undefined): void {
  const reason = id === undefined ? null : refusesDimension(caller, id)
  if (reason !== null) throw new AppError('permission_missing', reason)
}

/** Throws permission_missing. */
export function assertMayDefineTables(caller: RowScope): void {
  const reason = refusesTables(caller)
  if (reason !== null) throw new AppError('permission_missing', reason)
}

/** `naming` is needed where a change is recorded. */
export function kindsOf({ dimensionTables, pointTables, categories, formula }: Naming = noNames): {
  [Kind in DefinitionKind]: ObjectKind<Stored[Kind]>
} {
  return {
    dimension: {
      ...shared('dimension'),
      table: 'dimension',
      refuses: (caller, row) => (isOfSegment(row) ? ofSegment : refusesDimension(caller, row.id)),
      fields: {
        name,
        types: { title: '类型', show: titled(dimensionTypeTitles) },
        table_id: { title: '维度表', show: named(dimensionTables) },
        info,
        form_type: { title: '筛选控件', show: titled(formTypeTitles) },
        count_quantum: { title: '最小粒度', show: titled(grainTitles) },
        cgi_filter: { title: '按游戏限制', show: (stored) => (stored === 1 ? '是' : '否') },
        update_frequency: frequency,
        dim_type_id: { title: '分类', show: named(categories) },
        describe,
      },
      names: (row) => [{ scope: scopeOf(row), name: spoken(row.name) }],
    },
    point: {
      ...shared('point'),
      table: 'point',
      fields: {
        name,
        types: { title: '类型', show: titled(pointTypeTitles) },
        table_id: { title: '指标表', show: named(pointTables) },
        name_sql: { title: '表达式', show: (stored) => formula(String(stored)) },
        event_filter: { title: '事件条件' },
        filter: { title: '筛选条件' },
        info,
        point_type_id: { title: '分类', show: named(categories) },
        describe,
        note: { title: '备注' },
      },
      names: (row) => [{ scope: String(row.table_id ?? ''), name: spoken(row.name) }],
    },
    dimensionTable: {
      ...shared('dimensionTable'),
      table: 'dimension_table',
      refuses: refusesTables,
      fields: {
        name,
        table_truename: tableName,
        key_column: { title: '主键' },
        game_column: gameColumn,
        joins: { title: '关联', show: joinsText(dimensionTables) },
        describe,
      },
      names: (row) => [{ scope: '', name: spoken(row.name) }],
    },
    pointTable: {
      ...shared('pointTable'),
      table: 'point_table',
      refuses: refusesTables,
      fields: {
        name,
        table_truename: tableName,
        date_column: { title: '日期列' },
        time_column: { title: '时间列' },
        game_column: gameColumn,
        grain_key: { title: '粒度', show: listText },
        joins: { title: '关联', show: joinsText(dimensionTables) },
        update_frequency: frequency,
        describe,
      },
      names: (row) => [{ scope: '', name: spoken(row.name) }],
    },
    category: {
      ...shared('category'),
      table: 'category',
      fields: { name, position: { title: '顺序' } },
      names: (row) => [{ scope: row.kind, name: spoken(row.name) }],
    },
  }
}

/** A dimension's name is unique within its table, its only fact, or all facts. */
function scopeOf({ table_id, info: stored }: Stored['dimension']): string {
  if (table_id !== null) return String(table_id)
  const { factTable } = JSON.parse(stored) as { factTable?: string }
  return factTable?.toLowerCase() ?? ''
}

/** Ordered so that referring objects are deleted first. */
export const definitionObjects = (() => {
  const { dimension, point, pointTable, dimensionTable, category } = kindsOf()
  return [dimension, point, pointTable, dimensionTable, category]
})()
