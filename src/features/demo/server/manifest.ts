// The demo's rows in their current state, each with whether it has changed.
import { formulaTexts } from '#semantic/model/formulaText.ts'
import type { Table } from '#server/metadata/table.ts'
import type { Db } from '#server/objects/types.ts'
import { type Hashed, hashRow, keyText, type Row, readRows } from './hashing.ts'
import { warehouseKind } from './state.ts'

/** The asking user; null for the terminal, where everything is named. */
export type Asking = { id: number } | null

export interface OwnRow {
  table: string
  key: (string | number)[]
  row: Row
  isChanged: boolean
}

export class Own {
  /** Existing rows in the order of their creation. */
  readonly rows: readonly OwnRow[]
  readonly #keys: ReadonlySet<string>

  constructor(rows: readonly OwnRow[]) {
    this.rows = rows
    this.#keys = new Set(rows.map(({ table, key }) => nameOf(table, key)))
  }

  has(table: string, key: readonly unknown[]): boolean {
    return this.#keys.has(nameOf(table, key))
  }

  of(table: string): OwnRow[] {
    return this.rows.filter((row) => row.table === table)
  }

  /** First parts of the keys: ids, or codes of games. */
  ids(table: string): Set<unknown> {
    return new Set(this.of(table).map(({ key }) => key[0]))
  }
}

export const nameOf = (table: string, key: readonly unknown[]): string => `${table} ${keyText(key)}`

export async function readOwn(db: Db, tables: readonly Table[], hashed: Hashed): Promise<Own> {
  const noted = await db
    .selectFrom('demo_row')
    .selectAll()
    .where('kind', '<>', warehouseKind)
    .orderBy('id')
    .execute()
  const wanted = noted.map(({ kind, key, hash }) => ({
    table: kind,
    key: JSON.parse(key) as (string | number)[],
    text: key,
    hash,
  }))
  const found = await readRows(db, tables, wanted)
  const { inNames } = formulaTexts(await db.selectFrom('point').select(['id', 'name']).execute())
  return new Own(
    wanted.flatMap(({ table, key, text, hash }) => {
      const row = found.get(table)?.get(text)
      if (!row) return []
      const isAsMade = (one: Row) => hashRow(one, hashed[table] ?? []) === hash
      // Formulas were made by name; the first save of a point has the store keep their points by id.
      const isMade =
        isAsMade(row) || (table === 'point' && isAsMade({ ...row, name_sql: inNames(String(row.name_sql)) }))
      return [{ table, key, row, isChanged: !isMade }]
    }),
  )
}

export const kindTitles: Record<string, string> = {
  role: '角色',
  user: '账号',
  game: '游戏',
  dictionary: '字典',
  dimension_table: '维度表',
  point_table: '指标表',
  category: '分类',
  dimension: '维度',
  point: '指标',
  saved_query: 'SQL 查询',
  custom_report: '自定义报表',
  calendar_note: '日期注记',
  view_type: '文件夹',
  view_meta: '视图',
  report: '报表',
  alarm: '告警',
  black_rule: '黑名单规则',
  subscription: '订阅',
}

export const titleOf = (row: Row): string =>
  String(row.report_name ?? row.name ?? row.title ?? row.email ?? row.id ?? '')
