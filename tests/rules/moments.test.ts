// Times are formatted only by `shared/moment.ts`, in the business's zone, and on pages by `web/ui/timeText.ts`, which
// names that zone to readers in another one.
import { expect, it } from 'vitest'
import { sourcesIn } from './guards/sources.ts'

/** Ways of formatting a time, or of splitting it by the machine's own time zone. */
const ways: [string, RegExp][] = [
  ['Intl.DateTimeFormat', /Intl\.DateTimeFormat\(/],
  ['dayjs', /\bdayjs\(/],
  ['toLocale…String', /\.toLocale(?:Date|Time)String\(|\.toLocaleString\((?!'en-US'|\s*'en-US')/],
  ['a date in a locale', /new Date\([^()]*\)\s*\.toLocaleString\(/],
  ['toDateString', /\.to(?:Date|Time)String\(/],
  [
    'the clocks of this computer',
    /\.(?:get(?:Hours|Minutes|Seconds|Date|Day|Month|FullYear|TimezoneOffset)|set(?:Hours|Date|Month))\(/,
  ],
]

/** Files that take dates apart without displaying a time, each with the reason. */
const reasons: Record<string, string> = {
  'src/shared/moment.ts': 'the one place',
  'src/shared/businessDay.ts': 'counts the business’s days and hours',
  'src/shared/exportName.ts': 'names files by hours of twelve, a given form',
  'src/server/settings.ts': 'asks whether there is such a zone',
  'src/server/logSettings.ts': 'asks whether there is such a zone',
  'src/server/warehouse/sandbox/output/times.ts': 'casts values of the warehouse, whatever their years',
  'src/features/alarm/server/checking/periods.ts': 'counts periods in minutes',
  'src/features/logsearch/server/engine/reading/moments.ts': 'reads moments from lines',
  'src/features/tools/web/instruments/time/zones.ts': 'a tool for moments of any zone and year',
  'src/semantic/model/shown/compared.ts': 'moves days of the calendar',
  'src/web/ui/day/calendarWords.ts': 'a day of Blueprint’s calendar is a local date',
  'src/features/statement/web/filters/RangeCalendar.tsx': 'a day of Blueprint’s calendar is a local date',
}

it('only shared/moment.ts formats times', () => {
  const found = sourcesIn('src', 'commands').flatMap(({ path, text }) =>
    Object.hasOwn(reasons, path)
      ? []
      : ways.flatMap(([way, by]) => (by.test(text) ? [`${path}: ${way}`] : [])),
  )
  expect(found, 'format moments by shared/moment.ts, or list the file in `reasons`').toEqual([])
})

it('every listed exception is needed', () => {
  const needed = new Set(
    sourcesIn('src')
      .filter(({ text }) => ways.some(([, by]) => by.test(text)))
      .map(({ path }) => path),
  )
  expect(
    Object.keys(reasons).filter((path) => !needed.has(path)),
    'remove these files from `reasons`: they format no moment',
  ).toEqual([])
})
