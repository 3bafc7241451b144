// A description of the method in words, for the pages that show forecasts.
import type { Effect } from './days.ts'
import type { Form, Scale } from './form.ts'
import type { Method } from './types.ts'

/** The method, whatever the series. */
export const methodText =
  '指数平滑（状态空间形式）：把每天的数据看作水平、趋势、星期和节假日影响之和，越近的数据影响越大；' +
  '各部分是否采用由 AICc 准则按数据决定，数据随规模同比变化时按对数计算。' +
  '法定节假日和调休来自本系统的日历；满两年时计入年内的季节变化；明显异常的日期不参与计算，连续三天以上则视为新的水平。' +
  '区间由历史上逐日预测的实际误差得出：80% 区间表示大约五天里有四天落在其中。'

const scaleNames: Record<Scale['kind'], string> = {
  plain: '原值',
  root: '平方根',
  log: '对数',
  signed: '双向对数',
}

interface Told {
  known: number
  outliers: number
  effects: readonly Effect[]
}

export function methodOf({ scale, parts }: Form, { known, outliers, effects }: Told): Method {
  const of = [
    '水平',
    ...(parts.trend === 'none' ? [] : [parts.trend === 'damped' ? '渐缓的趋势' : '趋势']),
    ...(parts.season ? ['星期'] : []),
    ...(effects.some(({ name }) => name === '休' || name === '班') ? ['节假日'] : []),
    ...(parts.yearly ? ['年内季节'] : []),
    ...(parts.memory ? ['短期波动'] : []),
  ]
  const text = [
    `根据 ${known} 天的数据，按${scaleNames[scale.kind]}计算${of.join('、')}`,
    ...(outliers > 0 ? [`${outliers} 天明显异常，没有参与学习`] : []),
    ...missing(known),
  ]
  return { name: '指数平滑', text: `${text.join('；')}。` }
}

/** What too few days can't support. */
function missing(known: number): string[] {
  if (known < 4) return ['数据太少，只能沿用现有水平，给不出区间']
  if (known < 14) return ['不足两周，看不出星期的规律，区间较宽']
  if (known < 60) return ['不足两个月，节假日的影响还不可靠']
  if (known < 700) return ['不足两年，没有计入年内的季节变化']
  return []
}
