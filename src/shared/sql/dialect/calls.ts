// Rewrites functions of MySQL and MaxCompute that the engine lacks. Calls whose arguments can't be
// interpreted stay unchanged.
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

/**
 * `datediff(later, earlier)`, in MaxCompute with a unit last; the engine's own function starts with the unit,
 * which other dialects write unquoted.
 */
const dateDiff: Form = ([later = '', earlier, unit]) => {
  if (earlier === undefined || (textOf(later) !== null && unitOf(later))) return null
  const first = unitOf(later)
  if (first && unit !== undefined && textOf(unit) === null)
    return `date_diff('${first}', ${dateOf(earlier)}, ${dateOf(unit)})`
  const name = unit === undefined ? 'day' : unitOf(unit)
  return name ? `date_diff('${name}', ${dateOf(earlier)}, ${dateOf(later)})` : null
}

/** A text that is compared with dates. */
const dateOf = (arg: string): string =>
  /^'\d{4}-\d\d-\d\d'$/.test(arg)
    ? `date ${arg}`
    : /^'\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?'$/.test(arg)
      ? `timestamp ${arg}`
      : arg

const added =
  (sign: '+' | '-'): Form =>
  (args) => {
    const [value, amount = '', unit] = args
    if (/^interval\b/i.test(amount) && args.length === 2) return `(${dateOf(value ?? '')} ${sign} ${amount})`
    const name = args.length === 2 ? 'day' : unitOf(unit)
    return name && args.length >= 2 && args.length <= 3
      ? `(${dateOf(value ?? '')} ${sign} ${/^\d+$/.test(amount) ? amount : `(${amount})`} * interval 1 ${name})`
      : null
  }

/** In MaxCompute the unit comes last. */
const byUnit = (name: string): Form =>
  exactly(2, (value, unit) => {
    const known = textOf(unit) === null ? null : unitOf(unit)
    return known && `${name}('${known}', ${dateOf(value as string)})`
  })

