// Syntax that runs here with another meaning than in MySQL, Hive or MaxCompute: no error reports it, so users
// would misread the figures.
import {
  argumentsOf,
  between,
  closing,
  type DialectFix,
  farthest,
  lowerAt,
  pieceOf,
  type Reading,
  readingOf,
  textAt,
} from './reading.ts'

export interface OtherMeaning {
  /** Range to mark; `elsewhere` and `own` replace a larger one. */
  start: number
  end: number
  message: string
  /** A rewrite with the other dialects' meaning. */
  elsewhere: DialectFix
  /** A rewrite that makes the meaning here explicit; null where there is none. */
  own: DialectFix | null
  /** The difference affects few rows and is common: shown as a mild hint. */
  isSlight?: true
}

interface Meaning {
  message: string
  /** Takes the text between the brackets, as written, and its arguments. */
  elsewhere: (inner: string, args: readonly string[]) => string
  own: (inner: string, args: readonly string[]) => string
  /** Absent: applies to calls with one argument. */
  holds?: (args: readonly string[]) => boolean
  isSlight?: true
}

const dayOfWeek = (inner: string): string => `date_part('dow', ${inner})`
const call =
  (name: string, more = '') =>
  (inner: string): string =>
    `${name}(${inner}${more})`
/** Position 0 is before the first character and counts as one of the characters taken. */
const partFromZero = (name: string): Meaning => ({
  message: `${name} 从 0 取时这里少取一个字符；Hive 的 0 与 1 相同`,
  elsewhere: (_, [text, , length]) => `${name}(${text}, 1, ${length})`,
  own: (_, [text, , length = '']) =>
    `${name}(${text}, 1, ${/^\d{1,9}$/.test(length) && length !== '0' ? Number(length) - 1 : `(${length}) - 1`})`,
  holds: ({ length, 1: from }) => length === 3 && from === '0',
})

const surely =
  /^(?:[-+]?\d[\d_.]*|'(?:[^']|'')*'|(?:date|timestamp|interval)\s*'[^']*'|true|false|current_date|current_timestamp|(?:now|today)\(\)|(?:count|row_number)\([^()]*\))$/i
