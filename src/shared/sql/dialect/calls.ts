// Functions of MySQL and MaxCompute that the engine has not, as it writes them. A form that says nothing of what was
// given is left alone.
import { engineFormat } from './formats.ts'

type Form = (args: string[]) => string | null

const renamed =
  (name: string, ...counts: number[]): Form =>
  (args) =>
    counts.length === 0 || counts.includes(args.length) ? `${name}(${args.join(', ')})` : null

const exactly =
  (count: number, form: (...args: string[]) => string | null): Form =>
  (args) =>
    args.length === count ? form(...args) : null

const textOf = (arg: string | undefined): string | null => /^'([^']*)'$/.exec(arg ?? '')?.[1] ?? null

const formatted =
  (name: string, after = ''): Form =>
  ([value, format, ...rest]) => {
    const written = textOf(format)
    const told = written === null ? null : engineFormat(written)
    return told === null || rest.length > 0 ? null : `${name}(${value}, '${told}')${after}`
  }

const units: Readonly<Record<string, string>> = {
  yyyy: 'year',
  year: 'year',
  mm: 'month',
  mon: 'month',
  month: 'month',
  dd: 'day',
  day: 'day',
  week: 'week',
  hh: 'hour',
  hour: 'hour',
  mi: 'minute',
  minute: 'minute',
  ss: 'second',
  second: 'second',
}
const unitOf = (arg: string | undefined): string | null =>
  units[(textOf(arg) ?? arg ?? '').toLowerCase()] ?? null

/** `datediff(later, earlier)`, in MaxCompute with a unit behind; the engine's own begins with the unit. */
const dateDiff: Form = ([later = '', earlier, unit]) => {
  if (earlier === undefined || (textOf(later) !== null && unitOf(later))) return null
  const name = unit === undefined ? 'day' : unitOf(unit)
  return name ? `date_diff('${name}', ${dateOf(earlier)}, ${dateOf(later)})` : null
}

/** A text that is compared with dates. */
const dateOf = (arg: string): string => (/^'\d{4}-\d\d-\d\d'$/.test(arg) ? `date ${arg}` : arg)

const added =
  (sign: '+' | '-'): Form =>
  (args) => {
    const [value, amount = '', unit] = args
    if (/^interval\b/i.test(amount) && args.length === 2) return `(${value} ${sign} ${amount})`
    const name = args.length === 2 ? 'day' : unitOf(unit)
    return name && args.length >= 2 && args.length <= 3
      ? `(${dateOf(value ?? '')} ${sign} ${/^\d+$/.test(amount) ? amount : `(${amount})`} * interval 1 ${name})`
      : null
  }

export const calls: Readonly<Record<string, Form>> = {
  nvl: renamed('coalesce'),
  nvl2: exactly(3, (value, some, none) => `CASE WHEN ${value} IS NOT NULL THEN ${some} ELSE ${none} END`),
  isnull: exactly(1, (value) => `(${value} IS NULL)`),
  decode: ([value, ...rest]) => {
    if (rest.length < 2 || value === undefined) return null
    const pairs = Array.from({ length: Math.floor(rest.length / 2) }, (_, at) =>
      rest.slice(at * 2, at * 2 + 2),
    )
    const last = rest.length % 2 === 1 ? ` ELSE ${rest.at(-1)}` : ''
    return `CASE ${value}${pairs.map(([when, then]) => ` WHEN ${when} THEN ${then}`).join('')}${last} END`
  },
  to_char: formatted('strftime'),
  date_format: formatted('strftime'),
  str_to_date: formatted('strptime'),
  to_date: (args) => (args.length === 1 ? `CAST(${args[0]} AS DATE)` : formatted('strptime', '::DATE')(args)),
  datediff: dateDiff,
  timestampdiff: exactly(3, (unit, from, to) => {
    const name = unitOf(unit)
    return name && `date_diff('${name}', ${from}, ${to})`
  }),
  dateadd: added('+'),
  adddate: added('+'),
  date_sub: added('-'),
  subdate: added('-'),
  add_months: exactly(2, (value, count) => `(${dateOf(value as string)} + to_months(${count}))`),
  from_unixtime: exactly(1, (value) => `to_timestamp(${value})`),
  unix_timestamp: (args) => (args.length > 1 ? null : `epoch(${args[0] ?? 'now()'})`),
  getdate: exactly(0, () => 'now()'),
  sysdate: exactly(0, () => 'now()'),
  curdate: exactly(0, () => 'current_date'),
  curtime: exactly(0, () => 'current_time'),
  rand: exactly(0, () => 'random()'),
  locate: exactly(2, (part, whole) => `instr(${whole}, ${part})`),
  mid: renamed('substring', 2, 3),
  space: exactly(1, (count) => `repeat(' ', ${count})`),
  truncate: renamed('trunc', 2),
  size: renamed('len', 1),
  collect_list: renamed('list', 1),
  collect_set: exactly(1, (value) => `list(DISTINCT ${value})`),
  wm_concat: exactly(2, (part, value) => `string_agg(${value}, ${part})`),
  get_json_object: renamed('json_extract_string', 2),
  substring_index: exactly(3, (value, part, count) =>
    count === '1' ? `split_part(${value}, ${part}, 1)` : null,
  ),
  percentile: renamed('quantile_cont', 2),
  percentile_approx: renamed('approx_quantile', 2),
  median_approx: exactly(1, (value) => `approx_quantile(${value}, 0.5)`),
  regexp_count: exactly(2, (value, pattern) => `len(regexp_extract_all(${value}, ${pattern}))`),
  to_number: exactly(1, (value) => `CAST(${value} AS DOUBLE)`),
  lengthb: exactly(1, (value) => `strlen(${value})`),
}
