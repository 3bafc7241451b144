// The search results: days arrive in parts and the search can be stopped; only the latest request counts.
import { navigate } from 'wouter/use-browser-location'
import { create } from 'zustand'
import { shiftDay } from '#shared/day.ts'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { businessToday } from '#web/shell/businessDay.ts'
import {
  type againsts,
  type Finding,
  type Found,
  findMovers,
  findRows,
  findUnusual,
  type Interval,
  type Mover,
  queryConfidenceInterval,
  type RangeAddress,
  type RowsFound,
  type RowsQuestion,
  rangeAddress,
  readRange,
  type UnusualQuestion,
} from '#features/prediction/contract.ts'
import { useOptions } from '../asked/options.ts'

interface Moved {
  /** Key of the finding. */
  key: string
  interval: Interval | null
  movers: Mover[] | null
  failure: CallError | null
}

interface Shown {
  found: Found | null
  rows: RowsFound | null
  failure: CallError | null
  isWorking: boolean
  /** The user stopped the search, so there may be more findings. */
  isStopped: boolean
  moved: Moved | null
  against: (typeof againsts)[number]
}

const blank: Shown = {
  found: null,
  rows: null,
  failure: null,
  isWorking: false,
  isStopped: false,
  moved: null,
  against: 'week',
}
export const useRange = create<Shown>(() => blank)

export const shownAddress = (): RangeAddress => readRange(window.location.search)

export function ask(changed: Partial<RangeAddress>, replace = false): void {
  navigate(rangeAddress({ ...shownAddress(), ...changed }), { replace })
}

const usualDays = 30

/** The last thirty complete days, unless the user chose others. */
export function daysAsked({ from, to }: Pick<RangeAddress, 'from' | 'to'>): { from: string; to: string } {
  const end = to || shiftDay(businessToday(), -1)
  return { from: from || shiftDay(end, 1 - usualDays), to: end }
}

export function pointsAsked({ points }: Pick<RangeAddress, 'points'>): number[] {
  const { turnover } = useOptions.getState().options ?? { turnover: null }
  return points.length > 0 ? points : turnover === null ? [] : [turnover]
}

let working = new AbortController()

export function stop(): void {
  if (!useRange.getState().isWorking) return
  working.abort()
  useRange.setState({ isWorking: false, isStopped: true })
}

const whoseOf = ({ games, filters }: Pick<RangeAddress, 'games' | 'filters'>) => ({
  ...(games.length > 0 && { games }),
  ...(filters.length > 0 && { filters }),
})

export async function search(asked: RangeAddress): Promise<void> {
  working.abort()
  const own = new AbortController()
  working = own
  useRange.setState({ failure: null, isWorking: true, isStopped: false, moved: null })
  try {
    if (asked.part === 'rows') {
      const rows = await call(findRows, { body: rowsQuestion(asked) }, { ...quiet, signal: own.signal })
      if (!own.signal.aborted) useRange.setState({ rows })
    } else await searchDays(asked, own.signal)
  } catch (error) {
    if (!own.signal.aborted) useRange.setState({ failure: failureOf(error), found: null, rows: null })
  } finally {
    if (!own.signal.aborted) useRange.setState({ isWorking: false })
  }
}

async function searchDays(asked: RangeAddress, signal: AbortSignal): Promise<void> {
  let soFar: Found | null = null
  do {
    const part: Found = await call(
      findUnusual,
      { body: { ...unusualQuestion(asked), after: soFar?.done ?? 0 } },
      { ...quiet, signal },
    )
    if (signal.aborted) return
    soFar = soFar ? joined(soFar, part) : part
    useRange.setState({ found: soFar })
  } while (soFar.done < soFar.all)
}

export function unusualQuestion(asked: RangeAddress): UnusualQuestion {
  const { dims, level, side } = asked
  const [dim] = dims
  return {
    points: pointsAsked(asked),
    ...(dim !== undefined && { dim }),
    ...whoseOf(asked),
    ...daysAsked(asked),
    level,
    side,
  }
}

