// The game flow report: grouped cells, totals by currency, missing rates and shares, and which days are
// closed or not reconciled.

import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import { gamesOf } from '#server/objects/games.ts'
import type { Caller } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import {
  baseCurrency,
  type FlowGroup,
  type FlowQuery,
  type FlowReport,
  type FlowRow,
  flowGroups,
  flowGroupTitles,
  mostFlowDays,
  mostServerDays,
} from '#features/gameflow/contract.ts'
import { standingCloses } from '../months/frozen.ts'
import { type CodeNames, namedCodes, readNames } from '../names.ts'
import { matchStatements, type OpenStatement, statementsOf, widened } from '../records/matching.ts'
import type { PricedCell } from './cell.ts'
import { readCells } from './cells.ts'
import { chartOf } from './chart.ts'
import { cleanRange, type DayRange, monthOf, monthsBetween } from './days.ts'
import { missingRates } from './missing.ts'
import { readSource } from './source.ts'
import { FlowSums, type Shown } from './sums.ts'

/** Row limit of a page. */
const mostRows = 5_000

interface Question extends DayRange {
  groups: readonly FlowGroup[]
  shown: Shown
  filters: Pick<FlowQuery, 'cgi' | 'channel' | 'server' | 'currency'>
  withServer: boolean
}

export async function gameFlow(
  deps: Deps,
  caller: Caller,
  range: { startDate: string; endDate: string },
  query: FlowQuery,
  signal?: AbortSignal,
): Promise<FlowReport> {
  const question = questionOf(range, query)
  const { db } = deps.metadata
  const [{ definition, problem }, names, games, closes] = await Promise.all([
    readSource(deps),
    readNames(db, caller.games),
    gamesOf(db, caller),
    standingCloses(db, caller.games, question),
  ])
  const seen = new Set(games.map(({ cgi }) => cgi))
  const months = monthsBetween(monthOf(question.from), monthOf(question.to)).map((month) => ({
    month,
    closed: closes.filter((close) => close.month === month && seen.has(close.cgi)).length,
    games: games.length,
  }))
  const base = { months, games, source: { ready: problem === '', problem } }
  if (!definition || problem !== '') return { ...emptyReport(question), ...base }
  const statements = await statementsOf(db, caller.games, question)
  const whole = widened(question, statements)
  const withServer = question.withServer || statements.some(({ server }) => server !== '')
  const cells = await readCells(deps, definition, caller, { ...whole, withServer }, signal)
  const open = await matchStatements(db, statements, cells)
  const ranged = cells.filter(({ day }) => question.from <= day && day <= question.to)
  const chosen = await narrowed(ranged, question)
  return {
    ...(await grouped(chosen, question, open.filter(isOpen))),
    ...base,
    chart: await chartOf(chosen, question),
    missing: missingRates(chosen, names, question.shown),
    channels: namedCodes(
      names.channels,
      ranged.map(({ channel }) => channel),
    ),
    servers: question.withServer ? serversOf(ranged, names) : [],
    currencies: [...new Set(ranged.map(({ currency }) => currency))].sort(),
  }
}

function questionOf(
  { startDate, endDate }: { startDate: string; endDate: string },
  query: FlowQuery,
): Question {
  const wanted = (query.group ?? 'day,game,channel').split(',').filter((group) => group !== '')
  const unknown = wanted.find((group) => !(flowGroups as readonly string[]).includes(group))
  if (unknown !== undefined)
    throw new AppError(
      'parameter_wrong',
      `不能按「${unknown.slice(0, 20)}」分组，可用：${flowGroups.map((group) => `${group}（${flowGroupTitles[group]}）`).join('、')}`,
    )
  const shown: Shown = query.converted ? 'base' : 'own'
  const groups = flowGroups.filter(
    (group) => wanted.includes(group) || (group === 'currency' && shown === 'own'),
  )
  const withServer = groups.includes('server') || (query.server ?? '') !== ''
  const range = cleanRange(startDate, endDate, withServer ? mostServerDays : mostFlowDays)
  const { cgi, channel, server, currency } = query
  const filters = { cgi, channel, server, currency: currency?.toUpperCase() }
  return { ...range, groups, shown, withServer, filters: filters as Question['filters'] }
}

const emptyReport = ({ shown }: Question): FlowReport => ({
  currency: shown === 'base' ? baseCurrency : '',
  rows: [],
  totals: [],
  missing: [],
  chart: { currency: baseCurrency, points: [] },
  months: [],
  games: [],
  channels: [],
  servers: [],
  currencies: [],
  source: { ready: false, problem: '' },
})

