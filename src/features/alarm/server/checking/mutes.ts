// Maintenance windows on the business's clocks: which one a moment is in, when it ends, whether it is over.

import type { Deps } from '#server/deps.ts'
import { dayNumber } from '#shared/day.ts'
import type { AlarmLevel, AlarmMute, AlarmRule, FireSilence } from '#features/alarm/contract.ts'
import type { StoredAlarm } from '../objectKinds.ts'
import { momentAt, wallMinute } from './periods.ts'
import { quietUntil, tellingOf } from './silence.ts'

const minutesADay = 1_440
const minutesAWeek = 7 * minutesADay

type Clock = Pick<Deps['settings'], 'zone'>

export const mutesOf = ({ mutes }: Pick<StoredAlarm, 'mutes'>): AlarmMute[] =>
  mutes === null ? [] : (JSON.parse(mutes) as AlarmMute[])

const spanOf = ({ from, until }: AlarmMute, zone: string) => {
  const begin = wallMinute(zone, new Date(from))
  return { begin, length: wallMinute(zone, new Date(until)) - begin }
}

/** The end of the window around the moment; null outside of it. */
function endOf(mute: AlarmMute, at: Date, { zone }: Clock): Date | null {
  if (!mute.weekly) {
    const isIn = at.getTime() >= Date.parse(mute.from) && at.getTime() < Date.parse(mute.until)
    return isIn ? new Date(mute.until) : null
  }
  const { begin, length } = spanOf(mute, zone)
  const minute = wallMinute(zone, at)
  const start = begin + Math.floor((minute - begin) / minutesAWeek) * minutesAWeek
  if (start < begin || minute >= start + length) return null
  if (mute.lastDay !== null && start >= (dayNumber(mute.lastDay) + 1) * minutesADay) return null
  return momentAt(zone, start + length)
}

/** Whether it never comes again. */
export function isOver(mute: AlarmMute, now: Date, { zone }: Clock): boolean {
  if (!mute.weekly) return Date.parse(mute.until) <= now.getTime()
  if (mute.lastDay === null) return false
  const { begin, length } = spanOf(mute, zone)
  const lastMinute = (dayNumber(mute.lastDay) + 1) * minutesADay - 1
  const last = begin + Math.floor((lastMinute - begin) / minutesAWeek) * minutesAWeek
  return last < begin || wallMinute(zone, now) >= last + length
}

interface Muted {
  mute: AlarmMute
  until: Date
}

/** The window around the moment; of several, a silent one, else the one that ends last. */
export function muteAt(mutes: readonly AlarmMute[], at: Date, clock: Clock): Muted | null {
  const around = mutes.flatMap((mute): Muted[] => {
    const until = endOf(mute, at, clock)
    return until ? [{ mute, until }] : []
  })
  const silent = around.find(({ mute }) => mute.meanwhile === 'skip')
  return silent ?? around.toSorted((one, other) => other.until.getTime() - one.until.getTime())[0] ?? null
}

/** The end of the windows that follow each other from this moment. */
export function mutedUntil(mutes: readonly AlarmMute[], at: Date, clock: Clock): Date | null {
  const found = muteAt(mutes, at, clock)
  if (!found) return null
  const next = muteAt(mutes, found.until, clock)
  return next && next.until > found.until ? next.until : found.until
}

interface Told {
  silence: FireSilence | null
  heldUntil: Date | null
  /** The window that holds it back. */
  mute: string | null
}

/** Windows and quiet hours that follow each other. */
const mostTurns = 50

/** When a fire is reported, in view of re-arm time, quiet hours and maintenance windows. */
export function tellingIn(
  { rule, mutes }: { rule: Pick<AlarmRule, 'quiet' | 'rearmMinutes'>; mutes: readonly AlarmMute[] },
  level: AlarmLevel,
  last: { at: string; level: AlarmLevel } | null,
  now: Date,
  clock: Clock,
): Told {
  const usual = { ...tellingOf(rule, level, last, now, clock), mute: null }
  if (usual.silence !== null || mutes.length === 0) return usual
  let at = usual.heldUntil ?? now
  let by: string | null = null
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const found = muteAt(mutes, at, clock)
    if (found) {
      by = found.mute.id
      if (found.mute.meanwhile === 'skip') return { silence: 'muted', heldUntil: null, mute: by }
      at = found.until
      continue
    }
    const quiet = by !== null && rule.quiet ? quietUntil(rule.quiet, wallMinute(clock.zone, at)) : null
    if (quiet === null) break
    if (rule.quiet?.meanwhile === 'skip') return { silence: 'quiet', heldUntil: null, mute: by }
    at = momentAt(clock.zone, quiet)
  }
  return by === null ? usual : { silence: null, heldUntil: at, mute: by }
}
