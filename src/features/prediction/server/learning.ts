// Learns what a launch, an event or a holiday changed in the past: the figures of its days against the
// forecast from the days before.
import { type CalendarMark, type DayValue, type Form, forecastGently, sumOf } from '#forecast/index.ts'
import { dayNumber, dayText } from '#shared/day.ts'
import type { LearnedEffect, ScenarioEffect } from '../contract.ts'
import type { Note } from './marks.ts'

interface Occasion {
  title: string
  from: number
  to: number
}

/** The effect as a difference of logarithms, and its standard deviation. */
export interface Sized {
  size: number
  error: number
  told: LearnedEffect
}

/** Half-width of an 80% interval, in standard deviations. */
const oneSide = 1.2816
const longestOccasion = 31
const mostOccasions = 12
const leastBefore = 28

type Like = NonNullable<ScenarioEffect['like']>

/** Past occasions like this one; a note on a single day is taken to last as many days as the effect. */
export function occasionsOf(
  { kind, name }: Like,
  length: number,
  calendar: readonly CalendarMark[],
  notes: readonly Note[],
  isOwn: (note: Note) => boolean,
): Occasion[] {
  if (kind === 'holiday') {
    const found: Occasion[] = []
    const days = calendar
      .filter((mark) => mark.kind === 'rest' && mark.name === name)
      .map((mark) => dayNumber(mark.day))
      .sort((one, other) => one - other)
    for (const day of days) {
      const last = found.at(-1)
      if (last && day === last.to + 1) last.to = day
      else found.push({ title: name, from: day, to: day })
    }
    return found
  }
  return notes
    .filter((note) => note.kind === kind && isOwn(note) && note.title.includes(name))
    .map(({ title, day, until }) => {
      const from = dayNumber(day)
      const to = until === null ? from + length - 1 : dayNumber(until)
      return { title, from, to: Math.min(to, from + longestOccasion - 1) }
    })
}

export async function learnEffect(
  days: readonly DayValue[],
  like: Like,
  occasions: readonly Occasion[],
  { calendar, form }: { calendar: readonly CalendarMark[]; form: Form },
  breathe: () => Promise<unknown> | undefined,
): Promise<Sized> {
  const [first, last] = [dayNumber(days[0]?.day ?? ''), dayNumber(days.at(-1)?.day ?? '')]
  const usable = occasions
    .filter(({ from, to }) => from - first >= leastBefore && to <= last)
    .toSorted((one, other) => other.from - one.from)
    .slice(0, mostOccasions)
  // Otherwise the model would already expect the holiday's effect.
  const plain = like.kind === 'holiday' ? calendar.filter(({ name }) => name !== like.name) : calendar
  const found: { occasion: Occasion; size: number; doubt: number }[] = []
  for (const occasion of usable) {
    const before = days.slice(0, occasion.from - first)
    const came = days.slice(occasion.from - first, occasion.to - first + 1)
    const horizon = came.length
    const { paths } = await forecastGently(
      before,
      { horizon, levels: [80], calendar: plain, form, paths: 400 },
      breathe,
    )
    if (!paths) continue
    const sum = came.reduce((whole, { value }) => whole + (value ?? 0), 0)
    const { mean, bands } = sumOf(paths, 0, horizon - 1, [80])
    const [band] = bands
    if (sum <= 0 || mean <= 0 || !band) continue
    const doubt = Math.log(Math.max(band.high, mean) / Math.max(band.low, mean / 100)) / 2 / oneSide
    found.push({ occasion, size: Math.log(sum / mean), doubt })
  }
  return sizedFrom(found)
}

function sizedFrom(found: readonly { occasion: Occasion; size: number; doubt: number }[]): Sized {
  const count = found.length
  if (count === 0)
    return {
      size: 0,
      error: 0,
      told: { percent: 0, error: 0, events: [], problem: '历史里没有可以参考的同类日期，按没有影响计算' },
    }
  const size = found.reduce((sum, one) => sum + one.size, 0) / count
  const between = count < 2 ? 0 : found.reduce((sum, one) => sum + (one.size - size) ** 2, 0) / (count - 1)
  const within = found.reduce((sum, one) => sum + one.doubt ** 2, 0) / count
  // A new occasion differs from the mean as much as the past ones differ from each other; a few occasions
  // give only a rough estimate of that.
  const error = Math.sqrt(Math.max(between, within) * (1 + 1 / count)) * (1 + 1 / count)
  return {
    size,
    error,
    told: {
      percent: percentOf(size),
      error: percentOf(size + oneSide * error) - percentOf(size),
      events: found.map(({ occasion: { title, from, to }, size: own }) => ({
        title,
        from: dayText(from),
        to: dayText(to),
        percent: percentOf(own),
      })),
      problem: count === 1 ? '同类日期只有一次，把握不大' : '',
    },
  }
}

const percentOf = (size: number): number => Math.round((Math.exp(size) - 1) * 1_000) / 10

/** Formats the effect as if a user had typed it. */
export function sizedAs(percent: number, error: number): Sized {
  const size = Math.log(1 + percent / 100)
  return {
    size,
    error: Math.log((1 + (percent + error) / 100) / (1 + percent / 100)) / oneSide,
    told: { percent, error, events: [], problem: '' },
  }
}
