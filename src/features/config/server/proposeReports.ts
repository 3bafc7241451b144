// The first reports of an imported table, each with a suitable chart: over time, by the most telling
// dimension, top values, and the distribution of players' figures.
import { grainTitles } from '#semantic/model/titles.ts'
import type { Grain, ReportInfo } from '#semantic/model/types.ts'
import type { ImportedTable } from '#server/warehouse/import/proposal.ts'
import { isPeriodColumn, isPeriodName } from '#shared/imports/columnWords.ts'
import { spaced } from '#shared/spacing.ts'
import { flagOf, personKey } from './proposeColumns.ts'
import type { SavedDefinitions, SavedDimension } from './proposeDefinitions.ts'
import type { SavedPoint } from './proposePoints.ts'

interface FirstReport {
  name: string
  info: ReportInfo
}

const mostReports = 3
const shownPoints = 6
/** Columns of periods, side by side, are one series. */
const shownPeriods = 12
const topRows = 20
/** The most values that a page shows completely; a pie shows fewer. */
const plainValues = 50
const pieValues = 8

export function proposeReports(imported: ImportedTable, saved: SavedDefinitions): FirstReport[] {
  const drafts = new Drafts(imported, saved)
  const reports = [drafts.alongTime(), ...drafts.byDimensions(), drafts.spread()].filter(
    (each) => each !== null,
  )
  if (reports.length < 2) reports.push(...drafts.further())
  return reports.length > 0 ? reports.slice(0, mostReports) : [drafts.total()]
}

const totals = /total|global|amount|revenue|gmv|总|合计|金额|收入|销售额|充值|流水/i
const telling =
  /渠道|平台|大区|类型|类别|品类|分类|地区|区域|省|城市|国家|版本|分组|组别|区服|服务器|状态|职业|阵营|性别|等级|关卡|channel|platform|type|category|genre|region|country|city|version|variant|group|server|zone|status|class|gender|level|publisher/i

class Drafts {
  readonly #imported: ImportedTable
  readonly #saved: SavedDefinitions
  readonly #dated: Pick<ReportInfo, 'dateRange'>
  readonly #points: readonly SavedPoint[]
  readonly #isOfPersons: boolean
  readonly #period: SavedDimension | undefined

  constructor(imported: ImportedTable, saved: SavedDefinitions) {
    this.#imported = imported
    this.#saved = saved
    this.#dated = saved.dateDimension ? { dateRange: { relative: 'all' } } : {}
    this.#isOfPersons = personKey(imported) !== undefined
    this.#points = shownOf(saved.points, this.#isOfPersons)
    this.#period = saved.dateDimension
      ? undefined
      : saved.dimensions.find(({ column }) => isPeriodName(column.name) && column.distinct > 1)
  }

