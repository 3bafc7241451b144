// Describes in Chinese when a schedule fires; an unusual cron expression is shown as written.
import type { ScheduleRule } from '#server/jobs/schedule/rule.ts'

const weekdays = ['日', '一', '二', '三', '四', '五', '六', '日']
const isNumber = (part: string) => /^\d+$/.test(part)

export function ruleText(rule: ScheduleRule): string {
  if ('cron' in rule) return cronText(rule.cron)
  if ('afterDay' in rule) return rule.afterDay === 0 ? '每天日结时' : `每天日结后 ${rule.afterDay} 分钟`
  if ('everyMs' in rule) return `每 ${spanText(rule.everyMs)}`
  return '一次'
}

function cronText(cron: string): string {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = cron.trim().split(/\s+/)
  const everyMinutes = /^\*\/(\d+)$/.exec(minute)
  const isDaily = day === '*' && month === '*'
  if (isDaily && weekday === '*' && hour === '*') {
    if (minute === '*') return '每分钟'
    if (everyMinutes) return `每 ${everyMinutes[1]} 分钟`
    if (isNumber(minute)) return `每小时第 ${minute} 分`
  }
  if (!isNumber(minute) || !isNumber(hour)) return cron
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  if (isDaily && weekday === '*') return `每天 ${time}`
  if (isDaily && weekday === '1-5') return `周一至周五 ${time}`
  if (isDaily && /^[0-7](,[0-7])*$/.test(weekday))
    return `每周${weekday
      .split(',')
      .map((one) => weekdays[Number(one)])
      .join('、')} ${time}`
  if (month === '*' && weekday === '*' && isNumber(day)) return `每月 ${day} 日 ${time}`
  return cron
}

function spanText(ms: number): string {
  const units: [number, string][] = [
    [86_400_000, '天'],
    [3_600_000, '小时'],
    [60_000, '分钟'],
    [1_000, '秒'],
  ]
  const [size, name] = units.find(([of]) => ms % of === 0) ?? [1, '毫秒']
  return ms === size ? name : `${ms / size} ${name}`
}
