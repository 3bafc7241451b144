// Translations of rarer engine messages, and of errors in regular expressions and formats.

type Rare = readonly [pattern: RegExp, chinese: string | ((parts: readonly string[]) => string)]

const short = (text = ''): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

export const rarer: readonly Rare[] = [
  [/^no argument for repetition operator: (\S+)/, ([sign]) => `正则表达式有误：${sign} 前面没有要重复的内容`],
  [/^invalid escape sequence: (\S+)/, ([text]) => `正则表达式有误：无法识别 ${short(text)}`],
  [/^missing (?:closing )?([)\]])/, ([sign]) => `正则表达式有误：缺少 ${sign}`],
  [/^unexpected \)/, '正则表达式有误：多了 )'],
  [/^bad repetition operator: (\S+)/, ([sign]) => `正则表达式有误：重复符号 ${short(sign)} 连在一起`],
  [
    /^invalid (?:character class|perl operator|named capture group)[^:]*: (\S+)/i,
    ([text]) => `正则表达式有误：无法识别 ${short(text)}`,
  ],
  [/^invalid character class range: (\S+)/i, ([text]) => `正则表达式有误：范围 ${short(text)} 的顺序不对`],
  [/^trailing \\/, '正则表达式有误：末尾多了反斜杠'],
  [/^invalid UTF-8/, '正则表达式有误：有不完整的字符'],
  [/^invalid format string/i, '格式文本有误，如 {}、{:.2f}、%d、%s'],
  [/^Argument index "(\S+?)" out of range/, ([index]) => `格式文本里的第 ${index} 个参数没有给出`],
  [
    /^Invalid type specifier "(\S+?)" for formatting a value of type (\S+)/,
    ([form, type]) => `格式 ${form} 不能用于${type === 'string' ? '文本' : ` ${short(type)} 的值`}`,
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
  [/^frame (?:starting|ending|start|end)/, '窗口范围的起点须在终点之前'],
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
  // Syntax that the engine's parser knows but does not support, such as `LIMIT 3, 5`.
  [/^errhint NOT IMPLEMENTED/, '语法错误，不支持这种写法'],
  [/^NameListToString NOT IMPLEMENTED/, '语法错误，名称里的点过多'],
  [/^Overflow in (\w+) \w+/, ([type]) => `计算结果超出 ${type} 的范围，可先转换成 DOUBLE`],
  [/^In a DISTINCT aggregate, ORDER BY/, '汇总函数里有 DISTINCT 时，ORDER BY 只能用它的参数'],
  [
    /^Invalid input for (\S+): [nk] value must be (?:>|(<)) (\d+)/,
    ([name, less, bound]) =>
      `${name?.toLowerCase().replace('/', '、')} 的个数须${less ? '小于' : '大于'} ${bound}`,
  ],
  [
    /^Positional reference (\d+) out of range \(total (\d+)/,
    ([at, count]) => `没有第 ${at} 列（#${at}），FROM 里共有 ${count} 列`,
  ],
  [/^This lambda function only supports/, 'lambda 的参数过多'],
  [/^invalid lambda expression/i, 'lambda 只能写在 list_transform、list_filter 等函数的参数里'],
  [
    /^Could not ORDER BY column "(?:[^"]*\.)?([^".]+)"/,
    ([name]) => `UNION 等的 ORDER BY 只能用查询出来的列，${name} 不在其中，可把它加进每个 SELECT`,
  ],
  [
    /^Failed to cast value: Could not convert string '([\s\S]*?)' to/,
    ([value]) => `「${short(value)}」不能转换成数字`,
  ],
  [/^Epoch seconds out of range/, '时间戳超出范围，须是秒数'],
  [/^Time out of range: (\S+)/, ([time]) => `时间「${short(time)}」不存在`],
  [
    /^(?:(?:Left|Right)-shift value|Cannot (?:left|right)-shift|Overflow in left shift)/,
    '移位的位数超出范围',
  ],
  [
    /^No matching aggregate function[\s\S]*?'([^']{1,200})'/,
    ([call]) => `列表里的值不合：${call}，请先用 ::类型 转换`,
  ],
  [/^Provide at least one argument to (\S+)/, ([name]) => `函数 ${name} 须有参数`],
  [
    /^Enum value: unrecognized value "(.+?)"/,
    ([value]) => `无法识别「${short(value)}」，请换成函数可用的选项`,
  ],
  [/^Separator argument to StringAgg/, 'string_agg 的分隔符须是固定的文本'],
  [/^(json_\w+|row_to_json)\(\) (?:requires|takes)/, ([name]) => `函数 ${name} 的参数个数不对`],
  [
    /^([A-Z_]+) needs (\d+) parameters?, got (\d+)/,
    ([name, needed, given]) => `函数 ${name?.toLowerCase()} 须有 ${needed} 个参数，这里有 ${given} 个`,
  ],
  [/^GROUPING child "(.+?)"/, ([name]) => `GROUPING 里的 ${name} 须写在 GROUP BY 里`],
  [
    /^JSON path error near '([\s\S]*?)'/,
    ([path]) => `JSON 路径在「${short(path)}」附近有误，如 $.a.b、$.list[0]`,
  ],
  [/^Unrecognized Regex option (\S+)/, ([option]) => `正则表达式没有选项 ${option}，可用 i、c、g、m、s`],
  [/^Period must be greater/, '时间间隔须大于 0'],
  [/^Month intervals cannot have/, '月与天不能放在同一个时间间隔里'],
  [/^STAR expression is only allowed/, '* 只能单独作为一列，函数里请写列名或 COLUMNS(*)'],
  [/^SETSEED accepts/, '种子须在 -1 到 1 之间'],
  [/^Lists larger than/, '列表过长'],
  [/^QUANTILE argument must not be NULL/, '分位数不能为空'],
  [/^QUANTILE can only take constant/, '分位数须是固定的数'],
  [/^Invalid input for bin function/, '分组数须大于 0'],
  [/^Failure in decode/, "二进制内容不是 UTF-8 文本，可写成 decode(值, 'replace')"],
  [/^'to_base' radix/, '进制须在 2 到 36 之间'],
  [/^(\w+): (?:Array arguments|list dimensions) must be/, ([name]) => `${name} 的两个列表长度须相同`],
  [/^Need named argument for struct pack/, '结构的字段须写名称，如 struct_pack(a := 1)'],
  [/^(\w+) is not an aggregate function/, ([name]) => `${name} 不是汇总函数，不能写 OVER`],
  [
    /^Function "(\w+)" is a Scalar Function/,
    ([name]) => `${name} 不是汇总函数，不能用 DISTINCT、FILTER、ORDER BY`,
  ],
  [/^COLLATE can only/, 'COLLATE 只能用于文本列'],
  [/^Catalog type does not support time travel/, '不能查历史版本'],
  [
    /^Unknown ordered aggregate "(.+?)"/,
    ([name]) => `${name} 不能写 WITHIN GROUP，请写成 ${name}(… ORDER BY …)`,
  ],
  [/^[A-Z]+ TO [A-Z]+ is not supported/, '不支持这种时间间隔，请写成 INTERVAL 1 YEAR 等'],
  [/^Star expression "/, '没有列符合 * 或 COLUMNS 的条件'],
  [/^Duplicate entry "(.+?)" in (\w+) list/, ([name, list]) => `${list} 里的列 ${name} 重复`],
]

/** For unknown messages: keeps what the engine quotes. */
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
