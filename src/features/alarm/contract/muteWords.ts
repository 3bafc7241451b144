// A maintenance window in words, by the business's clocks.
import { momentText } from '#shared/moment.ts'
import type { AlarmMute } from './mute.ts'

const weekdays = ['周日', '周一', '周二', '周三', '周四', '周五', '周六']

/** «2026-11-28 02:00 至 06:00»; «每周六 02:00 至 06:00，从 2026-11-28 起». */
export function muteSpan({ from, until, weekly, lastDay }: AlarmMute, zone: string): string {
  const [day = '', clock = ''] = momentText(from, zone).split(' ')
  const [lastOfIt = '', end = ''] = momentText(until, zone).split(' ')
  if (!weekly) return `${day} ${clock} 至 ${lastOfIt === day ? '' : `${lastOfIt} `}${end}`
  const weekday = (text: string) => weekdays[new Date(`${text}T00:00:00Z`).getUTCDay()]
  const to = lastOfIt === day ? end : `${weekday(lastOfIt)} ${end}`
  return `每${weekday(day)} ${clock} 至 ${to}，从 ${day} 起${lastDay ? `，到 ${lastDay} 止` : ''}`
}

/** With what happens meanwhile, and why. */
export const muteText = (mute: AlarmMute, zone: string): string =>
  `${muteSpan(mute, zone)}，${mute.meanwhile === 'hold' ? '结束后汇总' : '不发'}（${mute.reason}）`