const joined = (before: Found, next: Found): Found => ({
  ...next,
  findings: [...before.findings, ...next.findings].sort((one, other) => other.beyond - one.beyond),
  forecasts: before.forecasts + next.forecasts,
  untold: before.untold + next.untold,
  elapsedMs: before.elapsedMs + next.elapsedMs,
})

/** Percentages are typed in percent but stored in the warehouse as fractions. */
export function rowsQuestion(asked: RangeAddress): RowsQuestion {
  const { dims, way, low, high, count, perDay } = asked
  const [point = 0] = pointsAsked(asked)
  const by =
    useOptions.getState().options?.points.find(({ id }) => id === point)?.format === 'percent' ? 100 : 1
  const bound = (text: string) => (text === '' ? undefined : Number((Number(text) / by).toPrecision(15)))
  const isRanged = way === 'inside' || way === 'outside'
  return {
    point,
    dims,
    ...whoseOf(asked),
    ...daysAsked(asked),
    way,
    ...(isRanged && low !== '' && { low: bound(low) as number }),
    ...(isRanged && high !== '' && { high: bound(high) as number }),
    ...(!isRanged && { count }),
    perDay,
  }
}

export const keyOf = ({ point, day, key }: Pick<Finding, 'point' | 'day' | 'key'>): string =>
  `${point} ${day} ${key}`

export const chosenFinding = (): Finding | undefined => {
  const { chosen } = shownAddress()
  const findings = useRange.getState().found?.findings ?? []
  return findings.find((one) => keyOf(one) === chosen) ?? findings[0]
}

let looking = new AbortController()
const daysAround = 90

/** Loads what shows beside a finding: the expected interval of its days, and the causes of its change. */
export async function look(finding: Finding, asked: RangeAddress): Promise<void> {
  looking.abort()
  const own = new AbortController()
  looking = own
  const key = keyOf(finding)
  const before = useRange.getState().moved
  const kept = before?.key === key ? before : { key, interval: null, movers: null, failure: null }
  useRange.setState({ moved: { ...kept, movers: null, failure: null } })
  const set = (changed: Partial<Moved>) => {
    const { moved } = useRange.getState()
    if (!own.signal.aborted && moved?.key === key) useRange.setState({ moved: { ...moved, ...changed } })
  }
  const { point, cells, day } = finding
  const [dim] = asked.dims
  const options = { ...quiet, signal: own.signal }
  const filters = [...asked.filters, ...ownFilter(finding, dim)]
  const to = shiftDay(day, 7) < daysAsked(asked).to ? shiftDay(day, 7) : daysAsked(asked).to
  const chart = call(
    queryConfidenceInterval,
    {
      body: {
        point,
        ...whoseOf({ ...asked, filters }),
        to,
        horizon: 0,
        past: daysAround,
        levels: [asked.level],
      },
    },
    options,
  )
  const moving = call(
    findMovers,
    {
      body: {
        point,
        ...(dim !== undefined && { dim, cells }),
        ...whoseOf(asked),
        day,
        against: useRange.getState().against,
      },
    },
    options,
  )
  await Promise.all([
    chart.then(
      (interval) => set({ interval }),
      (error: unknown) => set({ failure: failureOf(error) }),
    ),
    moving.then(
      (movers) => set({ movers }),
      (error: unknown) => set({ failure: failureOf(error), movers: [] }),
    ),
  ])
}

export function ownFilter(
  { cells }: Pick<Finding, 'cells'>,
  dim: number | undefined,
): RangeAddress['filters'] {
  const [cell] = cells
  if (dim === undefined || cells.length === 0) return []
  if (cell === null || cell === undefined) return [{ dim, op: 'isNull', values: [] }]
  return [{ dim, op: 'in', values: [typeof cell === 'boolean' ? String(cell) : cell] }]
}

export function leaveRange(): void {
  working.abort()
  looking.abort()
  useRange.setState(blank)
}
