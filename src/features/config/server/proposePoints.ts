// The points of an imported table: row count, sums, balances, distinct counts, means, and shares of flags.
import type { Kysely } from 'kysely'
import type { NumberFormat, PointInfo, PointType } from '#semantic/model/types.ts'
import type { Database } from '#server/metadata/schema.ts'
import type { ColumnProfile } from '#server/warehouse/import/profile.ts'
import type { ImportedTable } from '#server/warehouse/import/proposal.ts'
import { spaced } from '#shared/spacing.ts'
import { entityOf, isAverageName, isRateName } from './columnWords.ts'
import { flagOf, type ProposedColumns } from './proposeColumns.ts'
import {
  findOrMakeCategory,
  freeOf,
  namesOf,
  prefixedIfTaken,
  quoted,
  spokenName,
  unitOf,
} from './proposedNames.ts'

/** `part`: only used by computed points. */
type PointRole = 'rows' | 'sum' | 'balance' | 'count' | 'average' | 'share' | 'part'

export interface SavedPoint {
  id: number
  name: string
  role: PointRole
  /** Absent for the row count. */
  column?: ColumnProfile
  /** For a mean: the underlying sum. */
  sum?: number
}

interface NewPoint {
  name: string
  role: PointRole
  types: PointType
  nameSql: string
  info: PointInfo
  describe: string
  column?: ColumnProfile
}

