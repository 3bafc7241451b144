// How a time is shown, alike for all users: in the business's time zone, which is named for users whose own clock
// differs.
import { aheadOfUtc, type MomentForm, momentText, readersZone, zoneName } from '#shared/moment.ts'
import { installation } from '../shell/installation.ts'

/** «2026-11-20 14:03», in another time zone «2026-11-20 14:03 GMT+8». An invalid time is returned unchanged. */
export function timeText(value: string | number, form: MomentForm = 'minute'): string {
  return `${momentText(value, installation().zone, form)}${zoneMark(value)}`
}

/** The zone's name after a time; empty when the user's clock shows the same. */
export function zoneMark(value: string | number): string {
  const at = new Date(value).getTime()
  const { zone } = installation()
  const isElsewhere = !Number.isNaN(at) && aheadOfUtc(at, zone) !== aheadOfUtc(at, readersZone())
  return isElsewhere ? ` ${zoneName(at, zone)}` : ''
}
