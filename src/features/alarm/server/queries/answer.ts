// What a watched query returned in one run: a value per row, told apart by key columns, with its figures.

import { createHash } from 'node:crypto'
import { type RowScope, scopeKey } from '#semantic/model/rowScope.ts'
import type { SessionUser } from '#server/http/session.ts'
import { businessDay } from '#shared/businessDay.ts'
import { AppError } from '#shared/errors.ts'
import { toldText } from '#shared/nothing.ts'
import type { ParameterValue } from '#shared/sql/parameters.ts'
import type { WatchedQuery } from '#features/alarm/contract.ts'
import { type SentQuery, type SentResult, sentQueries } from '#features/code/server/index.ts'
import { valuesOnDay } from '#features/custom/server/index.ts'
import type { ValueCell } from '../checking/figures.ts'
import type { AlarmDeps } from '../deps.ts'

export interface QueryValue {
  cells: ValueCell[]
  label: string
  /** One per column of figures. */
  figures: (number | null)[]
}

export interface Answer {
  rows: number
  values: QueryValue[]
}

export interface Asker {
  /** Whose right to SQL it is. */
  account: SessionUser
  /** The rows that may be seen, at most the account's. */
  scope: RowScope
}

const mostRows = 10_000
export const mostValues = 1_000
const longestLabel = 500

const wrong = (message: string) => new AppError('report_invalid', message)

/** Runs it now; relative days are as on `day`. */
export async function askQuery(
  deps: AlarmDeps,
  query: SentQuery,
  watched: WatchedQuery,
  { account, scope }: Asker,
  { day = businessDay(deps.settings), signal }: { day?: string; signal: AbortSignal },
): Promise<Answer> {
  const result = await runOn(
    deps,
    query,
    watched.params,
    { account, scope },
    { day, signal, limit: mostRows },
  )
  return answerOf(query.name, watched, result)
}

export async function runOn(
  deps: AlarmDeps,
  { name, sql, params }: SentQuery,
  given: Readonly<Record<string, ParameterValue>>,
  { account, scope }: Asker,
  { day, signal, limit }: { day: string; signal: AbortSignal; limit: number },
): Promise<SentResult> {
  const values = await valuesOnDay(deps, params, given, day)
  const typed = Object.fromEntries(
    params.map((one) => [one.name, { type: one.type, value: values[one.name] ?? null }]),
  )
  const { runSentQuery } = await sentQueries()
  return runSentQuery(deps, account, scope, { name, sql, params: typed, limit }, signal)
}

function answerOf(name: string, { columns, keys }: WatchedQuery, result: SentResult): Answer {
  const { rowCount, truncated, labels } = result
  const placeOf = (column: string): number => {
    const at = result.columns.findIndex((one) => one.name.toLowerCase() === column.toLowerCase())
    if (at >= 0) return at
    const names = result.columns.slice(0, 20).map((one) => one.name)
    throw wrong(`查询「${name}」的结果里没有「${column}」列，有：${names.join('、')}`)
  }
  const [keyPlaces, figurePlaces] = [keys.map(placeOf), columns.map(placeOf)]
  if (keys.length === 0 && columns.length > 0 && rowCount > 1)
    throw wrong(
      `查询「${name}」的结果有 ${rowCount.toLocaleString('en-US')} 行，请选择用哪一列区分各行（如游戏、渠道），或让它只返回一行`,
    )
  if (keys.length > 0 && (truncated || rowCount > mostValues))
    throw wrong(
      `查询「${name}」的结果超过 ${mostValues.toLocaleString('en-US')} 行，超出一个告警能监控的范围`,
    )
  const cells = result.columns.map((_, at) =>
    keyPlaces.includes(at) || figurePlaces.includes(at)
      ? result.chunks.flatMap((chunk) => JSON.parse(chunk.columns[at] ?? '[]') as ValueCell[])
      : [],
  )
  const figures = figurePlaces.map((at, place) => figuresOf(columns[place] ?? '', cells[at] ?? []))
  if (keys.length === 0) {
    const own = figures.map((column) => column[0] ?? null)
    return { rows: rowCount, values: [{ cells: [], label: '', figures: own }] }
  }
  const named = keyPlaces.map(
    (at) =>
      new Map(labels.find(({ column }) => column === at)?.names.map(({ code, label }) => [code, label])),
  )
  const textOf = (cell: ValueCell, place: number) =>
    (cell !== null && named[place]?.get(String(cell))) || toldText(cell === null ? null : String(cell))
  const known = new Set<string>()
  const values = Array.from({ length: rowCount }, (_, row): QueryValue => {
    const own = keyPlaces.map((at) => cells[at]?.[row] ?? null)
    const label = own.map(textOf).join(' · ').slice(0, longestLabel)
    const key = JSON.stringify(own)
    if (known.has(key))
      throw wrong(`查询「${name}」的结果里「${label}」不止一行，请再选一列来区分，或在查询里合并`)
    known.add(key)
    return { cells: own, label, figures: figures.map((column) => column[row] ?? null) }
  })
  return { rows: rowCount, values }
}

/** Numbers beyond a double's precision come as text. */
function figuresOf(name: string, cells: readonly ValueCell[]): (number | null)[] {
  const figures = cells.map((cell) =>
    cell === null || cell === '' || typeof cell === 'boolean' ? Number.NaN : Number(cell),
  )
  if (cells.some((cell) => cell !== null) && figures.every(Number.isNaN))
    throw wrong(`「${name}」列不是数字，不能监控；请换一列，或在查询里转成数字`)
  return figures.map((figure) => (Number.isFinite(figure) ? figure : null))
}

/** Runs are comparable where this is the same: query, its values, columns and rows that are seen. */
export function comparableKey(
  query: SentQuery,
  { columns, keys, params }: WatchedQuery,
  scope: RowScope,
): string {
  const parts = [query.id, query.stamp, columns, keys, params, scopeKey(scope)]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 32)
}
