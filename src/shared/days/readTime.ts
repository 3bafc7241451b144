// A time of day as people type it: 9, 930, 9:30, ９：３０, 9点半, 下午3点. Always the 24-hour clock, whatever the
// browser's language.

const parts = /^(上午|下午|晚上|早上|中午)?(\d{1,2})(?:(?::|点|时)(半|\d{1,2})?分?|(\d{2}))?$/

/** HH:MM; null for anything else. */
export function readTime(typed: string): string | null {
  const text = typed.normalize('NFKC').replaceAll(/\s/g, '')
  const [, half, hours = '', minutes, behind] =
    parts.exec(text.length === 3 ? text.replace(/^(?=\d{3}$)/, '0') : text) ?? []
  if (hours === '') return null
  const told = minutes === '半' ? 30 : Number(minutes ?? behind ?? 0)
  const isLater = half === '下午' || half === '晚上' || (half === '中午' && Number(hours) < 11)
  const hour = Number(hours) + (isLater && Number(hours) < 12 ? 12 : 0)
  return hour < 24 && told < 60 ? timeOf(hour * 60 + told) : null
}

const dayMinutes = 24 * 60

/** So many minutes later, around midnight. */
export function shiftTime(time: string, minutes: number): string {
  const [hours = 0, past = 0] = time.split(':').map(Number)
  return timeOf((hours * 60 + past + minutes + dayMinutes) % dayMinutes)
}

const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
