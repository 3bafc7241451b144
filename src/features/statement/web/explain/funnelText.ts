// How a funnel's columns are made, in words.
import { funnelOf, withinText } from '#semantic/model/funnels.ts'
import type { ColumnRole, ReportInfo } from '#semantic/model/types.ts'

type StepRole = Extract<ColumnRole, 'step' | 'conversion' | 'reached' | 'duration'>

/** `who`: which players are followed. */
export function stepTexts(info: Pick<ReportInfo, 'funnel'>, who: string): Record<StepRole, string> {
  const funnel = funnelOf(info)
  const { within, each } = funnel
  const count = each ? '次数' : '人数'
  return {
    step: within
      ? `按先后走到这一步的${count}，从第一步的时刻起 ${withinText(funnel)}。${rulesText(funnel)}${who}`
      : `按先后走到这一步的人数，从第一步起 ${withinText(funnel)}。${who}`,
    conversion: `走到这一步的${count} ÷ 上一步的${count}。`,
    reached: `走到这一步的${count} ÷ 第一步的${count}。`,
    duration:
      '从上一步到这一步的时间，只算走到这一步的；中位数是一半人不超过的时间，90 分位是九成人不超过的时间。',
  }
}

function rulesText({ each, strictly, same }: ReturnType<typeof funnelOf>): string {
  return [
    each
      ? '第一步的每一行都开始一次，每次都算。'
      : '同一人在一期里只算一次，取走得最远的那次，一样远取最先的；合计在整个时段里只算一次，所以不等于各行相加。',
    '期限还没到的那些，数字还会变。',
    ...(strictly ? ['紧接：上一步与这一步之间没有漏斗里别的步骤。'] : []),
    ...(same === undefined ? [] : ['各步的同一属性须是同一个值，没有值的走不到下一步。']),
  ].join('')
}
