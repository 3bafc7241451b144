// The text of an alarm's message: templates, variables and their values.
import {
  parseTemplate,
  renderMessageText,
  renderTitle,
  type TemplateLimits,
  type TemplateProblem,
  type TemplateValues,
  type TemplateVariables,
  templateLimits,
} from '#shared/template.ts'
import type { AlarmRule } from '../contract.ts'

export const alarmVariables = {
  name: { title: '告警名称', sample: '充值下跌' },
  level: { title: '级别', sample: '警告' },
  state: { title: '状态', sample: '触发' },
  game: { title: '游戏', sample: '云海仙途、烽火三国' },
  point: { title: '指标', sample: '充值金额' },
  dimension: { title: '维度值', sample: 'App Store' },
  period: { title: '时间', sample: '2026-11-22' },
  value: { title: '当前值', sample: '12,345 元' },
  previous: { title: '对比值', sample: '20,100 元' },
  change: { title: '变化', sample: '-38.6%' },
  expected: { title: '预测值', sample: '19,800 元' },
  band: { title: '预测区间', sample: '17,200 ～ 22,400 元' },
  reason: { title: '原因', sample: '充值金额 12,345 元，比上周同日下降 38.6%（阈值 20%）' },
  count: { title: '触发个数', sample: '3' },
  list: { title: '触发明细', sample: 'App Store：充值金额 12,345 元，比上周同日下降 38.6%' },
  condition: { title: '条件', sample: '充值金额比上周同日下降 20% 以上' },
  watch: { title: '监控内容', sample: '充值金额，按渠道' },
  movers: { title: '变化来源', sample: '平台：iOS 占 62%，Android 占 30%' },
  owner: { title: '负责人', sample: 'admin' },
  note: { title: '备注', sample: '先看渠道是否对账' },
} as const satisfies TemplateVariables
type AlarmValues = TemplateValues<typeof alarmVariables>

/** Each receiver puts the level before the title by itself. */
export const usualTitle = '{{告警名称}}（{{时间}}）'
export const usualText = `{{触发明细}}

条件：{{条件}}
变化来源：{{变化来源}}
{{备注}}`

const titleLimits: TemplateLimits = { ...templateLimits, length: 500 }

export const templatesOf = ({ title, text }: Pick<AlarmRule, 'title' | 'text'>) => ({
  title: parseTemplate(title.trim() === '' ? usualTitle : title, alarmVariables, titleLimits),
  text: parseTemplate(text.trim() === '' ? usualText : text, alarmVariables),
})

export function textsOf(
  rule: Pick<AlarmRule, 'title' | 'text'>,
  values: AlarmValues,
): { title: string; text: string } {
  const { title, text: body } = templatesOf(rule)
  // Validated when saved; a text that came another way falls back to the default templates.
  const sound = title.problems.length + body.problems.length === 0
  const used = sound ? { title, text: body } : templatesOf({ title: '', text: '' })
  const text = renderMessageText(used.text, values).trim()
  const isUsual = !sound || rule.text.trim() === ''
  return { title: renderTitle(used.title, values), text: isUsual ? withoutEmpty(text) : text }
}

/** Removes lines of the default text that nothing follows: 「变化来源：」. */
const withoutEmpty = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.endsWith('：'))
    .join('\n')
    .trim()

export function problemText({ message, line, column }: TemplateProblem): string {
  return `第 ${line} 行第 ${column} 个字：${message}`
}
