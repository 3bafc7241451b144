// The points and dimensions behind a column, and how the column is derived.

import { activityTexts } from '#semantic/model/activityTexts.ts'
import { calculationText } from '#semantic/model/calculation/texts.ts'
import type { ColumnRole, OwnFormula, ReportInfo } from '#semantic/model/types.ts'
import { firstDayText, lastValueDay } from '#semantic/model/valueDays.ts'
import type { ReportTableColumn } from '#features/statement/contract.ts'
import { comparisonWords } from '../compareWords.ts'
import { stepTexts } from './funnelText.ts'
import { returnsText } from './returnsText.ts'

export interface Subjects {
  points: number[]
  dims: number[]
  /** The report's own formulas, where the column is one. */
  formulas?: OwnFormula[]
}

const pointsAt = (info: ReportInfo, ...places: number[]) => places.flatMap((at) => info.points[at] ?? [])

/** Columns of tables contain their id; those of cohorts stand for the points in order. */
export function subjectsOf({ key }: Pick<ReportTableColumn, 'key'>, info: ReportInfo): Subjects {
  const named = /^([dp])(-?\d+)(_(prev|diff|share|c\d+))?$/.exec(key)
  if (named) {
    const id = Number(named[2])
    if (named[1] === 'd') return { points: [], dims: [id] }
    return { points: [id], dims: [], ...(id < 0 && info.formulas && { formulas: info.formulas }) }
  }
  const step = /^([sctmw])(\d+)$/.exec(key)
  if (info.kind === 'funnel' && step) {
    const place = Number(step[2]) - 1
    const other =
      step[1] === 'c' || step[1] === 'm' || step[1] === 'w' ? place - 1 : step[1] === 't' ? 0 : place
    return { points: [...new Set(pointsAt(info, other, place))], dims: [] }
  }
  if (info.kind === 'retention') return { points: pointsAt(info, ...(key === 'n' ? [0] : [0, 1])), dims: [] }
  if (info.kind === 'ltv') return { points: pointsAt(info, ...valuePlaces(key)), dims: [] }
  if (info.kind === 'activity') return { points: pointsAt(info, 0), dims: [] }
  if (info.kind === 'distribution') {
    return { points: pointsAt(info, ...(key === 'b' || key === 'v' ? [1] : [0])), dims: [] }
  }
  return { points: [], dims: [] }
}

/** Places of the points behind a column of players' value: players, revenue, cost. */
function valuePlaces(key: string): number[] {
  if (key === 'n') return [0]
  if (key === 'k') return [2]
  if (key === 'u') return [2, 0]
  return /^[lfgh]/.test(key) ? [1, 0] : key.startsWith('v') ? [1] : [1, 2]
}

/** Which players the cohort reports follow. */
const whoText = '同一编号在几个游戏里：按游戏统计时每个游戏各算一人，合计也是；否则在所看的游戏里算一人。'

const shareText = ({ kind, dims }: ReportInfo): string =>
  kind === 'distribution'
    ? dims.length === 0
      ? '占全部玩家的比例，各档相加为 100%。'
      : '占本行各维度值下全部玩家的比例，各档相加为 100%。一个玩家可以在几个值里，所以不除以合计。'
    : '占合计的比例。合计包含没有列出的行。'

const wholeText = '天数没过完的批次为空；几批合在一起的行和合计，只算已过完的批次，分子分母都是。'

const forecastText =
  '方法：链梯法，按以往批次逐日的增长推算；用本行的还是全部的批次、按增长比例还是按每人增加的金额，由回测误差最小的决定。' +
  '回测：把今天和这一批一起往前移，用当时已知的推算，与后来的实际比较，最多 12 次；区间由回测的误差得出，不足 5 次不给区间。'

/** How a column is derived from its point, in words; empty for the point itself. */
export function roleText(column: ReportTableColumn, info: ReportInfo): string {
  const grain = info.grain ?? 'day'
  const compared = info.compare ? comparisonWords(info.compare, grain) : ''
  const days = (column.day ?? 0) + 1
  const unreached = column.unreached ?? ''
  const texts: Record<ColumnRole, string> = {
    value: '',
    previous: `对比期的数值。${compared}。未结束的日期不比较。`,
    change:
      column.unit === 'pp'
        ? `与对比期之差，单位百分点。${compared}。未结束的日期不比较。`
        : `本期 ÷ 对比期 − 1。${compared}。未结束的日期不比较。`,
    share: shareText(info),
    size: info.kind === 'distribution' ? whoText : `这一批玩家的人数：第一次出现在这一天的人。${whoText}`,
    retained: returnsText(column, info),
    rate: returnsText(column, info),
    lost: returnsText(column, info),
    back: returnsText(column, info),
    backRate: returnsText(column, info),
    earned: `这一批玩家在前 ${days} 天里的收入（${firstDayText}），退款照指标的口径计。${wholeText}`,
    worth: `前 ${days} 天的收入 ÷ 这一批的全部人数，没付费的也算在内（${firstDayText}）。${wholeText}`,
    spent: `这一批的成本：按新增的那天和报表的维度对应。${unreached}`,
    each: `成本 ÷ 有成本的各批的人数。${unreached}`,
    recovered: `前 ${days} 天的收入 ÷ 成本（${firstDayText}），只算有成本的各批；成本为 0 的批次算没有成本。${wholeText}${unreached}`,
    payback: `收入第一次不少于成本时的天数（${firstDayText}），只算有成本的各批和已过完的天，最多到第 ${lastValueDay} 天；还没回本为空，不是 0。${unreached}`,
    expected: `预计这一批全部玩家前 ${days} 天的人均收入，${firstDayText}；都过完了的为空，看 LTV${days}。${forecastText}`,
    low: `预测的 80% 区间的下限。${forecastText}`,
    high: `预测的 80% 区间的上限。${forecastText}`,
    ...activityTexts(column, info),
    before: '这个值在对比期的数字。',
    effect:
      '这个值使整体变化了多少：可加的指标是两期之差；比率是自身的变化与占比的变化之和。同一维度各值相加等于整体的变化，不能相加的（去重、最大值）只列各值自己的变化。',
    own: '比率自己变了多少，按两期的平均占比计入整体。',
    weight: '占比（分母的份额）变了多少，按这个值与整体之差计入。',
    part: '影响 ÷ 整体的变化。合起来够 80% 的最少几个值排在前面。',
    remark: '',
    ...stepTexts(info, whoText),
    calculation: column.calculation ? calculationText(column.calculation, grain, column) : '',
    bucket: `每个玩家的数值落在哪一档，按下限分。${whoText}`,
  }
  return texts[column.role ?? 'value']
}