async function narrowed(cells: readonly PricedCell[], { filters }: Question): Promise<PricedCell[]> {
  const holds = (wanted: string | undefined, value: string) =>
    wanted === undefined || wanted === '' || wanted === value
  const found: PricedCell[] = []
  for (const [at, cell] of cells.entries()) {
    if (at % 500 === 0) await breathe()
    if (
      holds(filters.cgi, cell.cgi) &&
      holds(filters.channel, cell.channel) &&
      holds(filters.server, cell.server) &&
      holds(filters.currency, cell.currency)
    )
      found.push(cell)
  }
  return found
}

const isOpen = ({ state }: OpenStatement): boolean => state === 'differs' || state === 'changed'

async function grouped(
  cells: readonly PricedCell[],
  { groups, shown }: Question,
  open: readonly OpenStatement[],
): Promise<FlowReport> {
  const rows = new Map<string, { cell: PricedCell; sums: FlowSums }>()
  const totals = new Map<string, FlowSums>()
  for (const [at, cell] of cells.entries()) {
    if (at % 200 === 0) await breathe()
    const key = groups.map((group) => keyPart(cell, group)).join('\n')
    let row = rows.get(key)
    if (!row) {
      if (rows.size >= mostRows)
        throw new AppError('parameter_wrong', `结果超过 ${mostRows} 行，请缩短日期、加上筛选或减少分组`)
      row = { cell, sums: new FlowSums(shown) }
      rows.set(key, row)
    }
    row.sums.add(cell)
    const currency = shown === 'base' ? baseCurrency : cell.currency
    const total = totals.get(currency) ?? new FlowSums(shown)
    totals.set(currency, total)
    total.add(cell)
  }
  const told: FlowRow[] = []
  const sorted = [...rows].sort(byKey)
  const marks = marksOf(
    sorted.map(([, { cell }]) => cell),
    groups,
    open,
  )
  for (const [at, [, { cell, sums }]] of sorted.entries()) {
    await breathe()
    told.push(rowOf(cell, sums, groups, shown, marks.get(at) ?? 0))
  }
  return {
    ...emptyReport({ shown } as Question),
    rows: told,
    totals: [...totals]
      .sort(([one], [other]) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1))
      .map(([currency, sums]) => ({ currency, ...sums.told(currency) })),
  }
}

const rankOf = (currency: string): number => (currency === baseCurrency ? 0 : 1)
const byKey = ([one]: [string, unknown], [other]: [string, unknown]): number =>
  one < other ? -1 : one > other ? 1 : 0

function keyPart(cell: PricedCell, group: FlowGroup): string {
  if (group === 'month') return monthOf(cell.day)
  return group === 'game' ? cell.cgi : cell[group]
}

function rowOf(
  cell: PricedCell,
  sums: FlowSums,
  groups: readonly FlowGroup[],
  shown: Shown,
  unreconciled: number,
): FlowRow {
  const value = (group: FlowGroup): string => (groups.includes(group) ? keyPart(cell, group) : '')
  return {
    month: value('month'),
    day: value('day'),
    game: value('game'),
    channel: value('channel'),
    server: value('server'),
    currency: shown === 'base' && !groups.includes('currency') ? baseCurrency : value('currency'),
    ...sums.told(shown === 'base' ? baseCurrency : cell.currency),
    closed: sums.closedState,
    unreconciled,
  }
}

/** How many statements each row is marked with: one of a whole month is marked once, at its last row. */
function marksOf(
  cells: readonly PricedCell[],
  groups: readonly FlowGroup[],
  open: readonly OpenStatement[],
): Map<number, number> {
  const marks = new Map<number, number>()
  for (const statement of open) {
    const at = cells.findLastIndex((cell) => concerns(statement, cell, groups))
    if (at >= 0) marks.set(at, (marks.get(at) ?? 0) + 1)
  }
  return marks
}

/** Whether a row's days, game, channel, server and currency are covered by a statement. */
function concerns(statement: OpenStatement, cell: PricedCell, groups: readonly FlowGroup[]): boolean {
  const same = (group: FlowGroup, wanted: string, value: string) =>
    !groups.includes(group) || wanted === value
  if (groups.includes('day') && (cell.day < statement.from || cell.day > statement.to)) return false
  if (groups.includes('month') && monthOf(statement.from) !== monthOf(cell.day)) return false
  return (
    same('game', statement.cgi, cell.cgi) &&
    same('channel', statement.channel, cell.channel) &&
    same('currency', statement.currency, cell.currency) &&
    (statement.server === '' || same('server', statement.server, cell.server))
  )
}

const serversOf = (cells: readonly PricedCell[], { servers }: CodeNames) =>
  [...new Set(cells.map(({ server }) => server))]
    .filter((key) => key !== '')
    .sort()
    .map((key) => ({ key, name: servers.get(key) ?? key }))
