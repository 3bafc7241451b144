// The suffix of a calculation after its point's name: 7 日均, 累计, 排名, 较首日变化.

import { emptyText } from '#shared/nothing.ts'
import type { Calculation, Grain } from '../types.ts'

const periodWords: Record<Grain, string> = {
  hour: '小时',
  day: '日',
  week: '周',
  month: '个月',
  quarter: '个季度',
  year: '年',
}
const endWords: Record<Grain, string> = {
  hour: '时',
  day: '日',
  week: '周',
  month: '月',
  quarter: '季',
  year: '年',
}

export interface CalculationNames {
  /** Name of one of the report's dimensions. */
  dimension: (id: number) => string
  /** The date that calculations follow, and its grain; null without a date. */
  date: { dimension: { id: number }; grain: Grain } | null
  /** Label of a value's row; absent: the value. */
  base?: (value: string, asked: Pick<Calculation, 'along'>) => string
}

/** The dimension of the fixed row; `dims` are the report's. */
export const dimensionAlong = (
  { along }: Pick<Calculation, 'along'>,
  dims: readonly number[],
  date: number | undefined,
): number | undefined => along ?? date ?? dims.at(-1)

/** Label of a value's row, where it differs from the value. */
export function baseName(
  asked: Pick<Calculation, 'along' | 'base'>,
  names: CalculationNames,
): string | undefined {
  const { base } = asked
  if (typeof base !== 'object' || base.value === null) return undefined
  const value = String(base.value)
  const name = names.base?.(value, asked)
  return name === value ? undefined : name
}

/** The text after the point's name. */
export function wordsOf(asked: Calculation, names: CalculationNames): string {
  const { kind, within = [], parent, ascending, periods, centred } = asked
  const alike = within.map(names.dimension).join('、')
  const word = periodWords[names.date?.grain ?? 'day']
  switch (kind) {
    case 'rank':
      return `排名${noted([...(alike ? [`同一${alike}内`] : []), ...(ascending ? ['从小到大'] : [])])}`
    case 'running':
      return '累计'
    case 'average':
      return `${periods} ${word}均${noted(centred ? ['居中'] : [])}`
    case 'sum':
      return `${periods} ${word}合计${noted(centred ? ['居中'] : [])}`
    case 'share':
      return parent ? '占上级' : alike ? `占同一${alike}` : '占合计'
    case 'difference':
      return `较${baseWord(asked, names)}之差`
    case 'change':
      return `较${baseWord(asked, names)}变化`
    case 'index':
      return `指数（${baseWord(asked, names).trim()} = 100）`
  }
}

const noted = (notes: string[]): string => (notes.length === 0 ? '' : `（${notes.join('，')}）`)

function baseWord(asked: Calculation, names: CalculationNames): string {
  const { base = 'first', along } = asked
  const { date } = names
  if (typeof base === 'object')
    return base.value === null ? ` ${emptyText} ` : ` ${baseName(asked, names) ?? String(base.value)} `
  const isDate = date !== null && (along === undefined || along === date.dimension.id)
  return `${base === 'first' ? '首' : '末'}${isDate ? endWords[date.grain] : '行'}`
}
