// Translations of rarer engine messages about clauses, and of errors in regular expressions and formats.

export type Rare = readonly [pattern: RegExp, chinese: string | ((parts: readonly string[]) => string)]

export const short = (text = '', most = 60): string => (text.length > most ? `${text.slice(0, most)}…` : text)

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
    ([value, type]) => `「${short(value)}」不能转换成 ${type}；改用 TRY_CAST，转换失败时返回空值`,
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
  [/^SELECT locking clause is not supported/, '查询不能加锁，请去掉 FOR UPDATE'],
  [
    /^UNION \(ALL\) BY NAME operation doesn't support duplicate names.*?the name "(.+?)"/,
    ([name]) => `UNION BY NAME 的各列不能同名，${name} 不止一列`,
  ],
  [/^window functions are not allowed in window definitions/, 'OVER 里不能再用窗口函数，请先用子查询算出'],
  [/^window expression is not supported here/, '这里不能用窗口函数：子查询里引用了外层的列'],
  [/^Multiple ASOF JOIN inequalities/, 'ASOF JOIN 的 ON 里只能有一个不等式'],
  [
    /^Unrecognized sampling method (\S+), expected/,
    ([name]) => `没有抽样方法 ${name}，可用 system、bernoulli、reservoir`,
  ],
  [
    /^Sample method (\S+) cannot be used with a discrete sample count/,
    ([name]) => `抽样方法 ${name?.toLowerCase()} 只能按百分比，按行数请用 reservoir`,
  ],
  [
    /^Cannot combine (?:types(?: of)?|these numeric types) \(?(.+?) (?:and|&) (.+?)\)?(?: - an explicit cast.*)?$/,
    ([one, other]) => `${literals(one)} 与 ${literals(other)} 不能放在一起，请用 ::类型 转换`,
  ],
  [/^UNNEST\(\) requires at lease? one argument/, 'UNNEST 里须写列表，如 unnest([1, 2])'],
  [
    /^UNNEST - unsupported extra argument|^Unsupported parameter "\w+" for unnest/,
    'UNNEST 只有选项 recursive := true 与 max_depth := 层数',
  ],
  [/^UNNEST cannot have a max depth of 0/, 'UNNEST 的层数须大于 0'],
  [/^UNNEST\(\) on a struct column/, '展开结构的 UNNEST 须单独作为 SELECT 的一列'],
  [
    /^"DISTINCT", "FILTER", and "ORDER BY" are not applicable to "UNNEST"/,
    'UNNEST 里不能用 DISTINCT、FILTER、ORDER BY',
  ],
  [/^UNNEST\(\) for correlated expressions/, '这里不能用 UNNEST，请写成 FROM 表, unnest(列)'],
  [/^RANGE with composite interval that has mixed signs/, '间隔里的各部分须同为正或同为负'],
  [/^RANGE with infinite bounds/, 'range 的起止不能是无穷'],
  [
    /^Cannot override (PARTITION BY|ORDER BY) clause of window "(.+?)"/,
    ([clause, name]) => `窗口 ${name} 已有 ${clause}，这里不能再写`,
  ],
  [
    /^cannot copy window "(.+?)" because it has a frame/,
    ([name]) => `窗口 ${name} 已有范围，请写成 OVER ${name}，不加括号`,
  ],
  [
    /^FILL (argument|ordering) must support subtraction/,
    ([what]) => `fill 的${what === 'argument' ? '值' : ' ORDER BY '}须是数或日期`,
  ],
  [/^FILL functions must have only one ORDER BY/, 'fill 的窗口只能按一列 ORDER BY'],
  [/^Invalid RANGE (?:PRECEDING|FOLLOWING) value/, 'RANGE 窗口的间隔不能是负的'],
  [/^Window RANGE expressions cannot be NULL/, 'RANGE 窗口的间隔不能为空'],
  [
    /^(FILTER|DISTINCT) is not implemented for non-aggregate window functions/,
    ([word]) => `只有汇总函数的窗口能用 ${word}`,
  ],
  [
    /^RESPECT\/IGNORE NULLS is not supported for/,
    'IGNORE NULLS 只能用于 lag、lead、first_value、last_value、nth_value 等窗口函数',
  ],
  [/^Cannot ORDER BY ALL in a window/, 'OVER 里的 ORDER BY 须写列名，不能用 ALL'],
  [
    /^Subquery returns (\d+) columns - expected (\d+)/,
    ([has, wanted]) => `子查询须返回 ${wanted} 列，这里有 ${has} 列`,
  ],
  [/^ANY and ALL operators require/, 'ANY 与 ALL 前面须是 =、<>、>、<、>=、<= 之一'],
  [/^Correlated columns not supported in LIMIT/, 'LIMIT 与 OFFSET 里不能用外层的列'],
  [
    /^(?:LIMIT or OFFSET|ORDER BY) in a recursive query/,
    'WITH RECURSIVE 的递归部分不能用 ORDER BY、LIMIT，请写在外层的查询里',
  ],
  [
    /^Alias with name "(.+?)" exists, but aliases cannot be used as part/,
    ([name]) => `GROUP BY 里的别名 ${name} 只能单独写，不能放在算式里`,
  ],
  [
    /^Column "(.+?)" cannot occur in both (\w+) and (\w+) list/,
    ([name, one, other]) => `列 ${name} 不能同时写在 ${one} 与 ${other} 里`,
  ],
  [/^Pattern applied to a star expression must be a constant/, '* 后面的 LIKE 须是固定的文本'],
  [
    /^COLUMNS expects either a VARCHAR/,
    "COLUMNS 里须是列名的正则表达式、列名的列表或 lambda，如 COLUMNS('amount.*')",
  ],
  [
    /^Failed to bind "(.+?)" - COLUMNS expression can only contain lambda/,
    ([name]) => `COLUMNS 的 lambda 里只能用它的参数，不能用列 ${name}`,
  ],
  [/^Column "(.+?)" was selected but was not found/, ([name]) => `FROM 里没有列 ${name}`],
  [/^COLUMNS expression is not allowed inside another/, 'COLUMNS 里不能再用 COLUMNS'],
  [/^Multiple different STAR\/COLUMNS/, '一个算式里只能有一种 COLUMNS'],
  [/^\*COLUMNS not allowed at the root/, '*COLUMNS 只能作为函数的参数，单独一列请写 COLUMNS'],
  [/^Function "(.+?)" cannot be applied to a star/, ([name]) => `${name} 不能用于 *，请写列名或 COLUMNS(*)`],
  [/^Positional reference node needs to be/, '列的序号从 #1 开始'],
  [/^(\w+) type can take at most (\w+) type modifiers?/, ([name]) => `类型 ${name} 括号里的数过多`],
  [/^(\w+) type (?:width|scale|\w+) cannot be NULL/, ([name]) => `类型 ${name} 括号里的数不能为空`],
  [/^Cannot serialize non-constant type parameter/, '类型括号里的数须是固定的正整数'],
  [
    /^Cannot serialize non-constant expression '(.+?)' in pivot list/,
    ([name]) => `PIVOT 的 IN 里须是固定的值，${short(name)} 不是`,
  ],
  [/^aggregates are not allowed inside the TRY/, 'TRY 里不能用汇总函数，请先用子查询算出'],
  [
    /^TRY can not be used in combination with a (scalar subquery|volatile)/,
    ([what]) => `TRY 里不能用${what === 'volatile' ? '每次结果不同的函数' : '子查询'}`,
  ],
  [/^Pivot expression must contain exactly one aggregate/, 'PIVOT 的 USING 里每一项须恰有一个汇总函数'],
  [
    /^Pivot expression cannot contain (window functions|subqueries)/,
    ([what]) => `PIVOT 的 USING 里不能用${what === 'subqueries' ? '子查询' : '窗口函数'}`,
  ],
  [
    /^The value "(.+?)" was specified multiple times in the IN/,
    ([value]) => `IN 里的「${short(value)}」重复`,
  ],
  [/^Cannot pivot on constant value/, 'PIVOT 的 ON 后面须是列'],
  [/^PIVOT expression cannot contain qualified columns/, 'PIVOT 里的列名前不能写表名'],
  [
    /^PIVOT IN list - inconsistent amount of rows - expected (\d+) but got (\d+)/,
    ([wanted, has]) => `PIVOT 的 IN 里每一项须有 ${wanted} 个值，这里有 ${has} 个`,
  ],
  [
    /^UNPIVOT (?:name|value) count mismatch - .*?(\d+) (?:names|values)[^\d]*(\d+)/,
    ([names, columns]) => `UNPIVOT 的名称与列的个数须相同，这里是 ${names} 与 ${columns}`,
  ],
  [/^UNPIVOT list cannot contain subqueries/, 'UNPIVOT 里不能用子查询'],
  [
    /^Type VARCHAR with value '([\s\S]*?)' can't be cast to the destination type (.+)/,
    ([value, type]) => `「${short(value)}」不能转换成 ${type}；改用 TRY_CAST，转换失败时返回空值`,
  ],
]

/** Types of constants have names of the engine's own. */
export const literals = (types = ''): string =>
  types
    .replace(/STRING_LITERAL/g, '文本')
    .replace(/INTEGER_LITERAL/g, '整数')
    .replace(/UNKNOWN/g, '未知')