const longestLiteral = 60
/** The end of `coalesce(a, 0)`. */
const filled = /,\s*(?:[-+]?\d[\d_.]*|'[^']*')\s*\)$/
const mayBeNull = (arg: string): boolean =>
  !surely.test(arg) &&
  !(/^(?:coalesce|ifnull|nvl)\s*\(/i.test(arg) && filled.test(arg.slice(-longestLiteral)))

/** A comment would end up inside the rewrite; a star stands for an unknown number of columns. */
const isPlain = (arg: string): boolean => !/--|\/\*|^$|^\*|^columns\b|^\[/i.test(arg)
const severalWithNull = (args: readonly string[]): boolean =>
  args.length > 1 && args.every(isPlain) && args.some(mayBeNull)

const whole = (arg: string): string =>
  /^(?:[\p{L}_][\p{L}\p{N}_.]*|"[^"]*"|'(?:[^']|'')*'|\d[\d.]*)$/u.test(arg) ? arg : `(${arg})`

const extreme = (name: string, list: string): Meaning => ({
  message: `${name} 这里略过空值，全空才得空；MySQL 与 Hive 有一个为空就得空`,
  elsewhere: (inner, args) => {
    const present = args.filter(mayBeNull).map((arg) => `${whole(arg)} IS NOT NULL`)
    return `CASE WHEN ${present.join(' AND ')} THEN ${list}([${inner}]) END`
  },
  own: (inner) => `${list}([${inner}])`,
  holds: severalWithNull,
})

const capturing = /\((?!\?)|\(\?P?<[^=!]/

const meanings: Readonly<Record<string, Meaning>> = {
  weekday: {
    message: 'weekday 这里周日为 0、周一为 1；MySQL 与 MaxCompute 周一为 0',
    elsewhere: (inner) => `(isodow(${inner}) - 1)`,
    own: dayOfWeek,
  },
  dayofweek: {
    message: 'dayofweek 这里周日为 0；MySQL 与 Hive 周日为 1',
    elsewhere: (inner) => `(${dayOfWeek(inner)} + 1)`,
    own: dayOfWeek,
  },
  week: {
    message: 'week 这里按 ISO 周（周一起，第 1 周含当年首个周四）；MySQL 默认周日起，首个周日之前为 0',
    elsewhere: (inner) => `strftime(${inner}, '%U')::integer`,
    own: call('weekofyear'),
  },
  substr: partFromZero('substr'),
  substring: partFromZero('substring'),
  log: {
    message: 'log 这里以 10 为底；MySQL 与 Hive 以 e 为底',
    elsewhere: call('ln'),
    own: call('log10'),
  },
  stddev: {
    message: 'stddev 这里是样本标准差（除以 n − 1）；MySQL 与 MaxCompute 是总体标准差',
    elsewhere: call('stddev_pop'),
    own: call('stddev_samp'),
  },
  variance: {
    message: 'variance 这里是样本方差（除以 n − 1）；MySQL 与 MaxCompute 是总体方差',
    elsewhere: call('var_pop'),
    own: call('var_samp'),
  },
  greatest: extreme('greatest', 'list_max'),
  least: extreme('least', 'list_min'),
  concat: {
    message: 'concat 这里把空值当作空文本；MySQL 与 Hive 有一个为空就得空',
    elsewhere: (_, args) => `(${args.map(whole).join(' || ')})`,
    own: (inner) => `concat_ws('', ${inner})`,
    holds: severalWithNull,
    isSlight: true,
  },
  regexp_extract: {
    message: 'regexp_extract 这里取整个匹配；Hive 与 MaxCompute 取第一个括号',
    elsewhere: call('regexp_extract', ', 1'),
    own: call('regexp_extract', ', 0'),
    holds: ([, pattern = '', ...rest]) =>
      rest.length === 0 && /^'/.test(pattern) && capturing.test(pattern.replace(/\\.|\[[^\]]*\]/g, '')),
  },
}

const lists = new Set(['split', 'string_split', 'str_split', 'string_to_array', 'regexp_split_to_array'])

/** In text order. */
export function otherMeanings(sql: string): OtherMeaning[] {
  const reading = readingOf(sql)
  return reading.words.flatMap((_, at) => meaningAt(reading, at) ?? [])
}

function meaningAt(reading: Reading, at: number): OtherMeaning | null {
  const name = lowerAt(reading, at)
  const isList = lists.has(name)
  if (!isList && !Object.hasOwn(meanings, name)) return null
  if (textAt(reading, at + 1) !== '(' || /^(\.|::)$/.test(textAt(reading, at - 1))) return null
  const close = closing(reading, at + 1)
  if (close < 0 || close - at > farthest) return null
  if (isList) return firstOfList(reading, close)
  const meaning = meanings[name] as Meaning
  const args = argumentsOf(reading, at + 1, close)
  if (!(meaning.holds ?? (({ length }) => length === 1))(args)) return null
  const inner = between(reading, at + 2, close - 1)
  const word = reading.words[at]
  const elsewhere = pieceOf(reading, at, close, meaning.elsewhere(inner, args))
  const own = pieceOf(reading, at, close, meaning.own(inner, args))
  if (!word || !elsewhere) return null
  const { message, isSlight } = meaning
  return { start: word.start, end: word.end, message, elsewhere, own, ...(isSlight && { isSlight }) }
}

/** `split(a, ',')[0]`: lists are 1-based here, and index 0 is NULL. */
function firstOfList(reading: Reading, close: number): OtherMeaning | null {
  const isFirst =
    textAt(reading, close + 1) === '[' &&
    textAt(reading, close + 2) === '0' &&
    textAt(reading, close + 3) === ']'
  const fix = isFirst ? pieceOf(reading, close + 1, close + 3, '[1]') : null
  if (!fix) return null
  const message = '列表这里从 1 数起，[0] 总是空；Hive 与 MaxCompute 的 [0] 写作 [1]，[1] 写作 [2]'
  return { start: fix.start, end: fix.end, message, elsewhere: fix, own: null }
}
