// What the columns of a report of activity mean, in words: their heads' hints and explanations.
import { activityOf, lifeStates, stateTexts, stateTitles } from './activity.ts'
import type { ColumnRole, ReportColumn, ReportInfo } from './types.ts'

type ActivityRole = Extract<
  ColumnRole,
  'active' | 'rolling' | 'sticky' | 'state' | 'from' | 'to' | 'flow' | 'daily'
>

const whoText = '同一编号在几个游戏里：按游戏统计时每个游戏各算一人；否则算一人。'
const withinText = '有渠道、区服等维度时，每一行只看这一行里的活跃：换了区服的人，在新的区服是新增。'
const untilText = '没有日期维度时，是日期范围最后一天的数。'

/** By the role of the column. */
export function activityTexts(
  { key }: Pick<ReportColumn, 'key'>,
  info: ReportInfo,
): Record<ActivityRole, string> {
  const days = Number(/\d+/.exec(key)?.[0] ?? 1)
  const window = activityOf(info).windows[0] ?? 1
  return {
    active: `当天活跃的人，每人一次。${untilText}合计是这些天里活跃过的人，每人一次。${whoText}`,
    rolling: `到当天为止的近 ${days} 天（含当天）活跃过的人，每人一次；前面的天数不受日期范围限制。${untilText}`,
    sticky: `当天活跃的人数 ÷ 近 ${days} 天活跃的人数。${untilText}`,
    state: `${stateText(days, window)}。${withinText}`,
    from: `这个人前一天的状态。${statesText(window)}`,
    to: `这个人当天的状态。${statesText(window)}`,
    flow: `前一天和当天是这两个状态的人。同一天里，各行加起来是到当天为止来过的所有人。${withinText}`,
    daily: `到日期范围最后一天为止的近 ${days} 天里，正好活跃了这么多天的人。一天也没有活跃的人不在内。`,
  }
}

const stateText = (place: number, window: number): string => {
  const state = lifeStates[place - 1]
  return state === undefined ? '' : stateTexts[state](window)
}

const statesText = (window: number): string =>
  `${lifeStates.map((state) => `${stateTitles[state]}：${stateTexts[state](window)}`).join('；')}。`
