// How a moment reads on pages, for all readers alike: by the business's clocks, whose zone is named to those whose own
// clocks show something else then.
import { aheadOfUtc, type MomentForm, momentText, readersZone, zoneName } from '#shared/moment.ts'
import { installation } from '../shell/installation.ts'

/** «2026-11-20 14:03», to a reader elsewhere «2026-11-20 14:03 GMT+8». What is no moment stays as it is. */
export function timeText(value: string | number, form: MomentForm = 'minute'): string {
  return `${momentText(value, installation().zone, form)}${zoneMark(value)}`
}

/** What stands behind a moment that is told: nothing where the reader's clocks show the same. */
export function zoneMark(value: string | number): string {
  const at = new Date(value).getTime()
  const { zone } = installation()
  const isElsewhere = !Number.isNaN(at) && aheadOfUtc(at, zone) !== aheadOfUtc(at, readersZone())
  return isElsewhere ? ` ${zoneName(at, zone)}` : ''
}
