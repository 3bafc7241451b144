// A definition's options in one line, for the folded section.
import { activityOf, activityText } from '#semantic/model/activity.ts'
import { funnelOf, funnelWords } from '#semantic/model/funnels.ts'
import { usualReturns } from '#semantic/model/returns.ts'
import { returnsWords } from '#semantic/model/returnsText.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { usualValueDays } from '#semantic/model/valueDays.ts'
import { comparisonTitles } from '../compareWords.ts'

export function optionsText(info: ReportInfo): string {
  const { kind = 'table', compare, subtotals, fillDates, top, shares = [], calculations = [], limit } = info
  if (kind === 'retention') return returnsWords(info.retention ?? { days: [...usualReturns] })
  if (kind === 'ltv')
    return [`前 ${(info.ltv?.days ?? usualValueDays).join('、')} 天`, ...ahead(info)].join('，')
  if (kind === 'activity') return activityText(activityOf(info))
  if (kind === 'change') return comparisonTitles[compare ?? 'previous']
  if (kind === 'funnel') return funnelWords(funnelOf(info), () => '属性')
  if (kind === 'distribution') return info.distribution ? `${info.distribution.bounds.length} 段` : '自动分段'
  const said = [
    ...(compare ? [comparisonTitles[compare]] : []),
    ...(subtotals ? ['小计'] : []),
    ...(fillDates ? ['补齐日期'] : []),
    ...(top ? [`前 ${top.count} 名`] : []),
    ...(shares.length > 0 ? ['占比'] : []),
    ...(calculations.length > 0 ? [`${calculations.length} 个计算列`] : []),
    ...(limit ? [`最多 ${limit} 行`] : []),
  ]
  return said.join('、') || '默认'
}

const ahead = ({ ltv }: ReportInfo): string[] =>
  ltv?.forecast?.length ? [`预测第 ${ltv.forecast.join('、')} 天`] : []
