// Times as ClickHouse writes them → the business's wall-clock time.
//
// A DateTime is a moment. A type that names the zone UTC is how wall-clock times are kept, and in what statements of
// reports give; every other one is turned into the business's zone.
import { aheadOfUtc } from '#shared/moment.ts'

/** Parses times of a type, `YYYY-MM-DD HH:mm:ss[.fff…]`; `session`: the zone that the statement runs in. */
export function wallClockText(type: string, zone: string, session = 'UTC'): (text: string) => string {
  const named = /'([^']+)'/.exec(type)?.[1]
  if (named === 'UTC' || named === zone) return shortened
  if (named === undefined) return session === zone ? shortened : (text) => inZone(text, session, zone)
  return (text) => inZone(text, named, zone)
}

/** No fraction where it is zero, else three or six digits. */
function shortened(text: string): string {
  const at = text.indexOf('.')
  if (at < 0) return text
  const digits = text.slice(at + 1, at + 7)
  if (/^0*$/.test(digits)) return text.slice(0, at)
  const six = digits.padEnd(6, '0')
  return `${text.slice(0, at)}.${six.endsWith('000') ? six.slice(0, 3) : six}`
}

function inZone(text: string, from: string, to: string): string {
  const wall = Date.parse(`${text.slice(0, 19).replace(' ', 'T')}Z`)
  const moment = wall - (from === 'UTC' ? 0 : offsetAt(wall - offsetAt(wall, from), from))
  const shifted = new Date(moment + offsetAt(moment, to)).toISOString()
  return shortened(`${shifted.slice(0, 10)} ${shifted.slice(11, 19)}${text.slice(19)}`)
}

/** Offsets by zone and quarter of an hour: no zone changes within a quarter. */
const offsets = new Map<string, number>()
const quarter = 900_000
const mostOffsets = 100_000

function offsetAt(moment: number, zone: string): number {
  const start = Math.floor(moment / quarter) * quarter
  const key = `${zone} ${start}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  if (offsets.size >= mostOffsets) offsets.clear()
  const offset = aheadOfUtc(start, zone)
  offsets.set(key, offset)
  return offset
}
