// The points of an imported table: row count, sums, balances, distinct counts, means, and shares of flags.
import type { Kysely } from 'kysely'
import type { NumberFormat, PointInfo, PointType } from '#semantic/model/types.ts'
import type { Database } from '#server/metadata/schema.ts'
import type { ColumnProfile } from '#server/warehouse/import/profile.ts'
import type { ImportedTable } from '#server/warehouse/import/proposal.ts'
import {
  entityOf,
  isAverageName,
  isPeakName,
  isPercentName,
  isRateName,
  isShareName,
  isTroughName,
} from '#shared/imports/columnWords.ts'
import { spaced } from '#shared/spacing.ts'
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
import { weightOf } from './proposeRoles.ts'

/** `part`: only used by computed points. */
type PointRole = 'rows' | 'sum' | 'balance' | 'daily' | 'peak' | 'count' | 'average' | 'share' | 'part'

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

  async make(columns: ProposedColumns): Promise<SavedPoint[]> {
    const { measures, balances, dailies, maxima, minima, counts, averages, alones, dimensions } = columns
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
    if (dailies.length > 0) points.push(...(await this.#dailies(dailies)))
    for (const column of maxima) points.push(await this.#extreme(column, 'max'))
    for (const column of minima) points.push(await this.#extreme(column, 'min'))
    for (const column of averages) {
      const by = columns.weighted.has(column.name) ? this.#weightOf(column) : null
      points.push(...(await (by === null ? this.#average(column, rows) : this.#weighted(column, by))))
    }
    for (const column of alones) points.push(...(await this.#alone(column, rows)))
    for (const column of dimensions) points.push(...(await this.#share(column, rows)))
    return points
  }

  /** As chosen, or as proposed. */
  #weightOf(column: ColumnProfile): string | null {
    return this.#imported.weights?.[column.name] ?? weightOf(column, this.#imported)
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

  /** Active players of several days are partly the same: summed within a day, then the mean of the days. */
  async #dailies(columns: readonly ColumnProfile[]): Promise<SavedPoint[]> {
    const { title, source, dateColumn, profiles } = this.#imported
    const date = quoted(dateColumn ?? '')
    const isMoment = profiles.some(({ name, type }) => name === dateColumn && type.startsWith('TIMESTAMP'))
    const days = await this.#insert({
      name: spaced(`${spokenName(title)}天数`),
      role: 'part',
      types: 'distinct',
      nameSql: isMoment ? `date_trunc('day', ${date})` : date,
      info: { format: 'integer', unit: '天' },
      describe: `${source} 有数据的天数`,
    })
    const made = [days]
    for (const column of columns) {
      const sum = await this.#sum(column, `${column.name}合计`, 'part')
      const daily = await this.#insert({
        name: spokenName(column.name),
        role: 'daily',
        types: 'computed',
        nameSql: `[${sum.name}] / [${days.name}]`,
        info: { format: 'decimal', unit: unitOf(column.name) },
        describe: this.#describe(column, '：同日相加，多日取日均'),
        column,
      })
      made.push(sum, daily)
    }
    return made
  }

  #extreme(column: ColumnProfile, aggregate: 'max' | 'min'): Promise<SavedPoint> {
    const word = aggregate === 'max' ? '最大' : '最小'
    const isTold = aggregate === 'max' ? isPeakName(column.name) : isTroughName(column.name)
    return this.#insert({
      name: isTold ? spokenName(column.name) : `${word}${spokenName(column.name)}`,
      role: 'peak',
      types: 'additive',
      nameSql: quoted(column.name),
      info: { aggregate, ...shownAs(column) },
      describe: this.#describe(column, `的${word}值`),
      column,
    })
  }

  /** Each value counts as often as what it was divided by. */
  async #weighted(column: ColumnProfile, by: string): Promise<SavedPoint[]> {
    const [own, weight] = [quoted(column.name), quoted(by)]
    const part = (name: string, nameSql: string, what: string) =>
      this.#insert({
        name,
        role: 'part',
        types: 'additive',
        nameSql,
        info: { aggregate: 'sum', format: 'decimal', unit: '' },
        describe: this.#describe(column, what),
        column,
      })
    const product = await part(`${column.name}×${by}`, `${own} * ${weight}`, `乘以「${by}」之和`)
    const base = await part(
      `${column.name}的${by}`,
      `CASE WHEN ${own} IS NOT NULL THEN ${weight} END`,
      `有值时「${by}」之和`,
    )
    const mean = await this.#insert({
      name: isToldAsMean(column.name) ? spokenName(column.name) : `平均${spokenName(column.name)}`,
      role: 'average',
      types: 'computed',
      nameSql: `[${product.name}] / [${base.name}]${inHundredths(column) ? ' / 100' : ''}`,
      info: shownAs(column),
      describe: this.#describe(column, `的平均值，按「${by}」加权，空值不计`),
      column,
    })
    return [product, base, mean]
  }

  /** Computed from aggregated parts, so that totals are right, too. */
  async #average(column: ColumnProfile, rows: SavedPoint): Promise<SavedPoint[]> {
    const sum = await this.#sum(column, `${column.name}合计`, 'part')
    const filled = await this.#filled(column, rows)
    const average = await this.#insert({
      name:
        isAverageName(column.name) && /平均|均|avg|mean/i.test(column.name)
          ? column.name
          : `平均${column.name}`,
      role: 'average',
      types: 'computed',
      nameSql: `[${sum.name}] / [${filled.name}]${inHundredths(column) ? ' / 100' : ''}`,
      info: shownAs(column),
      describe: this.#describe(column, '的平均值，空值不计'),
      column,
    })
    return [sum, ...(filled === rows ? [] : [filled]), { ...average, sum: sum.id }]
  }

  /** Empty wherever several rows meet: nobody said how their values become one. */
  async #alone(column: ColumnProfile, rows: SavedPoint): Promise<SavedPoint[]> {
    const sum = await this.#sum(column, `${column.name}合计`, 'part')
    const filled = await this.#filled(column, rows)
    const hundredths = inHundredths(column) ? ' / 100' : ''
    const alone = await this.#insert({
      name: spokenName(column.name),
      role: 'average',
      types: 'computed',
      nameSql: `CASE WHEN [${filled.name}] = 1 THEN [${sum.name}]${hundredths} END`,
      info: shownAs(column),
      describe: this.#describe(column, '，只有一个值时显示，不合计'),
      column,
    })
    return [sum, ...(filled === rows ? [] : [filled]), { ...alone, sum: sum.id }]
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

