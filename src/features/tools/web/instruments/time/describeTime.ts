// Facts about a point in time.
import {
  clockAt,
  clockText,
  dateOfDays,
  daysOf,
  floorDiv,
  isoText,
  millisOf,
  modulo,
  nanosASecond,
  offsetAt,
  offsetText,
} from './zones.ts'

interface Told {
  label: string
  value: string
  note?: string
}

const weekdays = ['一', '二', '三', '四', '五', '六', '日']

/** Facts about the calendar day in a time zone. */
export function dayFacts(nanos: bigint, zone: string) {
  const { year, month, day } = clockAt(nanos, zone)
  const days = daysOf(year, month, day)
  // 1970-01-01 was a Thursday.
  const weekday = Number(modulo(days + 3n, 7n))
  const thursday = days - BigInt(weekday) + 3n
  const weekYear = dateOfDays(thursday).year
  return {
    year,
    weekday: `周${weekdays[weekday]}`,
    week: Number((thursday - daysOf(weekYear, 1, 1)) / 7n) + 1,
    weekYear,
    dayOfYear: Number(days - daysOf(year, 1, 1)) + 1,
    daysInYear: Number(daysOf(year + 1n, 1, 1) - daysOf(year, 1, 1)),
    quarter: Math.ceil(month / 3),
  }
}

export function describeTime(nanos: bigint, zones: readonly { zone: string; title: string }[]): Told[] {
  const seconds = floorDiv(nanos, nanosASecond)
  return [
    ...zones.map(({ zone, title }) => ({
      label: title,
      value: clockText(nanos, zone),
      note: `${zone} ${offsetText(offsetAt(seconds, zone))}`,
    })),
    {
      label: '秒',
      value: String(seconds),
      ...(modulo(nanos, nanosASecond) !== 0n && { note: '不足 1 秒的部分已舍去' }),
    },
    { label: '毫秒', value: String(millisOf(nanos)) },
    { label: '微秒', value: String(floorDiv(nanos, 1000n)) },
    { label: '纳秒', value: String(nanos) },
    { label: 'ISO 8601', value: isoText(nanos, zones[0]?.zone ?? 'UTC') },
    { label: 'ISO 8601 UTC', value: isoText(nanos, 'UTC') },
  ]
}

/** `1 天 2 小时 3 分 4 秒`. */
export function spanText(nanos: bigint): string {
  const positive = nanos < 0n ? -nanos : nanos
  let seconds = positive / nanosASecond
  const below = positive % nanosASecond
  const parts: string[] = []
  for (const [size, title] of [
    [86_400n, '天'],
    [3600n, '小时'],
    [60n, '分'],
  ] as const) {
    if (seconds >= size) parts.push(`${seconds / size} ${title}`)
    seconds %= size
  }
  const fraction = below === 0n ? '' : `.${String(below).padStart(9, '0').replace(/0+$/, '')}`
  if (seconds > 0n || fraction !== '' || parts.length === 0) parts.push(`${seconds}${fraction} 秒`)
  return parts.join(' ')
}

export function distanceText(nanos: bigint, now: bigint): string {
  const apart = nanos - now
  const positive = apart < 0n ? -apart : apart
  if (positive < 1_000_000_000n) return '现在'
  const [size, title] = [
    [31_557_600n, '年'],
    [2_629_800n, '个月'],
    [86_400n, '天'],
    [3600n, '小时'],
    [60n, '分钟'],
    [1n, '秒'],
  ].find(([size]) => positive >= (size as bigint) * nanosASecond) ?? [1n, '秒']
  return `${positive / ((size as bigint) * nanosASecond)} ${title}${apart < 0n ? '前' : '后'}`
}
