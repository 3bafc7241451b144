// A report's dates: which dimensions are business dates, and the grain at which each is shown.
import { reportInvalid } from '#semantic/model/problem.ts'
import { grainTitles } from '#semantic/model/titles.ts'
import { type Dimension, type Grain, grains, type ReportInfo } from '#semantic/model/types.ts'

export interface GrainChoice {
  /** The dimension that the report's grain applies to; null if the report has no date dimension. */
  dimensionId: number | null
  grain: Grain | null
}

export const finerThan = (grain: Grain, other: Grain): boolean =>
  grains.indexOf(grain) < grains.indexOf(other)

function isTemporal(dimension: Dimension): boolean {
  return dimension.types === 'date' || dimension.types === 'time'
}

/** The dimensions among which the grain's date is found; for a part of a report, those of the whole report. */
export const grainDimensions = (
  { dims, grainDims = dims }: Pick<ReportInfo, 'dims' | 'grainDims'>,
  dimensions: ReadonlyMap<number, Dimension>,
): Dimension[] => grainDims.flatMap((id) => dimensions.get(id) ?? [])

/** The grain applies to the business date, or without one to the first other date. Other dates keep their own grain. */
export function chooseGrain(dims: Dimension[], grain: Grain | undefined): GrainChoice {
  if (grain !== undefined && !grains.includes(grain)) throw reportInvalid(`没有粒度「${grain}」`)
  const temporal = dims.filter(isTemporal)
  const cut = temporal.find(isBusinessDate) ?? temporal[0]
  return { dimensionId: cut?.id ?? null, grain: grain ?? null }
}

/**
 * The grain at which a dimension is shown; null if it is not a date. Throws for a grain finer than its `count_quantum`.
 */
export function grainOf(dimension: Dimension, choice: GrainChoice): Grain | null {
  if (!isTemporal(dimension)) return null
  const finest = dimension.count_quantum
  const usual: Grain = dimension.types === 'time' ? 'hour' : 'day'
  const own =
    dimension.types === 'time'
      ? (finest ?? usual)
      : finest !== null && finerThan(usual, finest)
        ? finest
        : usual
  if (choice.dimensionId !== dimension.id || choice.grain === null) return own
  if (finest !== null && finerThan(choice.grain, finest))
    throw reportInvalid(
      `维度「${dimension.name}」的最小粒度是${grainTitles[finest]}，不能按${grainTitles[choice.grain]}统计`,
    )
  return choice.grain
}

/** Whether the dimension is the business date or time, which each fact reads from its own date or time column. */
export function isBusinessDate(dimension: Dimension): boolean {
  return (
    dimension.table_id === null &&
    (dimension.types === 'date' || dimension.types === 'time') &&
    !dimension.info.expression?.trim()
  )
}

/** A date dimension of the report. */
export interface ReportDate {
  key: string
  dimension: Dimension
  grain: Grain
}

interface Dated {
  dims: Dimension[]
  grain: GrainChoice
}

const datesOf = ({ dims, grain }: Dated): ReportDate[] =>
  dims.flatMap((dimension) => {
    const own = grainOf(dimension, grain)
    return own === null ? [] : [{ key: `d${dimension.id}`, dimension, grain: own }]
  })

/** The finest business date among the first `level` dimensions; null if there is none. */
export function finestDate({ dims, grain }: Dated, level: number): ReportDate | null {
  const [first, ...others] = datesOf({ dims: dims.slice(0, level).filter(isBusinessDate), grain })
  if (first === undefined) return null
  return others.reduce((finest, date) => (finerThan(date.grain, finest.grain) ? date : finest), first)
}

/** The date along which calculations run: the finest business date, else the first other date. */
export const dateAlong = (dated: Dated): ReportDate | null =>
  finestDate(dated, dated.dims.length) ?? datesOf(dated)[0] ?? null
