// Converts a result's display settings to the form stored with its query, and back.

import { type Look, lookByIndex, lookByName, saysNothing } from '#shared/sql/resultLook.ts'
import { type ChartType, chartTypes } from '#web/chart/options.ts'
import { chartAggregates, filterOps, type QueryLook, type ResultColumn } from '#features/code/contract.ts'
import { type ChartAggregate, type ChartConfig, readConfig } from './chart/config.ts'
import type { ColumnFilter, ResultState } from './shown.ts'

/** Without the statement it belongs to. */
export type KeptLook = Omit<QueryLook, 'statement' | 'of'>

type Kept = Pick<ResultState, 'spec' | 'hidden' | 'frozen' | 'chart' | 'mode'>

const titlesOf = (columns: readonly ResultColumn[]) => columns.map(({ title }) => title)

/** Null where the result is displayed as it came. */
export function lookOf(columns: readonly ResultColumn[], state: Kept): KeptLook | null {
  const { spec, hidden, frozen, mode } = state
  const drawn = mode === 'chart'
  const chart = state.chart ?? (drawn ? readConfig(columns) : null)
  const look: Look<number> = {
    sort: spec.sort.map(({ column, desc }) => ({ column, desc })),
    filters: spec.filters,
    hidden: [...hidden],
    frozen: [...frozen],
    chart,
    drawn,
  }
  return saysNothing(look) ? null : (lookByName(look, titlesOf(columns)) as KeptLook)
}

export function stateOfLook(columns: readonly ResultColumn[], kept: KeptLook): Kept {
  const look = lookByIndex(kept, titlesOf(columns))
  const filters = look.filters.filter(({ op }) => filterOps.some((known) => known === op)) as ColumnFilter[]
  return {
    spec: { sort: look.sort, filters },
    hidden: look.hidden,
    frozen: look.frozen,
    chart: look.chart && chartOf(look.chart),
    mode: look.drawn ? 'chart' : 'table',
  }
}

/** In a fixed order of properties: unchanged settings must serialize equally. */
const chartOf = ({
  type,
  x,
  values,
  series,
  aggregate,
}: NonNullable<Look<number>['chart']>): ChartConfig => ({
  type: chartTypes.find((one): one is ChartType => one === type) ?? 'line',
  x,
  values,
  series,
  aggregate: chartAggregates.find((one): one is ChartAggregate => one === aggregate) ?? 'sum',
})
