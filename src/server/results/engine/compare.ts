// The differences between two results. Rows are paired by key columns; the left result is the older. Null
// keys pair with null keys; a key that repeats on one side can't be paired and is counted separately.

import type { ColumnChunk, WarehouseColumn } from '#server/warehouse/types.ts'
import { AppError } from '#shared/errors.ts'
import { changeKinds, changeTitle, sideEndings } from '#shared/sql/comparedColumns.ts'
import type { Comparison } from '../types.ts'
import type { StoredColumn } from './columnTypes.ts'
import { columnAt } from './filters.ts'
import type { Jobs } from './messages.ts'
import { type MatchedColumn, matchColumns, type ShownColumn } from './pairing.ts'
import type { LoadedTable, Tables } from './tables.ts'
import type { Work } from './work.ts'

const file = 'differences'
const [addedKind, removedKind, changedKind] = changeKinds

interface Summary {
  comparison: Comparison
  columns: WarehouseColumn[]
  rowCount: number
}

interface Sides {
  left: LoadedTable
  right: LoadedTable
  keys: MatchedColumn[]
  others: MatchedColumn[]
}

export async function compare(
  work: Work,
  input: Jobs['compare']['takes'],
  tables: Tables,
): Promise<Jobs['compare']['gives']> {
  const left = await tables.table(input.left, work.signal)
  const right = await tables.table(input.right, work.signal)
  const { matched, onlyLeft, onlyRight } = matchColumns(left.columns, right.columns)
  const keys = [...new Set(input.keys)].map((index) => keyOf(matched, columnAt(left.columns, index)))
  const others = matched.filter((column) => !keys.includes(column))
  const titles = { onlyLeft, onlyRight }
  const catalog = await tables.attach(input.target, file, work.signal, (path, signal) =>
    tables.fill(path, signal, (own, made) => build(own, made, { left, right, keys, others }, titles)),
  )
  const [summary] = await work.row(`SELECT summary FROM ${catalog}.summary`)
  return JSON.parse(String(summary)) as Summary
}

function keyOf(matched: MatchedColumn[], column: StoredColumn): MatchedColumn {
  const key = matched.find(({ left }) => left === column)
  if (key) return key
  throw new AppError('parameter_wrong', `另一个结果没有列「${column.name}」，不能按它配对`)
}

async function build(
  work: Work,
  catalog: string,
  sides: Sides,
  titles: Pick<Comparison, 'onlyLeft' | 'onlyRight'>,
): Promise<void> {
  await pairRows(work, catalog, sides)
  const { others } = sides
  const flags = others.map(
    ({ differs }, index) =>
      `coalesce(p.lo IS NOT NULL AND p.ro IS NOT NULL AND ${differs}, false) AS d${index}`,
  )
  await work.run(
    `CREATE TABLE ${catalog}.flags AS SELECT ${['p.lo', 'p.ro', ...flags].join(', ')} FROM ${joined(catalog, 'pairs', sides)} WHERE NOT repeated`,
  )
  const any = others.length > 0 ? others.map((_, index) => `d${index}`).join(' OR ') : 'false'
  const [added, removed, changed, all] = (
    await work.row(
      `SELECT count(*) FILTER (lo IS NULL), count(*) FILTER (ro IS NULL), count(*) FILTER (${any}), count(*) FROM ${catalog}.flags`,
    )
  ).map(Number) as [number, number, number, number]
  const differing =
    others.length > 0
      ? await work.row(
          `SELECT ${others.map((_, index) => `bool_or(d${index})`).join(', ')} FROM ${catalog}.flags`,
        )
      : []
  const shown = shownColumns(sides, differing.map(Boolean))
  await work.run(
    `CREATE TABLE ${catalog}.t AS SELECT ${['row_number() OVER (ORDER BY p.lo IS NULL, p.lo, p.ro) - 1 AS o', ...shown.map(({ sql }, index) => `${sql} AS c${index}`)].join(', ')}
     FROM ${joined(catalog, 'flags', sides)} WHERE p.lo IS NULL OR p.ro IS NULL OR ${any} ORDER BY o`,
  )
  const repeatedKeys = await work.number(`SELECT count(*) FROM ${catalog}.pairs WHERE repeated`)
  const comparison = {
    added,
    removed,
    changed,
    same: all - added - removed - changed,
    repeatedKeys,
    ...titles,
  }
  const columns = shown.map(({ head }) => head)
  const summary: Summary = { comparison, columns, rowCount: added + removed + changed }
  await work.run(`CREATE TABLE ${catalog}.summary AS SELECT $1 AS summary`, [JSON.stringify(summary)])
}

async function pairRows(work: Work, catalog: string, { left, right, keys }: Sides): Promise<void> {
  const names = keys.map((_, index) => `k${index}`)
  const side = (table: LoadedTable, expression: (key: MatchedColumn) => string) =>
    `(SELECT ${keys.map((key, index) => `${expression(key)} AS k${index}`).join(', ')}, count(*) AS n, min(o) AS o FROM ${table.name} ${'GROUP BY ALL'})`
  const on = names.map((name) => `l.${name} IS NOT DISTINCT FROM r.${name}`).join(' AND ')
  await work.run(
    `CREATE TABLE ${catalog}.pairs AS SELECT l.o AS lo, r.o AS ro, coalesce(l.n, 0) > 1 OR coalesce(r.n, 0) > 1 AS repeated
     FROM ${side(left, (key) => key.leftKey)} l FULL JOIN ${side(right, (key) => key.rightKey)} r ON ${on}`,
  )
}

const joined = (catalog: string, table: string, { left, right }: Sides): string =>
  `${catalog}.${table} p LEFT JOIN ${left.name} l ON l.o = p.lo LEFT JOIN ${right.name} r ON r.o = p.ro`

/**
 * The keys, the change, then the differing columns (old, new, difference), then the unchanged columns once.
 */
function shownColumns({ keys, others }: Sides, differing: boolean[]): ShownColumn[] {
  const change = {
    head: { name: changeTitle, type: 'string', databaseType: 'VARCHAR' } as const,
    sql: `CASE WHEN p.lo IS NULL THEN '${addedKind}' WHEN p.ro IS NULL THEN '${removedKind}' ELSE '${changedKind}' END`,
  }
  const pairs = others.filter((_, index) => differing[index])
  const same = others.filter((_, index) => !differing[index])
  return [
    ...keys.map(either),
    change,
    ...pairs.flatMap(({ left, right, difference }) => [
      { head: headOf(left, left.name + sideEndings.old), sql: `l.${left.key}` },
      { head: headOf(right, right.name + sideEndings.new), sql: `r.${right.key}` },
      ...(difference ? [difference] : []),
    ]),
    ...same.map(either),
  ]
}

const either = ({ head, leftValue, rightValue }: MatchedColumn): ShownColumn => ({
  head,
  sql: `CASE WHEN p.lo IS NULL THEN ${rightValue} ELSE ${leftValue} END`,
})

const headOf = ({ type, databaseType }: StoredColumn, name: string): WarehouseColumn => ({
  name,
  type,
  databaseType,
})

/** Rows of the differences that `compare` made. */
export async function differences(
  work: Work,
  { target, from, count }: Jobs['differences']['takes'],
  tables: Tables,
): Promise<ColumnChunk> {
  const catalog = await tables.found(target, file, work.signal)
  if (!catalog) throw new AppError('query_failed', '对比中断，请重试')
  return work.columns(
    `SELECT * EXCLUDE (o) FROM ${catalog}.t WHERE o BETWEEN ${from} AND ${from + count - 1} ORDER BY o`,
  )
}
