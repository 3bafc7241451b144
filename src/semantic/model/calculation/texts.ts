// Describes a calculation in one or two sentences: for headers, explanations, totals.

import { emptyText } from '#shared/nothing.ts'
import type { Calculation, Grain } from '../types.ts'

/** What a number of periods is counted in: 5 周. */
export const periodUnits: Record<Grain, string> = {
  hour: '小时',
  day: '天',
  week: '周',
  month: '个月',
  quarter: '个季度',
  year: '年',
}

/** The fixed row: its label, where that is not its value, and why it can't be computed. */
interface FixedRow {
  baseName?: string | undefined
  noBase?: string | undefined
}

/** `grain`: the grain of the report's dates. */
export function calculationText(calculation: Calculation, grain: Grain, row: FixedRow = {}): string {
  const { kind, ascending, within = [], parent, periods = 0, centred } = calculation
  switch (kind) {
    case 'rank':
      return `${ascending ? '从小到大' : '从大到小'}的名次，${within.length > 0 ? '同一组内' : '在所有行里'}排，没有列出的行也算在内；数值相同名次相同，下一名跳过。没有数值的行与「其他」没有名次。`
    case 'running':
      return '从最早的日期起逐期相加；没有日期时按行的顺序相加，外层维度每换一个值重新开始。合计就是累计到最后的数。'
    case 'average':
    case 'sum':
      return `${windowText(periods, centred === true, periodUnits[grain])}的${kind === 'average' ? '平均，各期权重相同' : '合计'}。${edgeText(centred === true)}`
    case 'share':
      return parent
        ? '占上一级小计的比例；第一级占合计。'
        : within.length > 0
          ? '占这些维度取值相同的所有行的比例。合计包含没有列出的行。'
          : '占合计的比例。合计包含没有列出的行。'
    case 'difference':
      return `本行 − 基准行。${baseText(calculation, row)}`
    case 'change':
      return `本行 ÷ 基准行 − 1；基准行为 0 时为空。${baseText(calculation, row)}`
    case 'index':
      return `本行 ÷ 基准行 × 100；基准行为 0 时为空。${baseText(calculation, row)}`
  }
}

const windowText = (periods: number, centred: boolean, unit: string): string =>
  centred
    ? `以本期为中心的 ${periods} ${unit}（前 ${Math.floor(periods / 2)}、后 ${periods - 1 - Math.floor(periods / 2)}）`
    : `到本期为止的 ${periods} ${unit}`

/** The rule for gaps and edges. */
const edgeText = (centred: boolean): string =>
  `所选日期之外的数据仍会读取，被切开的周、月按整期算；缺少的日期按指标的规则算（相加的指标算 0，其他的不算在内）；不受指标条件影响。${centred ? '窗口里有未结束的日期时为空。' : ''}选全部日期时，数据开始之前的窗口为空。`

function baseText(calculation: Calculation, { baseName, noBase }: FixedRow): string {
  const { base = 'first' } = calculation
  if (typeof base === 'object') {
    const told = `基准行是${baseRowText(calculation, baseName)}`
    if (noBase !== undefined) return `${told}：${noBase}，所以为空。`
    return `${told}，从数据里按报表的维度条件算出：不在所选日期里、被指标条件隐去、归入「其他」的也算；周、月按整期；没有数据时按指标的规则算（相加的指标算 0）。`
  }
  return `基准行是同一组里${base === 'first' ? '第一' : '最后一'}个有数值的行，没结束的日期不作基准。`
}

/** Label of the fixed row: 「2026-03-01」, 首个有数值的行. */
export function baseRowText({ base = 'first' }: Pick<Calculation, 'base'>, name?: string): string {
  if (typeof base === 'object') return `「${name ?? base.value ?? emptyText}」`
  return `${base === 'first' ? '首' : '末'}个有数值的行`
}

/** Why its total is empty, or how it is computed. */
export function calculationTotalText({ kind, parent }: Calculation): string {
  switch (kind) {
    case 'rank':
      return '合计没有名次。'
    case 'running':
      return '累计到最后一行的数，就是合计。'
    case 'average':
    case 'sum':
      return '合计没有自己的窗口，所以为空。'
    case 'share':
      return parent ? '合计没有上一级，所以为空。' : '合计占自己的全部。'
    default:
      return '合计不在行里，不与某一行相比，所以为空。'
  }
}
