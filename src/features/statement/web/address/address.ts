// The address of a report: everything that the reader changed, compactly; what is as saved is left out.
// Reading never throws: a part that makes no sense is dropped and named, the rest holds.
import {
  type DateRange,
  filterOps,
  type Grain,
  grains,
  type RelativeRange,
  type ReportFilter,
  type ReportInfo,
  relativeRanges,
} from '../../../../semantic/model/types.ts'
import { isDay } from '../dates/days.ts'
import { decodeValues, encodeValues } from './textCode.ts'

/** What of a report's definition an address can replace. */
export type ReportChanges = Partial<
  Pick<
    ReportInfo,
    'dateRange' | 'grain' | 'dims' | 'points' | 'filters' | 'order' | 'columns' | 'limit' | 'fillDates'
  >
>

export interface ReportAddress {
  view: number | null
  /** null: the view's first; 0: one that is not saved yet. */
  report: number | null
  changes: ReportChanges
}

export const detailPath = '/statement/detail'
const mostDims = 20
const mostPoints = 500
const mostFilters = 100

const isId = (text: string) => /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text))

function readIds(text: string, most: number): number[] | undefined {
  if (text === '') return []
  const parts = [...new Set(text.split('.'))]
  return parts.length <= most && parts.every(isId) ? parts.map(Number) : undefined
}

function readRange(text: string): DateRange | undefined {
  if (relativeRanges.includes(text as RelativeRange)) return { relative: text as RelativeRange }
  const [from = '', to = '', rest] = text.split('..')
  return rest === undefined && isDay(from) && isDay(to) && from <= to ? { from, to } : undefined
}

const writeRange = (range: DateRange) => ('relative' in range ? range.relative : `${range.from}..${range.to}`)

const isKey = (text: string) => /^[dp]/.test(text) && isId(text.slice(1))

function readOrder(text: string): ReportInfo['order'] | undefined {
  if (text === '') return []
  const order = text.split('.').map((part) => {
    const desc = part.startsWith('-')
    return { key: desc ? part.slice(1) : part, desc }
  })
  return order.length <= 20 && order.every(({ key }) => isKey(key)) ? order : undefined
}

function readColumns(text: string): string[] | undefined {
  const keys = [...new Set(text.split('.'))]
  return keys.length <= 520 && keys.every(isKey) ? keys : undefined
}

/** `d3~in~iOS,Android`; without the last part nothing is chosen yet. */
function writeFilter({ dim, point, op, values }: ReportFilter): string {
  const subject = dim === undefined ? `p${point}` : `d${dim}`
  return values.length === 0 ? `${subject}~${op}` : `${subject}~${op}~${encodeValues(values)}`
}

function readFilter(text: string): ReportFilter | undefined {
  const match = /^([dp])(\d+)~(\w+)(?:~([\s\S]*))?$/.exec(text)
  if (!match) return undefined
  const [, kind, id = '', op, coded] = match
  const values = coded === undefined ? [] : decodeValues(coded)
  if (!isId(id) || values === undefined || !filterOps.includes(op as ReportFilter['op'])) return undefined
  return { [kind === 'd' ? 'dim' : 'point']: Number(id), op: op as ReportFilter['op'], values }
}

function readFilters(texts: string[]): ReportFilter[] | undefined {
  if (texts.length === 1 && texts[0] === '') return []
  const filters = texts.map(readFilter)
  return texts.length <= mostFilters && !filters.includes(undefined) ? (filters as ReportFilter[]) : undefined
}

