// Filters in an address, a part each: `d3~in~iOS,Android`; without the last part nothing is chosen yet.
import { filterOps, type ReportFilter } from '../types.ts'
import { decodeValues, encodeValues } from './textCode.ts'

const mostFilters = 100

export const isId = (text: string): boolean =>
  /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text))

/** Of a point, or of a formula of the report's own. */
export const isPointId = (text: string): boolean => isId(text) || /^-[1-9]\d{0,2}$/.test(text)

export function writeFilter({ dim, point, op, values }: ReportFilter): string {
  const subject = dim === undefined ? `p${point}` : `d${dim}`
  return values.length === 0 ? `${subject}~${op}` : `${subject}~${op}~${encodeValues(values)}`
}

function readFilter(text: string): ReportFilter | undefined {
  const match = /^([dp])(-?\d+)~(\w+)(?:~([\s\S]*))?$/.exec(text)
  if (!match) return undefined
  const [, kind, id = '', op, coded] = match
  const values = coded === undefined ? [] : decodeValues(coded)
  if (
    !(kind === 'd' ? isId(id) : isPointId(id)) ||
    values === undefined ||
    !filterOps.includes(op as ReportFilter['op'])
  )
    return undefined
  return { [kind === 'd' ? 'dim' : 'point']: Number(id), op: op as ReportFilter['op'], values }
}

/** One empty part stands for no filters at all, where the saved report has some. */
export function readFilters(texts: string[]): ReportFilter[] | undefined {
  if (texts.length === 1 && texts[0] === '') return []
  const filters = texts.map(readFilter)
  return texts.length <= mostFilters && !filters.includes(undefined) ? (filters as ReportFilter[]) : undefined
}

export const writeFilters = (filters: readonly ReportFilter[]): string[] =>
  filters.length === 0 ? [''] : filters.map(writeFilter)
