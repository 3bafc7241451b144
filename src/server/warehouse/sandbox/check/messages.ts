// Chinese translations of the engine's messages. An unknown message is told by its kind.

import { functionMessages } from './functionMessages.ts'
import { nearestNames } from './nearest.ts'
import { literals, rarer, short } from './rarer.ts'

export interface EngineFailure {
  /** The kind of error: `Binder`, `Conversion` … */
  type: string
  message: string
  /** The text's line with the caret below, where the engine gave one. */
  shown: string
  /** The name that the error is about, where the engine gives one. */
  name: string
  /** Suggested names. */
  candidates: string[]
  /** Offset in the text: in bytes, or in characters for the parser's own errors. */
  position: number | null
}

/** A pattern's groups, as many as any pattern has. */
type Parts = [string, string, string]
type Translation = [pattern: RegExp, chinese: string | ((parts: Parts, failure: EngineFailure) => string)]

const translations: Translation[] = [
  [/^syntax error at end of input/, '语句没有写完'],
  [
    /^syntax error at or near "([\s\S]*)"$/,
    ([near]) => `语法错误，在「${short(near)}」附近${fullWidthHint(near)}`,
  ],
  [/^unterminated quoted string/, "文本没有结束，请补上单引号 '"],
  [/^unterminated quoted identifier/, '名称没有结束，请补上双引号 "'],
  [/^unterminated dollar-quoted string/, '文本没有结束，请补上结尾的 $'],
  [/^unterminated \/\* comment/, '注释没有结束，请补上 */'],
  [/^zero-length delimited identifier/, '双引号里须有名称'],
  [
    /^(?:memory exhausted|Max expression depth limit|stack limit exceeded)/i,
    '语句嵌套过深，请用 WITH 拆成几步',
  ],
  [/^VALUES lists must all be the same length/, 'VALUES 各行的列数须相同'],
  [/^Duplicate CTE name "(.+)"/, ([name]) => `WITH 里的名称 ${name} 重复`],
  [/^SELECT clause without selection list/, 'SELECT 后没有列'],
  [
    /^(?:Referenced column|Column) "(.+?)" not found in FROM clause/i,
    ([name], failure) => columnMessage(name, failure),
  ],
  [
    /^Referenced column "(.+?)" was not found because the FROM clause is missing/,
    ([name]) => `找不到列 ${name}：语句没有 FROM${quoteHint(name)}`,
  ],
  [
    /^Column "(.+?)" in (REPLACE|EXCLUDE|RENAME) list not found/,
    ([name, list]) => `${list} 里的列 ${name} 不存在`,
  ],
  [
    /^Table "(.+?)" does not have a column named "(.+?)"/,
    ([table, name], failure) => `${columnMessage(name, failure, `表 ${table} 里`)}`,
  ],
  [
    /^Values list "(.+?)" does not have a column named "(.+?)"/,
    ([table, name], failure) => `${columnMessage(name, failure, `${table} 里`)}`,
  ],
  [
    /^Referenced table "(.+?)" not found/,
    ([name], { message }) => `FROM 里没有 ${name}${candidatesOf(message, '可用的表')}`,
  ],
  [
    /^Ambiguous reference to (?:column|table|alias) (?:name )?"(.+?)"(?: \(use: (.+)\))?/,
    ([name, use]) =>
      `${name} 不明确，不止一个表有它${use ? `，请写成 ${use.replace(/ or /g, ' 或 ').replace(/"/g, '')}` : '，请加表名'}`,
  ],
  [
    /^column "(.+?)" must appear in the GROUP BY clause/,
    ([name]) => `列 ${name} 须写进 GROUP BY，或放进汇总函数（如 any_value(${name})）`,
  ],
  [
    /^Column "(.+?)" does not exist on (left|right) side of join/,
    ([name, side]) => `USING 的列 ${name} 在${side === 'left' ? '左' : '右'}边的表里不存在`,
  ],
  [
    /^(?:Scalar |Aggregate )?Function with name (row_number|rank|dense_rank|percent_rank|cume_dist|ntile|lag|lead|first_value|last_value|nth_value) does not exist/i,
    ([name]) => `${name} 是窗口函数，须写成 ${name}(…) OVER (…)`,
  ],
  [
    /^(?:Scalar |Aggregate |Table )?(?:Macro )?Function with name (\S+) does not exist/i,
    ([name]) => `找不到函数 ${name}`,
  ],
  [/^Table with name (.+?) does not exist/, ([name]) => `找不到表 ${name}`],
  [/^Type with name (\S+) does not exist/, ([name]) => `没有类型 ${name}`],
  [
    /^No function matches the given name and argument types '([\s\S]+?)'\./,
    ([call]) => `函数的参数不合：${literals(call)}，请检查个数与类型，或用 ::类型 转换`,
  ],
  [
    /^Could not choose a best candidate function for the function call "([\s\S]+?)"\./,
    ([call]) => `无法确定参数的类型：${literals(call)}，请用 ::类型 转换`,
  ],
  [
    /^Cannot compare values of type (.+?) and (?:type )?(.+?)(?: in .+? clause)? - an explicit cast/,
    ([left, right]) => `${literals(left)} 与 ${literals(right)} 不能比较，请用 ::类型 转换`,
  ],
  [
    /^Cannot mix values of type (.+?) and (.+?) in/,
    ([left, right]) => `${literals(left)} 与 ${literals(right)} 不能放在一起，请用 ::类型 转换`,
  ],
  [/^Cannot (?:deduce template type)/, '列表里各项的类型与比较的列不同，请用 ::类型 转换'],
  [
    /^Could not convert string '([\s\S]*?)' to (\S+)/,
    ([value, type]) => `「${short(value)}」不能转换成 ${typeName(type)}${castHint}`,
  ],
  [/^Unimplemented type for cast \((.+?) -> (.+?)\)/, ([from, to]) => `${from} 不能转换成 ${to}`],
  [
    /^Type \S+ with value (\S+) can't be cast .*destination type (\S+)/,
    ([value, type]) => `数值 ${short(value)} 超出 ${typeName(type)} 的范围`,
  ],
  [
    /^(?:Could not cast value|Casting value "?)\s*(\S+?)"? to (?:type )?(\S+)/,
    ([value, type]) => `数值 ${short(value)} 超出 ${typeName(type)} 的范围`,
  ],
  [
    /^(?:date|timestamp|time) field value out of range: "([\s\S]+?)"/,
    ([value]) => `日期「${short(value)}」不存在`,
  ],
  [
    /^invalid (date|timestamp|time) field format: "([\s\S]*?)"/,
    ([, value]) => `「${short(value)}」不是日期，应写成 2026-01-31`,
  ],
  [
    /^Could not parse string "([\s\S]*?)" according to format specifier "([\s\S]*?)"/,
    ([value, format]) => `「${short(value)}」不合日期格式 ${format}`,
  ],
  [
    /^Overflow in (\w+) of (\S+) \(([\s\S]+?)\)/,
    ([, type, sum]) => `计算结果超出 ${typeName(type)} 的范围：${sum}，可先转换成 HUGEINT 或 DOUBLE`,
  ],
  [/^WHERE clause cannot contain aggregates/, 'WHERE 里不能用汇总函数，请放进 HAVING'],
  [/^WHERE clause cannot contain window functions/, 'WHERE 里不能用窗口函数，请放进 QUALIFY'],
  [
    /^(HAVING|GROUP BY|JOIN|QUALIFY)\S* clause cannot contain (aggregates|window functions)/,
    ([clause]) => `${clause} 里不能用这类函数`,
  ],
  [/^aggregate function calls cannot be nested/, '汇总函数不能套汇总函数，请先用子查询算出里面的'],
  [
    /^aggregate function calls cannot contain window function calls/,
    '汇总函数里不能用窗口函数，请先用子查询算出',
  ],
  [/^Nested UNNEST calls/, 'UNNEST 不能嵌套，请写成 unnest(x, recursive := true)'],
  [/^UNNEST not supported here/, '这里不能用 UNNEST'],
  [/^Subquery returns (\d+) columns - expected 1/, ([count]) => `子查询只能返回 1 列，这里有 ${count} 列`],
  [/^More than one row returned by a subquery/, '作为一个值的子查询返回了多行，请加条件或 LIMIT 1'],
  [
    /^ORDER term out of range - should be between 1 and (\d+)/,
    ([most]) => `ORDER BY 的列号须在 1 到 ${most} 之间`,
  ],
  [
    /^GROUP BY term out of range - should be between 1 and (\d+)/,
    ([most]) => `GROUP BY 的列号须在 1 到 ${most} 之间`,
  ],
  [/^LIMIT\/OFFSET cannot be negative/, 'LIMIT 与 OFFSET 不能是负数'],
  [
    /^Set operations can only apply to expressions with the same number of result columns/,
    'UNION 等两边的列数须相同',
  ],
  [
    /^Could not find key "(.+?)" in struct/,
    ([name], { message }) => `结构里没有 ${name}${candidatesOf(message, '可用的有')}`,
  ],
  [
    /^No matching columns found that match regex "([\s\S]*?)"/,
    ([pattern]) => `没有列符合「${short(pattern)}」`,
  ],
  [/^Malformed JSON/, '不是合法的 JSON 文本，可先用 json_valid 过滤或 TRY_CAST'],
  [/^Function "(\S+)" is a table function/, ([name]) => `函数 ${name} 只能写在 FROM 里`],
  [
    /^Ambiguous reference to table|^Duplicate alias "(.+?)" in query/,
    ([name]) => `FROM 里的名称${name ? ` ${name}` : ''} 重复，请用 AS 另起别名`,
  ],
  [/^Values were not provided for the following prepared statement parameters/, '缺少参数'],
  [/^Cannot create a string/, '文本过长'],
  [/^SELECT list is empty after resolving/, 'SELECT 里没有剩下任何列'],
  [/^No columns found to join on in NATURAL JOIN/, 'NATURAL JOIN 的两边没有同名的列，请写 ON 或 USING'],
  [/^cannot take square root of a negative number/, '不能对负数开平方'],
  [/^cannot take logarithm of (?:zero|a negative number)/, '对数的值须大于 0，可先用 nullif 去掉 0'],
  [/^Value out of range/, '计算结果超出范围'],
  [
    /^extract specifier "(.*?)" not recognized/,
    ([part]) => `无法识别的日期部分「${short(part)}」，可用 year、month、week、day、hour 等`,
  ],
  [
    /^Failed to parse format specifier ([\s\S]+?): /,
    ([format]) => `日期格式「${short(format)}」有误，如 %Y-%m-%d %H:%M:%S`,
  ],
  [/^Map keys must be unique/, 'MAP 的键不能重复'],
  [/^Can't pack nothing into a struct/, '结构里须有内容，如 struct_pack(a := 1)'],
  [/^Sample sample_size (\S+) out of range/, ([size]) => `抽样比例 ${size} 须在 0 到 100 之间`],
  [/^Incorrect number of parameters for function (\S+)/, ([name]) => `函数 ${name} 的参数个数不对`],
  [
    /^Cannot cast array of size (\d+) to array of size (\d+)/,
    ([from, to]) => `${from} 项的数组不能转换成 ${to} 项`,
  ],
  [
    /^Cannot extract field '(.+?)' from expression "(.+?)"/,
    ([field, from]) => `${from} 不是结构，取不出其中的 ${field}`,
  ],
  [/^Unknown TimeZone '([\s\S]*?)'/, ([zone]) => `没有时区「${short(zone)}」，如 Asia/Shanghai、UTC`],
  [/^UNNEST\(\) can only be applied to lists|^UNNEST requires a single list/, 'UNNEST 只能用于列表或结构'],
  [/^DECIMAL type width must be/, 'DECIMAL 的总位数须在 1 到 38 之间'],
  [/^DECIMAL type scale cannot be/, 'DECIMAL 的小数位数不能多于总位数'],
  [
    /^table "(.+?)" has (\d+) columns available but (\d+) columns specified/,
    ([table, has, named]) => `${table} 有 ${has} 列，却写了 ${named} 个列名`,
  ],
  [/^at least one window function must appear/, 'QUALIFY 须与窗口函数一起用'],
  [/^(?:RESERVOIR_)?QUANTILE can only take parameters/, '分位数须在 0 到 1 之间'],
  [/^Invalid UTF8 Codepoint (\S+)/, ([code]) => `没有编码为 ${code} 的字符`],
  [/^Could not decode string "([\s\S]*?)" as base64/, ([text]) => `「${short(text)}」不是 base64 文本`],
  [/^Invalid input for hex digit/, '不是十六进制文本'],
  [
    /^circular reference to CTE "(.+?)"|^There is a WITH item named "(.+?)"/i,
    ([one, two]) => `WITH 里的 ${one ?? two} 引用了自己，递归请写 WITH RECURSIVE`,
  ],
]

/** The beginning of each kind's message when the engine's sentence is unknown. */
const kinds: Readonly<Record<string, string>> = {
  Parser: '语法错误',
  Syntax: '语法错误',
  Binder: '语句有误',
  Catalog: '名称有误',
  Conversion: '类型转换失败',
  'Out of Range': '数值超出范围',
  'Invalid Input': '输入的值有误',
  'Invalid type': '类型有误',
  'Mismatch Type': '类型不符',
  'Not implemented': '不支持的写法',
  Permission: '没有权限',
  IO: '不能读取文件',
  Constraint: '数据不合约束',
}

/** Null: nobody has translated this message. */
export function translated(failure: EngineFailure): string | null {
  const message = failure.message.trimEnd()
  for (const [pattern, chinese] of translations) {
    const match = pattern.exec(message)
    if (match) return typeof chinese === 'string' ? chinese : chinese(match.slice(1) as Parts, failure)
  }
  for (const [pattern, chinese] of [...functionMessages, ...rarer]) {
    const match = pattern.exec(message)
    if (match) return typeof chinese === 'string' ? chinese : chinese(match.slice(1))
  }
  // These messages are about files alone.
  return failure.type === 'IO' || failure.type === 'Permission' ? kindOf(failure) : null
}

/** What kind of failure it is, in a few words. */
export const kindOf = ({ type }: Pick<EngineFailure, 'type'>): string => kinds[type] ?? '语句有误'

export const unexplained = '，请检查这里的写法与类型'

const castHint = '；改用 TRY_CAST，转换失败时返回空值'

function columnMessage(name: string, { message, candidates }: EngineFailure, where = ''): string {
  const hint = fullWidthHint(name)
  if (hint) return `${where}找不到列 ${name}${hint}`
  const listed = candidates.length > 0 ? candidates : quoted(message.slice(message.indexOf('Candidate')))
  const near = nearestNames(name, listed)
  if (near.length > 0) return `${where}找不到列 ${name}，是否想用 ${near.join('、')}`
  // The engine suggests only a few similar names, not all.
  return `${where}找不到列 ${name}${listed.length > 0 ? `，可用的列有 ${listed.slice(0, 5).join('、')} 等` : ''}`
}

function candidatesOf(message: string, words: string): string {
  const names = quoted(message.slice(message.search(/Candidate/)))
  return message.includes('Candidate') && names.length > 0
    ? `，${words}：${names.slice(0, 5).join('、')}`
    : ''
}

const quoted = (text: string): string[] => [...text.matchAll(/"([^"\n]+)"/g)].map(([, name = '']) => name)

const typeNames: Readonly<Record<string, string>> = {
  INT8: 'TINYINT',
  INT16: 'SMALLINT',
  INT32: 'INTEGER',
  INT64: 'BIGINT',
  INT128: 'HUGEINT',
  UINT8: 'UTINYINT',
  UINT16: 'USMALLINT',
  UINT32: 'UINTEGER',
  UINT64: 'UBIGINT',
  BOOL: 'BOOLEAN',
}
const typeName = (name: string): string => typeNames[name] ?? name

/** A text in double quotes was meant as a string. */
const quoteHint = (name: string): string =>
  fullWidthHint(name) || `；若是文本，请用单引号 '${short(name, 20)}'`

/** Full-width characters from a Chinese keyboard. */
const fullWidthHint = (near: string): string =>
  /[（），；。‘’“”＝＞＜＊]/.test(near) ? '，标点须用半角' : ''