export async function savePoints(
  db: Kysely<Database>,
  imported: ImportedTable,
  tableId: number,
  columns: ProposedColumns,
): Promise<SavedPoint[]> {
  const category = await findOrMakeCategory(db, 'point', imported.title)
  const taken = await namesOf(db, 'point')
  const insert = async (point: NewPoint): Promise<SavedPoint> => {
    const { name: table } = imported.table
    const wanted = spokenName(point.name)
    // The row count already has the file's name, which would appear twice.
    const isDoubled = point.role === 'rows' && taken.has(wanted.toLowerCase())
    const name = isDoubled ? freeOf(rowsNamed(table), taken) : prefixedIfTaken(wanted, table, taken)
    const { id } = await db
      .insertInto('point')
      .values({
        table_id: point.types === 'computed' ? null : tableId,
        point_type_id: category,
        name_sql: point.nameSql,
        event_filter: '',
        filter: '',
        types: point.types,
        name,
        describe: point.describe,
        info: JSON.stringify(point.info),
        note: '',
        create_time: new Date().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, name, role: point.role, ...(point.column && { column: point.column }) }
  }
  return new PointMaker(imported, insert).make(columns)
}

const rowsNamed = (table: string): string => spaced(`${spokenName(table)}行数`)

class PointMaker {
  readonly #imported: ImportedTable
  readonly #insert: (point: NewPoint) => Promise<SavedPoint>

  constructor(imported: ImportedTable, insert: (point: NewPoint) => Promise<SavedPoint>) {
    this.#imported = imported
    this.#insert = insert
  }

  async make({ measures, balances, counts, averages, dimensions }: ProposedColumns): Promise<SavedPoint[]> {
    const { title, source } = this.#imported
    const rows = await this.#insert({
      name: rowsNamed(title),
      role: 'rows',
      types: 'additive',
      nameSql: '',
      info: { aggregate: 'count', format: 'integer', unit: '' },
      describe: `${source} 的行数`,
    })
    const points = [rows]
    for (const column of counts) points.push(await this.#count(column, counts))
    for (const column of measures) points.push(await this.#sum(column, spokenName(column.name), 'sum'))
    for (const column of balances) points.push(await this.#balance(column))
    for (const column of averages) points.push(...(await this.#average(column, rows)))
    for (const column of dimensions) points.push(...(await this.#share(column, rows)))
    return points
  }

  /** 玩家数; by the column's name where two columns identify players. */
  #count(column: ColumnProfile, all: readonly ColumnProfile[]): Promise<SavedPoint> {
    const entity = entityOf(column.name)
    const isAlone = all.filter(({ name }) => entityOf(name) === entity).length === 1
    return this.#insert({
      name: entity && isAlone ? `${entity}数` : spaced(`${column.name}去重数`),
      role: 'count',
      types: 'distinct',
      nameSql: quoted(column.name),
      info: { format: 'integer', unit: '' },
      describe: this.#describe(column, '中不同值的个数'),
      column,
    })
  }

  #sum(column: ColumnProfile, name: string, role: PointRole): Promise<SavedPoint> {
    return this.#insert({
      name,
      role,
      types: 'additive',
      nameSql: quoted(column.name),
      info: { aggregate: 'sum', format: plainFormat(column), unit: unitOf(column.name) },
      describe: this.#describe(column, '之和'),
      column,
    })
  }

  #balance(column: ColumnProfile): Promise<SavedPoint> {
    return this.#insert({
      name: column.name,
      role: 'balance',
      types: 'semiAdditive',
      nameSql: quoted(column.name),
      info: { format: plainFormat(column), unit: unitOf(column.name) },
      describe: this.#describe(column, '：多日取最后一日，其余相加'),
      column,
    })
  }

  /** Computed from aggregated parts, so that totals are right, too. */
  async #average(column: ColumnProfile, rows: SavedPoint): Promise<SavedPoint[]> {
    const sum = await this.#sum(column, `${column.name}合计`, 'part')
    const filled = await this.#filled(column, rows)
    const isRatio = column.kind === 'PERCENT' || isFraction(column)
    const average = await this.#insert({
      name:
        isAverageName(column.name) && /平均|均|avg|mean/i.test(column.name)
          ? column.name
          : `平均${column.name}`,
      role: 'average',
      types: 'computed',
      nameSql: `[${sum.name}] / [${filled.name}]`,
      info: { format: isRatio ? 'percent' : 'decimal', unit: unitOf(column.name) },
      describe: this.#describe(column, '的平均值，空值不计'),
      column,
    })
    return [sum, ...(filled === rows ? [] : [filled]), { ...average, sum: sum.id }]
  }

  /** For a flag: the share of yes. */
  async #share(column: ColumnProfile, rows: SavedPoint): Promise<SavedPoint[]> {
    const yes = flagOf(column)
    if (yes === null || column.distinct < 2) return []
    const own = quoted(column.name)
    const count = await this.#insert({
      name: `${column.name}为是的行数`,
      role: 'part',
      types: 'additive',
      nameSql: `CASE WHEN ${own} = ${yes} THEN 1 ELSE 0 END`,
      info: { aggregate: 'sum', format: 'integer', unit: '' },
      describe: this.#describe(column, '为是的行数'),
      column,
    })
    const filled = await this.#filled(column, rows)
    const share = await this.#insert({
      name: /率$|rate$/i.test(column.name) ? column.name : `${column.name}占比`,
      role: 'share',
      types: 'computed',
      nameSql: `[${count.name}] / [${filled.name}]`,
      info: { format: 'percent', unit: '' },
      describe: this.#describe(column, '为是的占比，空值不计'),
      column,
    })
    return [count, ...(filled === rows ? [] : [filled]), share]
  }

  async #filled(column: ColumnProfile, rows: SavedPoint): Promise<SavedPoint> {
    if (column.filled === this.#imported.table.rowCount) return rows
    return this.#insert({
      name: `${column.name}有值的行数`,
      role: 'part',
      types: 'additive',
      nameSql: quoted(column.name),
      info: { aggregate: 'count', format: 'integer', unit: '' },
      describe: this.#describe(column, '有值的行数'),
      column,
    })
  }

  #describe({ name }: ColumnProfile, what: string): string {
    return `${this.#imported.source} 的列「${name}」${what}`
  }
}

const plainFormat = ({ type }: ColumnProfile): NumberFormat => (/INT/.test(type) ? 'integer' : 'decimal')

/** 0.35, shown as 35%. */
const isFraction = ({ least, most, name }: ColumnProfile): boolean =>
  Number(least) >= 0 && Number(most) <= 1 && isRateName(name)