export function writeAddress({ view, report, changes }: ReportAddress): string {
  const query: [string, string][] = []
  if (view !== null) query.push(['id', String(view)])
  if (report !== null) query.push(['report', String(report)])
  if (changes.dateRange) query.push(['range', writeRange(changes.dateRange)])
  if (changes.grain) query.push(['grain', changes.grain])
  if (changes.dims) query.push(['dims', changes.dims.join('.')])
  if (changes.points) query.push(['points', changes.points.join('.')])
  if (changes.order) {
    query.push(['order', changes.order.map(({ key, desc }) => (desc ? `-${key}` : key)).join('.')])
  }
  if (changes.columns?.length) query.push(['cols', changes.columns.join('.')])
  if (changes.limit !== undefined) query.push(['limit', String(changes.limit)])
  if (changes.fillDates !== undefined) query.push(['fill', changes.fillDates ? '1' : '0'])
  if (changes.filters) {
    if (changes.filters.length === 0) query.push(['f', ''])
    for (const filter of changes.filters) query.push(['f', writeFilter(filter)])
  }
  // Commas, tildes and exclamation marks are plain in a query; leaving them so keeps links short enough to read.
  const text = new URLSearchParams(query)
    .toString()
    .replaceAll('%2C', ',')
    .replaceAll('%7E', '~')
    .replaceAll('%21', '!')
  return `${detailPath}${text && `?${text}`}`
}

/** The Chinese names of the parts that could not be read. */
export type AddressProblem = string

export function readAddress(search: string): { address: ReportAddress; problems: AddressProblem[] } {
  const query = new URLSearchParams(search)
  const problems: AddressProblem[] = []
  const read = <Value>(key: string, name: string, reader: (text: string) => Value | undefined) => {
    const text = query.get(key)
    if (text === null) return undefined
    const value = reader(text)
    if (value === undefined) problems.push(name)
    return value
  }
  const view = read('id', '报表编号', (text) => (isId(text) ? Number(text) : undefined)) ?? null
  const report =
    read('report', '子报表', (text) => (text === '0' || isId(text) ? Number(text) : undefined)) ?? null
  const changes: ReportChanges = {
    dateRange: read('range', '日期', readRange),
    grain: read('grain', '粒度', (text) => grains.find((grain) => grain === text) as Grain | undefined),
    dims: read('dims', '分组', (text) => readIds(text, mostDims)),
    points: read('points', '指标', (text) => readIds(text, mostPoints)),
    order: read('order', '排序', readOrder),
    columns: read('cols', '列顺序', readColumns),
    limit: read('limit', '行数', (text) =>
      isId(text) && Number(text) <= 1_000_000 ? Number(text) : undefined,
    ),
    fillDates: read('fill', '补齐日期', (text) => (text === '1' ? true : text === '0' ? false : undefined)),
    filters: read('f', '筛选条件', () => readFilters(query.getAll('f'))),
  }
  for (const key of Object.keys(changes) as (keyof ReportChanges)[]) {
    if (changes[key] === undefined) delete changes[key]
  }
  return { address: { view, report, changes }, problems }
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The saved definition with the address's changes on top. */
export const applyChanges = (saved: ReportInfo, changes: ReportChanges): ReportInfo => ({
  ...saved,
  ...changes,
})

/** What differs from the saved definition; undoing a change by hand leaves a clean address. */
export function changesFrom(saved: ReportInfo, info: ReportInfo): ReportChanges {
  const changes: ReportChanges = {}
  if (info.dateRange && !same(info.dateRange, saved.dateRange)) changes.dateRange = info.dateRange
  if (info.grain && info.grain !== (saved.grain ?? 'day')) changes.grain = info.grain
  if (info.grain === 'day' && saved.grain && saved.grain !== 'day') changes.grain = 'day'
  if (!same(info.dims, saved.dims)) changes.dims = info.dims
  if (!same(info.points, saved.points)) changes.points = info.points
  if (!same(info.filters ?? [], saved.filters ?? [])) changes.filters = info.filters ?? []
  if (!same(info.order ?? [], saved.order ?? [])) changes.order = info.order ?? []
  if (info.columns?.length && !same(info.columns, saved.columns)) changes.columns = info.columns
  if (info.limit !== undefined && info.limit !== saved.limit) changes.limit = info.limit
  if ((info.fillDates ?? false) !== (saved.fillDates ?? false)) changes.fillDates = info.fillDates ?? false
  return changes
}
