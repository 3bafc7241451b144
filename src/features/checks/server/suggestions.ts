// What an analyst would have checked of a table, from how it is reported and from what its rows hold now.
import { clickhouse } from '#semantic/sql/clickhouse.ts'
import { duckdb } from '#semantic/sql/duckdb.ts'
import { refuseRuled } from '#server/objects/ruled.ts'
import { readSeen } from '#server/objects/telling.ts'
import type { Caller } from '#server/objects/types.ts'
import { tableKey } from '#server/warehouse/import/publishing.ts'
import { AppError } from '#shared/errors.ts'
import { readModel } from '#features/config/server/index.ts'
import type { CheckSuggestion, CheckValues } from '../contract.ts'
import type { ChecksDeps } from './deps.ts'
import { columnType } from './judging/evaluate.ts'
import { dateColumnOf, lookAtTable } from './judging/looking.ts'
import { kindNamed } from './kinds/index.ts'
import { checks, ruleOf, valuesIn } from './objectKind.ts'

type Offer = Pick<CheckSuggestion, 'kind' | 'values' | 'why'>

const mostColumns = 40
const usualBound = { unit: 'share', most: 0 }

export async function suggestChecks(
  deps: ChecksDeps,
  caller: Caller,
  wanted: string,
  signal: AbortSignal,
): Promise<CheckSuggestion[]> {
  const { metadata, warehouse } = deps
  await refuseRuled(metadata.db, caller, '数据校验')
  const refused = checks.refuses?.(caller, {} as never)
  if (refused) throw new AppError('permission_missing', refused)
  const table = warehouse.tables().find(({ name }) => tableKey(name) === tableKey(wanted))
  if (!table) throw new AppError('object_missing', `没有数据表「${wanted.slice(0, 50)}」`)
  const offers = await offersOf(deps, table, signal)
  const present = (await readSeen(metadata.db, checks, caller)).filter(
    ({ table_name }) => tableKey(table_name) === tableKey(table.name),
  )
  const keyOf = (kind: string, values: CheckValues) =>
    JSON.stringify([kind, values.column ?? '', values.columns ?? ''])
  const taken = new Set(present.map((row) => keyOf(row.kind, valuesIn(row))))
  return offers
    .filter(({ kind, values }) => !taken.has(keyOf(kind, values)))
    .map((offer) => {
      const rule = ruleOf({ kind: offer.kind, settings: JSON.stringify(offer.values) })
      const marksAlone = kindNamed(offer.kind)?.marksAlone ?? false
      return { ...offer, name: [...rule].slice(0, 100).join(''), rule, marksAlone }
    })
}

