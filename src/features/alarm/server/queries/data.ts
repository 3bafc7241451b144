// The figures of a watched query's last runs, for its alarm's page, as far as the caller sees the rows behind them.

import type { Caller, Db } from '#server/objects/types.ts'
import type { AlarmReportData, WatchedQuery } from '#features/alarm/contract.ts'
import { minuteText } from '../checking/periods.ts'
import { comparableRuns } from './history.ts'

const runsShown = 30
const mostShown = 200

export async function queryData(
  db: Db,
  caller: Caller,
  query: WatchedQuery,
  alarm: number,
): Promise<AlarmReportData> {
  const runs = (await comparableRuns(db, { alarm, most: runsShown }, caller)).filter(({ values }) =>
    values.every(
      ({ cells, figures }) => cells.length === query.keys.length && figures.length === query.columns.length,
    ),
  )
  const last = runs.at(-1)
  const first = ({ figures }: { figures: readonly (number | null)[] }) => Math.abs(figures[0] ?? -1)
  const shown = (last?.values ?? []).toSorted((one, other) => first(other) - first(one)).slice(0, mostShown)
  const known = runs.map(
    ({ values }) => new Map(values.map((one) => [JSON.stringify(one.cells), one.figures])),
  )
  return {
    ...headOf(query),
    periods: runs.map(({ minute }) => minuteText(minute)),
    unfinishedFrom: null,
    values: shown.map(({ cells, label }) => ({
      key: JSON.stringify(cells),
      cells,
      label,
      figures: query.columns.map((_, at) => known.map((run) => run.get(JSON.stringify(cells))?.[at] ?? null)),
    })),
    truncated: shown.length < (last?.values.length ?? 0),
    updateTime: null,
  }
}

/** Columns stand for points, key columns for dimensions. */
export const headOf = ({
  columns,
  keys,
}: WatchedQuery): Pick<AlarmReportData, 'points' | 'dims' | 'grain'> => ({
  points: columns.map((name, at) => ({ id: at + 1, name, unit: '', format: null })),
  dims: keys.map((name, at) => ({ id: at + 1, name, dictId: null })),
  grain: 'run',
})
