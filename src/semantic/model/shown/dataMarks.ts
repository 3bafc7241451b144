// What is told of days beside their figures, in words: figures that a load changed after their day was whole (改), and
// checks that the data does not meet (疑).
//
//   改：2026-10-02 充值金额 由 1,200 改为 1,350（+12.5%），10-03 08:10 载入「订单.csv」（按天替换）
//   疑：2026-10-02 订单：每天的行数；少了 40%
import type { DataDoubt } from '#shared/imports/doubtSchema.ts'
import type { RestatedFigure } from '#shared/imports/restatedSchema.ts'
import type { ReportInfo } from '../types.ts'
import { restatedLine } from './restated.ts'

export interface DataMarks {
  restated?: RestatedFigure[]
  doubts?: DataDoubt[]
}

export const restatedMark = '改'
export const doubtedMark = '疑'

/** 2026-10-02 订单：每天的行数；少了 40% */
export const doubtLine = ({ table, name, text }: DataDoubt, day: string): string =>
  `${day}${table}：${name}${text === '' ? '' : `；${text}`}`

/** Beside figures that are narrowed or told apart by more than days. */
export const wholeDays = '修订按当天全部数据算，不计筛选和其他维度。'

export const isNarrowed = ({ filters = [], dims }: Pick<ReportInfo, 'filters' | 'dims'>): boolean =>
  filters.length > 0 || dims.length > 1

interface Telling {
  /** A moment as its readers read it. */
  when: (at: string) => string
  /** Lines of each kind. */
  most: number
}

/** Everything that is told of a report's days; none where nothing is. */
export function dataMarkLines(
  { restated = [], doubts = [] }: DataMarks,
  info: Pick<ReportInfo, 'filters' | 'dims'>,
  { when, most }: Telling,
): string[] {
  const changed = restated.map((one) => `${restatedMark}：${one.day} ${restatedLine(one, when(one.at))}`)
  const doubted = doubts.map(
    (one) => `${doubtedMark}：${doubtLine(one, one.day === null ? '' : `${one.day} `)}`,
  )
  return [
    ...first(changed, most, '处修订'),
    ...(changed.length > 0 && isNarrowed(info) ? [wholeDays] : []),
    ...first(doubted, most, '项没有通过'),
  ]
}

const first = (lines: readonly string[], most: number, what: string): string[] =>
  lines.length > most ? [...lines.slice(0, most), `另有 ${lines.length - most} ${what}`] : [...lines]

/** The marks of the days from one to another, both inclusive: 改, 疑, both or none. */
export function marksOn({ restated = [], doubts = [] }: DataMarks): (from: string, to: string) => string[] {
  const changed = new Set(restated.map(({ day }) => day))
  const doubted = new Set(doubts.flatMap(({ day }) => day ?? []))
  const isAmong = (days: ReadonlySet<string>, from: string, to: string) =>
    from === to ? days.has(from) : [...days].some((day) => day >= from && day <= to)
  return (from, to) => [
    ...(isAmong(changed, from, to) ? [restatedMark] : []),
    ...(isAmong(doubted, from, to) ? [doubtedMark] : []),
  ]
}
