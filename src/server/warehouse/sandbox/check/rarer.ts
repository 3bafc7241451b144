// Rarer sentences of the engine in Chinese, after those of every day; and regular expressions' and formats' faults.

export type Rare = readonly [pattern: RegExp, chinese: string | ((parts: readonly string[]) => string)]

const short = (text = ''): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

export const rarer: readonly Rare[] = [
  [/^no argument for repetition operator: (\S+)/, ([sign]) => `正则表达式有误：${sign} 前面没有要重复的内容`],
  [/^invalid escape sequence: (\S+)/, ([text]) => `正则表达式有误：不认识 ${short(text)}`],
  [/^missing (?:closing )?([)\]])/, ([sign]) => `正则表达式有误：缺少 ${sign}`],
  [/^unexpected \)/, '正则表达式有误：多了 )'],
  [/^bad repetition operator: (\S+)/, ([sign]) => `正则表达式有误：重复符号 ${short(sign)} 连在一起`],
  [
    /^invalid (?:character class|perl operator|named capture group)[^:]*: (\S+)/i,
    ([text]) => `正则表达式有误：不认识 ${short(text)}`,
  ],
  [/^invalid character class range: (\S+)/i, ([text]) => `正则表达式有误：范围 ${short(text)} 的次序不对`],
  [/^trailing \\/, '正则表达式有误：末尾多了反斜杠'],
  [/^invalid UTF-8/, '正则表达式有误：有不完整的字符'],
  [/^invalid format string/i, '格式文本有误，如 {}、{:.2f}、%d、%s'],
  [/^Argument index "(\S+?)" out of range/, ([index]) => `格式文本里的第 ${index} 个参数没有给出`],
  [
    /^Invalid type specifier "(\S+?)" for formatting a value of type (\S+)/,
    ([form, type]) => `格式 ${form} 不能用于 ${short(type)} 的值`,
  ],
  [/^window "(.+?)" does not exist/, ([name]) => `没有窗口 ${name}，请在 WINDOW 里先写 ${name} AS (…)`],
  [/^window "(.+?)" is already defined/, ([name]) => `窗口 ${name} 重复`],
  [/^interval cannot be 0|^step size cannot be 0/i, '步长不能是 0'],
  [/^Slice step cannot be zero/, '切片的步长不能是 0'],
  [
    /^Could not convert string "([\s\S]*?)" to (\S+)/,
    ([value, type]) => `「${short(value)}」不能转换成 ${type}，可用 TRY_CAST 让不能转换的成为空值`,
  ],
  [
    /^Cannot perform (\S+) on an empty input list/,
    ([name]) => `${name} 不能用于空的列表，请给出初始值或先去掉空列表`,
  ],
  [/^The map key list does not align/, 'MAP 的键与值个数须相同'],
  [/^Date out of range: (\S+)/, ([day]) => `日期「${short(day)}」不存在`],
  [/^APPROXIMATE QUANTILE can only take/, '分位数须在 0 到 1 之间'],
  [/^Missing ASOF JOIN inequality/, 'ASOF JOIN 的 ON 里须有一个不等式，如 a.时间 >= b.时间'],
  [/^GROUPING statement cannot be used without groups/, 'GROUPING 须与 GROUP BY 一起用'],
  [/^Maximum grouping set count/, 'GROUP BY 的组合过多，请减少 CUBE 或 ROLLUP 的列'],
  [/^ARRAY_SLICE can only operate/, '切片只能用于列表和文本'],
  [/^Invalid escape string/, 'ESCAPE 后面须是一个字符'],
  [/^Collation with name (\S+) does not exist/, ([name]) => `没有排序规则 ${name}，可用 NOCASE、NOACCENT`],
  [
    /^column (\S+) must appear in the GROUP BY clause/,
    ([name]) => `列 ${name} 须写进 GROUP BY，或放进汇总函数`,
  ],
  [/^frame (?:starting|ending)|^frame start/, '窗口范围的起点须在终点之前'],
  [/^RANGE frames must have only one ORDER BY/, 'RANGE 的窗口只能按一列 ORDER BY'],
  [/^Argument for (\S+) must be greater than zero/, ([name]) => `${name} 的参数须大于 0`],
  [
    /^Columns can only be referenced within the aggregate of a PIVOT/,
    'PIVOT 的 USING 里须是汇总函数，如 sum(列)',
  ],
  [/^Column "(.+?)" referenced in UNPIVOT/, ([name]) => `UNPIVOT 的列 ${name} 不存在`],
  [
    /^Cannot unpivot columns of types (.+?) and (.+?) - an/,
    ([one, other]) => `UNPIVOT 的各列类型须相同，这里有 ${one} 与 ${other}，请用 ::类型 转换`,
  ],
  [/^This function needs an ENUM/, '这个函数的参数须是 ENUM'],
  [/^Invalid hex escape code .*?"([\s\S]*?)"/, ([text]) => `「${short(text)}」里的 \\x 后面须是两位十六进制`],
  [
    /^Invalid character encountered in string -> (\S+) conversion: '?([\s\S]*?)'?$/,
    ([type, text]) => `「${short(text)}」不能转换成 ${type?.toUpperCase()}`,
  ],
  [
    /^Cannot cast list with length (\d+) to array with length (\d+)/,
    ([from, to]) => `${from} 项的列表不能转换成 ${to} 项的数组`,
  ],
  [/^STRUCT to STRUCT cast must have/, '两个结构没有同名的字段，不能转换'],
  [/^Duplicate struct entry name "(.+?)"/, ([name]) => `结构里的字段 ${name} 重复`],
  [/^Type (STRUCT.+?) does not match with (STRUCT.+?)\. /, () => '结构的字段个数不同，不能转换'],
  [
    /^Macro (\w+)\(\) does not support the supplied arguments/,
    ([name]) => `函数 ${name} 的参数不合，请检查个数与类型，或用 ::类型 转换`,
  ],
  [/^Wrong number of arguments to (\w+)/, ([name]) => `函数 ${name?.toLowerCase()} 的参数个数不对`],
  [/^Limit percent out of range/, 'LIMIT 的百分比须在 0% 到 100% 之间'],
]

/** What the engine says in words that are not known: what it is about, in its own quotes, is kept. */
export function unknownSentence(kind: string, message: string): string {
  const line = message.split('\n')[0] ?? ''
  const named = [...line.matchAll(/"([^"]{1,60})"|'([^']{1,60})'/g)].map(
    ([, one, other]) => one ?? other ?? '',
  )
  const about = [...new Set(named)].slice(0, 3)
  const hint =
    about.length > 0
      ? `，与 ${about.map((name) => `「${name}」`).join('、')} 有关`
      : '，请检查这里的写法与类型'
  return `${kind}${hint}`
}
