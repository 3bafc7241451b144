// Fills the forecasts of a report of players' value into its rows. The statement leaves their columns empty, so that
// page, file, message, embed and explanation, which all read the statement's rows, show the same ones.

import type { CohortDay, ExpectedWorth, NoWorth } from '#forecast/worth/types.ts'
import { type Kin, WorthForecast } from '#forecast/worth/worth.ts'
import type { CompiledReport, ReportForecast } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import type { ColumnChunk } from '#server/warehouse/types.ts'
import { dayNumber } from '#shared/day.ts'
import type { Cell } from '../resultText.ts'
import { keyOf, kinOf, type Learned, readLearned } from './cohorts.ts'

/** `many`: more cohorts than are read. */
export type Forecasted = ExpectedWorth | NoWorth | 'many'

/** With more groups than these, each row is forecast by everybody's curve: own ones would take long. */
const mostKin = 300

/** Forecasts by number of days; cells of a row's dimensions in, null for the total. */
export type ForecastOf = (cells: readonly Cell[] | null) => ReadonlyMap<number, Forecasted>

export async function forecastsFor(
  { warehouse }: Deps,
  { forecast }: Required<Pick<CompiledReport, 'forecast'>>,
  signal: AbortSignal,
  timeoutMs?: number,
): Promise<ForecastOf> {
  const { sql, params, limit } = forecast.learned
  const { chunks, truncated } = await warehouse.run({
    ...{ sql, params, limit, signal, pool: 'report' },
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
  if (truncated) return () => new Map(forecast.days.map(({ days }) => [days, 'many']))
  const most = forecast.days.at(-1)?.days ?? 1
  return forecastIn(await readLearned(chunks, forecast, most), forecast)
}

function forecastIn(learned: Learned, forecast: ReportForecast): ForecastOf {
  const today = dayNumber(forecast.today)
  const makers = forecast.days.map(({ days }) => ({ days, maker: new WorthForecast(days, today) }))
  const isPlain = learned.own.size > mostKin
  const none: CohortDay[] = []
  return (cells) => {
    const cohorts = cells === null ? learned.total : (learned.rows.get(keyOf(cells)) ?? none)
    const own = cells === null || isPlain ? learned.all : (learned.own.get(kinOf(cells, forecast)) ?? none)
    const kin: Kin = { own, all: learned.all }
    return new Map(
      makers.map(({ days, maker }) => [days, cohorts.length === 0 ? 'nobody' : maker.of(cohorts, kin)]),
    )
  }
}

/** Writes forecasts into a chunk. `isFirst`: its first row is the total. */
export async function withForecasts(
  chunk: ColumnChunk,
  { days, dims }: ReportForecast,
  forecastOf: ForecastOf,
  isFirst: boolean,
): Promise<ColumnChunk> {
  const cells = Array.from({ length: dims }, (_, at) => JSON.parse(chunk.columns[at] ?? '[]') as Cell[])
  const columns = new Map<number, (number | null)[]>(
    days.flatMap(({ places }) => places.map((place): [number, (number | null)[]] => [place, []])),
  )
  for (let row = 0; row < chunk.rowCount; row++) {
    await breathe()
    const isTotal = isFirst && row === 0
    const found = forecastOf(isTotal ? null : cells.map((column) => column[row] ?? null))
    for (const { days: count, places } of days) {
      const one = found.get(count)
      const { value, low, high } = typeof one === 'object' ? one : { value: null, low: null, high: null }
      for (const [at, figure] of [value, low, high].entries()) columns.get(places[at] as number)?.push(figure)
    }
  }
  return {
    ...chunk,
    columns: chunk.columns.map((text, place) => {
      const own = columns.get(place)
      return own === undefined ? text : JSON.stringify(own)
    }),
  }
}