/** 次留, ARPU and LTV7 say by themselves that they are means. */
const isToldAsMean = (name: string): boolean => isRateName(name) || /平均|均|avg|mean|ltv|arp/i.test(name)

/** Rates are shown as 35 %, written as 0.35 or as 35. */
const formatOf = (column: ColumnProfile): NumberFormat => {
  if (column.kind === 'PERCENT' || isFraction(column) || inHundredths(column)) return 'percent'
  return plainFormat(column) === 'integer' && isPeakName(column.name) ? 'integer' : 'decimal'
}

/** 35.2 for 35.2 %. */
const inHundredths = ({ kind, least, most, high, name }: ColumnProfile): boolean =>
  kind !== 'PERCENT' &&
  (isPercentName(name) ||
    (isShareName(name) && Number(least) >= 0 && (high ?? Number(most)) > 1 && Number(most) <= 100))

/** The unit of 转化率（%） is in its format. */
function shownAs(column: ColumnProfile): PointInfo {
  const format = formatOf(column)
  return { format, unit: format === 'percent' ? '' : unitOf(column.name) }
}

/** 0.35, shown as 35%. */
const isFraction = ({ least, most, name }: ColumnProfile): boolean =>
  Number(least) >= 0 && Number(most) <= 1 && isRateName(name)