export const calls: Readonly<Record<string, Form>> = {
  nvl: renamed('coalesce'),
  nvl2: exactly(3, (value, some, none) => `CASE WHEN ${value} IS NOT NULL THEN ${some} ELSE ${none} END`),
  isnull: (args) => (args.length === 1 ? `(${args[0]} IS NULL)` : renamed('coalesce', 2)(args)),
  decode: ([value, ...rest]) => {
    if (rest.length < 2 || value === undefined) return null
    const pairs = Array.from({ length: Math.floor(rest.length / 2) }, (_, at) =>
      rest.slice(at * 2, at * 2 + 2),
    )
    const last = rest.length % 2 === 1 ? ` ELSE ${rest.at(-1)}` : ''
    return `CASE ${value}${pairs.map(([when, then]) => ` WHEN ${when} THEN ${then}`).join('')}${last} END`
  },
  to_char: (args) => (args.length === 1 ? `CAST(${args[0]} AS VARCHAR)` : formatted('strftime')(args)),
  date_format: formatted('strftime'),
  str_to_date: formatted('strptime'),
  to_date: (args) => (args.length === 1 ? `CAST(${args[0]} AS DATE)` : formatted('strptime', '::DATE')(args)),
  datediff: dateDiff,
  timestampdiff: exactly(3, (unit, from, to) => {
    const name = unitOf(unit)
    return name && `date_diff('${name}', ${dateOf(from as string)}, ${dateOf(to as string)})`
  }),
  dateadd: added('+'),
  adddate: added('+'),
  date_sub: added('-'),
  subdate: added('-'),
  add_months: exactly(2, (value, count) => `(${dateOf(value as string)} + to_months(${count}))`),
  from_unixtime: ([value, format, ...rest]) => {
    if (format === undefined) return `to_timestamp(${value})`
    return formatted('strftime')([`to_timestamp(${value})`, format, ...rest])
  },
  // A text is a time in the user's zone.
  unix_timestamp: ([value, format, ...rest]) => {
    if (value === undefined || rest.length > 0) return value === undefined ? 'epoch(now())' : null
    const read = format === undefined ? value : formatted('strptime')([value, format])
    return read && `epoch(CAST(${read} AS TIMESTAMPTZ))`
  },
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
    count === '1' || count === '-1' ? `split_part(${value}, ${part}, ${count})` : null,
  ),
  percentile: renamed('quantile_cont', 2),
  percentile_approx: renamed('approx_quantile', 2),
  median_approx: exactly(1, (value) => `approx_quantile(${value}, 0.5)`),
  regexp_count: exactly(2, (value, pattern) => `len(regexp_extract_all(${value}, ${pattern}))`),
  to_number: exactly(1, (value) => `CAST(${value} AS DOUBLE)`),
  lengthb: exactly(1, (value) => `strlen(${value})`),
  // Already valid here, except when added to a text.
  date_add: (args) => (/^'/.test(args[0] ?? '') || unitOf(args[2]) ? added('+')(args) : null),
  timestampadd: exactly(3, (unit, count, value) =>
    added('+')([value as string, count as string, unit as string]),
  ),
  months_between: exactly(
    2,
    (later, earlier) => `date_diff('month', ${dateOf(earlier as string)}, ${dateOf(later as string)})`,
  ),
  trunc: byUnit('date_trunc'),
  date_trunc: exactly(2, (unit, value) => {
    const [name, written] = [unitOf(unit), textOf(unit)?.toLowerCase()]
    return name && written !== undefined && name !== written ? `date_trunc('${name}', ${value})` : null
  }),
  datetrunc: byUnit('date_trunc'),
  datepart: byUnit('date_part'),
  to_timestamp: (args) => (args.length === 2 ? formatted('strptime')(args) : null),
  date_parse: formatted('strptime'),
  current_timestamp: exactly(0, () => 'now()'),
  localtime: exactly(0, () => 'now()'),
  convert: ([value = '', type, ...rest]) => {
    if (type === undefined) {
      const [whole, charset] = partedAt(value, ' using ')
      return charset !== null && /^\w+$/.test(charset) ? whole : null
    }
    return rest.length === 0 && /^\w+(\(\d+(, *\d+)?\))?$/.test(type)
      ? `CAST(${value} AS ${typeOf(type)})`
      : null
  },
  cast: exactly(1, (whole) => {
    const [value, type] = partedAt(whole as string, ' as ')
    return type !== null && /^(?:unsigned|unsigned integer|signed integer)$/i.test(type)
      ? `CAST(${value} AS ${typeOf(type)})`
      : null
  }),
  regexp_like: renamed('regexp_matches', 2, 3),
  regexp_substr: renamed('regexp_extract', 2),
  array_join: renamed('array_to_string', 2),
  approx_distinct: renamed('approx_count_distinct', 1),
  ndv: renamed('approx_count_distinct', 1),
  approx_percentile: renamed('approx_quantile', 2),
  json_extract_scalar: renamed('json_extract_string', 2),
  json_unquote: exactly(1, (value) => `(${value} ->> '$')`),
  sha2: exactly(2, (value, bits) => (bits === '256' ? `sha256(${value})` : null)),
  elt: ([at, ...values]) => (values.length === 0 ? null : `[${values.join(', ')}][${at}]`),
  field: ([value, ...values]) =>
    values.length === 0 ? null : `coalesce(list_position([${values.join(', ')}], ${value}), 0)`,
  find_in_set: exactly(
    2,
    (value, list) => `coalesce(list_position(string_split(${list}, ','), ${value}), 0)`,
  ),
  // In MaxCompute the second argument is a list whose values are joined.
  concat_ws: exactly(2, (part, list) =>
    /^(collect_set|collect_list|sort_array|split|list|array_agg)\s*\(/i.test(list as string)
      ? `array_to_string(${list}, ${part})`
      : null,
  ),
  format: exactly(2, (value, digits) =>
    /^\d$/.test(digits as string) ? `format('{:,.${digits}f}', ${value})` : null,
  ),
  array: (args) => (/^(select|with|from)\b/i.test(args[0] ?? '') ? null : `[${args.join(', ')}]`),
  map: (args) =>
    args.length < 2 || args.length % 2 === 1 || /^[[]/.test(args[0] ?? '') ? null : `MAP {${pairs(args)}}`,
  named_struct: (args) => (args.length < 2 || args.length % 2 === 1 ? null : `{${pairs(args)}}`),
  sort_array: renamed('list_sort', 1),
  explode: renamed('unnest', 1),
  generate_series: exactly(3, (from, to, step) =>
    textOf(step) === null ? null : `generate_series(${from}, ${to}, interval ${step})`,
  ),
  count: (args) =>
    args.length > 1 && /^distinct\s/i.test(args[0] ?? '')
      ? `count(DISTINCT (${[args[0]?.replace(/^distinct\s+/i, ''), ...args.slice(1)].join(', ')}))`
      : null,
  div: exactly(2, (value, by) => `(${value} // ${by})`),
  countif: renamed('count_if', 1),
  sumif: exactly(2, (value, condition) => `sum(${value}) FILTER (WHERE ${condition})`),
  uniq: exactly(1, (value) => `count(DISTINCT ${value})`),
  uniqexact: exactly(1, (value) => `count(DISTINCT ${value})`),
  grouparray: renamed('list', 1),
  arrayjoin: renamed('unnest', 1),
  todate: exactly(1, (value) => `CAST(${value} AS DATE)`),
  tostring: exactly(1, (value) => `CAST(${value} AS VARCHAR)`),
  tostartofmonth: exactly(1, (value) => `date_trunc('month', ${value})`),
  tostartofweek: exactly(1, (value) => `date_trunc('week', ${value})`),
  formatdatetime: formatted('strftime'),
}

/** Splits at the last occurrence of the word. */
function partedAt(text: string, word: string): [before: string, after: string | null] {
  const at = text.toLowerCase().lastIndexOf(word)
  return at < 0 ? [text, null] : [text.slice(0, at).trim(), text.slice(at + word.length).trim()]
}

const typeOf = (type: string): string =>
  /^unsigned/i.test(type)
    ? 'UBIGINT'
    : /^signed/i.test(type)
      ? 'BIGINT'
      : /^char\b/i.test(type)
        ? 'VARCHAR'
        : type

const pairs = (args: readonly string[]): string =>
  args.flatMap((arg, at) => (at % 2 === 0 ? [`${arg}: ${args[at + 1]}`] : [])).join(', ')
