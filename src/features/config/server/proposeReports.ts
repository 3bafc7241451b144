// The first reports of an imported table: along its dates, by its plainest dimension, and the top of another.
import { grainTitles } from '../../../semantic/model/titles.ts'
import type { Grain, ReportInfo } from '../../../semantic/model/types.ts'
import type { ImportedTable } from '../../../server/warehouse/import/proposal.ts'
import { spaced } from '../../../shared/spacing.ts'
import type { SavedDefinitions } from './proposeDefinitions.ts'

export interface FirstReport {
  name: string
  info: ReportInfo
}

const shownPoints = 6
const topRows = 20

export function proposeReports(imported: ImportedTable, saved: SavedDefinitions): FirstReport[] {
  const points = shown(saved)
  const leading = leadingPoint(saved)
  const dated: Pick<ReportInfo, 'dateRange'> = saved.dateDimension ? { dateRange: { relative: 'all' } } : {}
  const descending = leading ? [{ key: `p${leading.id}`, desc: true }] : []
  const reports: FirstReport[] = []
  if (saved.dateDimension) {
    const grain = grainOf(imported)
    const order = [{ key: `d${saved.dateDimension}`, desc: true }]
    reports.push({
      name: `按${grainTitles[grain]}`,
      info: { dims: [saved.dateDimension], points, grain, order, ...dated },
    })
  }
  const [plain, rich] = bestDimensions(saved)
  if (plain) {
    const info = { dims: [plain.id], points, order: descending, ...dated }
    reports.push({ name: spaced(`按${plain.column.name}`), info })
  }
  if (rich) {
    const info = { dims: [rich.id], points, order: descending, limit: topRows, ...dated }
    reports.push({ name: spaced(`${rich.column.name}前 ${topRows} 名`), info })
  }
  if (reports.length === 0) reports.push({ name: '合计', info: { dims: [], points, ...dated } })
  return reports
}

const totals = /total|global|amount|revenue|gmv|总|合计|金额|收入|销售额/i

/** The point that rows are ordered by: what looks like a total, else the first sum, else the count of rows. */
function leadingPoint({ points: [rows, ...sums] }: SavedDefinitions) {
  return sums.find(({ name }) => totals.test(name)) ?? sums[0] ?? rows
}

/** Sums first, the count of rows last. */
function shown({ points }: SavedDefinitions): number[] {
  const [rows, ...sums] = points.map(({ id }) => id)
  return [...sums.slice(0, shownPoints), ...(rows === undefined ? [] : [rows])]
}

/** One that a page shows whole, and one with more values of which the top is worth a look. */
function bestDimensions({ dimensions }: SavedDefinitions) {
  const texts = dimensions.filter(({ column }) => column.type === 'VARCHAR' || column.type === 'BOOLEAN')
  const rest = dimensions.filter((dimension) => !texts.includes(dimension))
  const candidates = [...texts, ...rest].filter(({ column }) => column.distinct > 1)
  const plain = candidates.find(({ column }) => column.distinct <= 50)
  const others = candidates.filter((dimension) => dimension !== plain)
  const rich = others.reduce<(typeof others)[number] | undefined>(
    (best, one) => (!best || one.column.distinct > best.column.distinct ? one : best),
    undefined,
  )
  return [plain, rich] as const
}

/** A grain that gives some dozens of rows. */
function grainOf({ profiles, dateColumn }: ImportedTable): Grain {
  const column = profiles.find(({ name }) => name === dateColumn)
  const days = (Date.parse(column?.most ?? '') - Date.parse(column?.least ?? '')) / 86_400_000
  if (days > 365 * 4) return 'year'
  return days > 150 ? 'month' : 'day'
}
