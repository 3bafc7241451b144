// When a fire is reported: at once, when the quiet hours end, or not at all.

import type { Deps } from '#server/deps.ts'
import type { AlarmLevel, AlarmRule, FireSilence, QuietHours } from '#features/alarm/contract.ts'
import { minutesOf } from '../keeping/times.ts'
import { rankOf } from './judging.ts'
import { momentAt, wallMinute } from './periods.ts'

const minutesADay = 1_440

/** The minute on the business's clocks at which the surrounding quiet hours end; null outside of them. */
export function quietUntil({ from, to, weekdays = [] }: QuietHours, minute: number): number | null {
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  const length = (end - begin + minutesADay) % minutesADay
  const today = Math.floor(minute / minutesADay)
  for (const day of [today - 1, today]) {
    // 1970-01-01 was a Thursday.
    const weekday = (((day + 4) % 7) + 7) % 7
    if (weekdays.length > 0 && !weekdays.includes(weekday)) continue
    const start = day * minutesADay + begin
    if (minute >= start && minute < start + length) return start + length
  }
  return null
}

interface Told {
  silence: FireSilence | null
  heldUntil: Date | null
}

/** `last`: time and level of the value's last report. */
export function tellingOf(
  rule: Pick<AlarmRule, 'quiet' | 'rearmMinutes'>,
  level: AlarmLevel,
  last: { at: string; level: AlarmLevel } | null,
  now: Date,
  { zone }: Pick<Deps['settings'], 'zone'>,
): Told {
  if (
    last &&
    now.getTime() < Date.parse(last.at) + rule.rearmMinutes * 60_000 &&
    rankOf(level) <= rankOf(last.level)
  )
    return { silence: 'rearm', heldUntil: null }
  const until = rule.quiet && quietUntil(rule.quiet, wallMinute(zone, now))
  if (!rule.quiet || until === null) return { silence: null, heldUntil: null }
  if (rule.quiet.meanwhile === 'skip') return { silence: 'quiet', heldUntil: null }
  return { silence: null, heldUntil: momentAt(zone, until) }
}