async function offersOf(
  deps: ChecksDeps,
  table: ReturnType<ChecksDeps['warehouse']['tables']>[number],
  signal: AbortSignal,
): Promise<Offer[]> {
  const model = await readModel(deps)
  const fact = model.pointTables.find(
    ({ table_truename }) => tableKey(table_truename) === tableKey(table.name),
  )
  const dimTable = model.dimensionTables.find(
    ({ table_truename }) => tableKey(table_truename) === tableKey(table.name),
  )
  const date = await dateColumnOf(deps, table)
  const held = await heldBy(deps, table, signal)
  const isThere = (name: string) => table.columns.some((column) => column.name === name)
  const keys = fact?.grain_key.length ? fact.grain_key : dimTable ? [dimTable.key_column] : held.key
  const named = new Map(
    model.dimensions.flatMap((dimension) => {
      const { dictId, expression = '' } = dimension.info
      const column = expression.trim().replaceAll('"', '')
      return dimension.table_id === null && column !== '' && dictId ? [[column, dictId] as const] : []
    }),
  )
  return [
    ...(date
      ? [
          { kind: 'late', values: { column: date, most: 1, unit: 'day' }, why: '有日期列：每天应有新的' },
          {
            kind: 'weekday',
            values: { column: '', weeks: 4, down: 50, up: 100 },
            why: '有日期列：行数应与前几周同一天相近',
          },
          { kind: 'filled', values: { column: date, ...usualBound }, why: '日期列：没有日期的行看不到' },
          { kind: 'future', values: { column: date, ...usualBound }, why: '日期列：不该有将来的' },
        ]
      : [{ kind: 'least', values: { rows: 1 }, why: '空表的报表都是空的' }]),
    ...(keys.length > 0 && keys.every(isThere)
      ? [
          {
            kind: 'unique',
            values: { columns: keys },
            why: fact?.grain_key.length || dimTable ? '定义里的主键' : '现在每行都不同',
          },
        ]
      : []),
    ...table.columns
      .filter(({ name }) => named.has(name))
      .map(({ name }) => ({
        kind: 'dictionary',
        values: { column: name, dictionary: String(named.get(name)), ...usualBound },
        why: '维度用这个字典：没有的代码显示不出名称',
      })),
    ...(fact?.joins ?? []).flatMap(({ column, dimTableId }) => {
      const other = model.dimensionTables.find(({ id }) => id === dimTableId)
      return other && isThere(column)
        ? [
            {
              kind: 'elsewhere',
              values: { column, table: other.table_truename, other: other.key_column, ...usualBound },
              why: `关联到${other.name}：没有的归不到维度`,
            },
          ]
        : []
    }),
    ...held.filled
      .filter((name) => name !== date && !keys.includes(name))
      .slice(0, 8)
      .map((column) => ({ kind: 'filled', values: { column, ...usualBound }, why: '现在一个空的也没有' })),
    ...held.positive.slice(0, 8).map((column) => ({
      kind: 'range',
      values: { column, low: 0, high: null, ...usualBound },
      why: '现在没有负数',
    })),
  ]
}

interface Held {
  /** Columns without an empty value. */
  filled: string[]
  /** Columns of numbers, none below zero. */
  positive: string[]
  /** A column whose values are all different. */
  key: string[]
}
/** Fewer rows show nothing of what the table is like. */
const leastRows = 5
const mostRows = 20_000_000

/** What the columns hold now, in one statement; nothing of a table that is too large to ask. */
async function heldBy(
  deps: ChecksDeps,
  { name, columns, rowCount }: ReturnType<ChecksDeps['warehouse']['tables']>[number],
  signal: AbortSignal,
): Promise<Held> {
  const nothing: Held = { filled: [], positive: [], key: [] }
  if (rowCount > mostRows) return nothing
  const looked = await lookAtTable(deps, name, signal)
  if (!looked) return nothing
  const dialect = looked.dialect === 'clickhouse' ? clickhouse : duckdb
  const own = columns.slice(0, mostColumns)
  const list = own.flatMap((column) => {
    const quoted = dialect.identifier(column.name)
    const isNumber = columnType(column.type) === 'number'
    return [
      dialect.aggregate('count', quoted, null),
      dialect.aggregate('distinct', quoted, null),
      isNumber ? dialect.aggregate('count', null, `${quoted} < 0`) : '0',
    ]
  })
  const [found = []] = await looked.run(
    `SELECT count(*) AS n, ${list.map((text, at) => `${text} AS a${at}`).join(', ')} FROM ${looked.table.rows}`,
  )
  const rows = Number(found[0] ?? 0)
  if (rows < leastRows) return nothing
  const at = (column: number, which: number) => Number(found[1 + column * 3 + which] ?? 0)
  const places = own.map((column, place) => ({ ...column, place, type: columnType(column.type) }))
  return {
    filled: places.filter(({ place }) => at(place, 0) === rows).map((column) => column.name),
    positive: places
      .filter(({ place, type }) => type === 'number' && at(place, 0) > 0 && at(place, 2) === 0)
      .map((column) => column.name),
    key: places
      .filter(({ place, type }) => type !== 'day' && at(place, 0) === rows && at(place, 1) === rows)
      .slice(0, 1)
      .map((column) => column.name),
  }
}