  get #ids(): number[] {
    return this.#points.map(({ id }) => id)
  }

  /** Sorts the rows, and comes first in the chart. */
  get #leading(): SavedPoint | undefined {
    const sums = this.#points.filter(({ role }) => ['sum', 'balance', 'daily', 'peak'].includes(role))
    const counts = this.#points.filter(({ role }) => role === 'count')
    return sums.find(({ name }) => totals.test(name)) ?? sums[0] ?? counts[0] ?? this.#points.at(-1)
  }

  /** Sorted by the charted point, else the bars are unsorted. */
  #descending(drawn = this.#leading): NonNullable<ReportInfo['order']> {
    return drawn ? [{ key: `p${drawn.id}`, desc: true }] : []
  }

  alongTime(): FirstReport | null {
    const { dateDimension } = this.#saved
    if (dateDimension) {
      const grain = grainOf(this.#imported)
      const info: ReportInfo = {
        dims: [dateDimension],
        points: this.#ids,
        grain,
        order: [{ key: `d${dateDimension}`, desc: true }],
        chart: { kind: 'line', ...this.#drawn() },
        ...this.#dated,
      }
      return { name: `按${grainTitles[grain]}`, info }
    }
    const period = this.#period
    if (!period) return null
    const order = [{ key: `d${period.id}`, desc: false }]
    const info: ReportInfo = {
      dims: [period.id],
      points: this.#ids,
      order,
      chart: { kind: 'column', ...this.#drawn() },
    }
    return { name: spaced(`按${period.column.name}趋势`), info }
  }

  #drawn(): { keys?: string[] } {
    const leading = this.#leading
    return leading ? { keys: [`p${leading.id}`] } : {}
  }

  /** A dimension with few values, and one with many, of which the top is shown. */
  byDimensions(): (FirstReport | null)[] {
    const [plain, rich] = this.#bestDimensions()
    return [plain ? this.#compared(plain) : null, rich ? this.#top(rich) : null]
  }

  /** By the next dimension, where there is only one report. */
  further(): FirstReport[] {
    const second = this.#bestDimensions()[2]
    return second ? [this.#compared(second)] : []
  }

  #compared({ id, column }: SavedDimension): FirstReport {
    const leading = this.#leading
    const means = this.#points.filter(({ role }) => role === 'average' || role === 'share')
    // For players, their figures are compared, not their number.
    const drawn = this.#isOfPersons ? (means[0] ?? leading) : leading
    const addsUp = drawn?.role === 'sum' || drawn?.role === 'rows' || drawn?.role === 'balance'
    const isPart = addsUp && column.distinct <= pieValues
    const info: ReportInfo = {
      dims: [id],
      points: this.#ids,
      order: isOrdered(column.type) ? [{ key: `d${id}`, desc: false }] : this.#descending(drawn),
      ...(isPart && drawn && { shares: [drawn.id] }),
      chart: {
        kind: isPart ? 'pie' : column.distinct > 16 ? 'bar' : 'column',
        ...(drawn && { keys: [`p${drawn.id}`] }),
      },
      ...this.#dated,
    }
    return { name: spaced(`按${column.name}`), info }
  }

  #top({ id, column }: SavedDimension): FirstReport {
    const info: ReportInfo = {
      dims: [id],
      points: this.#ids,
      order: this.#descending(),
      limit: topRows,
      chart: { kind: 'bar', ...this.#drawn() },
      ...this.#dated,
    }
    return { name: spaced(`${column.name}前 ${topRows} 名`), info }
  }

  /** How many players have a figure of 0–10, 10–20 … */
  spread(): FirstReport | null {
    const whom = this.#saved.points.find(
      ({ role, column }) => role === 'count' && column?.name === personKey(this.#imported)?.name,
    )
    const value =
      this.#saved.points.find(
        ({ role, column, sum }) =>
          role === 'average' && sum !== undefined && /INT|DECIMAL/.test(column?.type ?? ''),
      ) ?? this.#saved.points.find(({ role }) => role === 'sum')
    const of = value?.sum ?? value?.id
    if (!whom || !value?.column || of === undefined || Number(value.column.least) < 0) return null
    const info: ReportInfo = {
      kind: 'distribution',
      dims: [],
      points: [whom.id, of],
      distribution: { bounds: boundsOf(value.column.high ?? Number(value.column.most)) },
      chart: { kind: 'column' },
      ...this.#dated,
    }
    return { name: spaced(`${value.column.name}分布`), info }
  }

  total(): FirstReport {
    return { name: '合计', info: { dims: [], points: this.#ids, ...this.#dated } }
  }

  #bestDimensions() {
    const { rowCount } = this.#imported.table
    const candidates = this.#saved.dimensions
      .filter((dimension) => dimension !== this.#period && dimension.column.distinct > 1)
      .map((dimension) => ({ dimension, score: scoreOf(dimension) }))
      .sort((one, other) => other.score - one.score)
      .map(({ dimension }) => dimension)
    const plain = candidates.find(({ column }) => column.distinct <= plainValues)
    const others = candidates.filter(
      (dimension) =>
        dimension !== plain && dimension.column.type === 'VARCHAR' && dimension.column.distinct > pieValues,
    )
    // Hardly repeating values are row names; among repeating ones, more values tell more.
    const repeated = others.filter(({ column }) => column.distinct <= rowCount / 2)
    const second = candidates.find(
      (dimension) => dimension !== plain && dimension.column.distinct <= plainValues,
    )
    return [plain, richest(repeated) ?? richest(others), second] as const
  }
}

const richest = (dimensions: readonly SavedDimension[]): SavedDimension | undefined =>
  dimensions.reduce<SavedDimension | undefined>(
    (best, one) => (!best || one.column.distinct > best.column.distinct ? one : best),
    undefined,
  )

/** Numbers and levels keep their own order. */
const isOrdered = (type: string): boolean => /INT|DECIMAL|DOUBLE/.test(type)

/** Usual dimensions first; flags tell little in comparison. */
function scoreOf({ column }: SavedDimension): number {
  const isText = column.type === 'VARCHAR' ? 2 : 0
  const isFew = column.distinct <= 12 ? 1 : 0
  return isText + isFew + (telling.test(column.name) ? 2 : 0) - (flagOf(column) ? 3 : 0)
}

/**
 * Sums first, then distinct counts, means and shares; the row count last, and not where players are counted.
 */
function shownOf(points: readonly SavedPoint[], isOfPersons: boolean): SavedPoint[] {
  const having = (...roles: SavedPoint['role'][]) => points.filter(({ role }) => roles.includes(role))
  const sums = having('sum', 'balance', 'daily', 'peak')
  const periods = sums.filter(({ name }) => isPeriodColumn(name))
  const most = periods.length >= 3 ? shownPeriods : shownPoints
  const others = [...having('count'), ...having('average'), ...having('share')]
  const kept = Math.max(most - others.length, Math.ceil(most / 2))
  const shown = isOfPersons
    ? [...having('count'), ...having('average'), ...having('share'), ...sums].slice(0, most)
    : [...sums.slice(0, kept), ...others].slice(0, most)
  return isOfPersons && having('count').length > 0 ? shown : [...shown, ...having('rows')]
}

const buckets = 8

/** Even, round bounds up to the 90th percentile. */
function boundsOf(high: number): number[] {
  const raw = Math.max(high, buckets) / buckets
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= raw) ?? 10) * power
  return Array.from({ length: buckets + 1 }, (_, at) => at * step)
}

/** A grain that gives a few dozen rows, and not finer than the dates. */
function grainOf({ profiles, dateColumn }: ImportedTable): Grain {
  const column = profiles.find(({ name }) => name === dateColumn)
  const days = (Date.parse(column?.most ?? '') - Date.parse(column?.least ?? '')) / 86_400_000
  if (days > 365 * 4) return 'year'
  const isMonthly = column !== undefined && column.distinct > 1 && column.distinct <= days / 25 + 2
  return days > 150 || (isMonthly && days > 50) ? 'month' : 'day'
}
