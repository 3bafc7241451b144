// Failures of ClickHouse for the writer of a statement: in Chinese, at their place in the user's text. The engine
// repeats the statement that ran in its messages, with conditions on rows in it: nothing of it is passed on but names
// that the user wrote.

import { clickhouseFailure, codeOf } from '#server/warehouse/clickhouse/failures.ts'
import { AppError } from '#shared/errors.ts'
import { problemBetween } from '../check/place.ts'
import { memoryText } from '../messages.ts'
import type { SqlProblem } from '../types.ts'
import type { EngineText } from './text.ts'

/** Role missing or not granted; right missing; the account itself refused. */
const rightsCodes = [497, 511, 512, 509]
const roleMissing =
  'ClickHouse 上没有你这一数据范围的角色，或它还没有授权（定义、游戏或数据规则有变化时会这样）；请管理员运行 npm run clickhouse -- script，并在 ClickHouse 上执行它的输出'

const plain: [codes: number[], text: string][] = [
  [[241, 173], memoryText],
  [[158, 307, 191, 396], '查询要读或要返回的数据超出限制，请缩小范围'],
  [[201], 'SQL 账号在 ClickHouse 上的配额已用完，请稍后再试'],
]

/** `%` stands for the name in the message, where it has one. */
const spoken: [codes: number[], text: string][] = [
  [[47, 10, 16, 8], '找不到列 %'],
  [[46], '没有函数 %'],
  [[60], '找不到表 %'],
  [[215], '列 % 既不在 GROUP BY 里，也没有汇总'],
  [[184], '汇总函数 % 用在了不能汇总的地方'],
  [[207, 352], '列 % 在几张表里都有，请写明是哪张表的'],
  [[179], '名称 % 给了几个不同的值'],
  [[42, 35], '函数 % 的参数个数不对'],
  [[43, 44], '函数 % 不接受这种类型的参数'],
  [[53, 386], '两边的类型不能放在一起比较或合并'],
  [[6, 38, 41, 27, 72], '文本不能转换成所要的数字或日期'],
  [[153], '除数为零'],
  [[125], '作为值的子查询返回了多行'],
  [[258], 'UNION 两边的列数或类型不同'],
  [[407, 70, 69], '数值超出了所能表示的范围'],
  [[394], '查询在 ClickHouse 上被终止'],
  [[306], '嵌套过深，请拆开'],
  [[48, 1], 'ClickHouse 不支持这种写法'],
]

export function sqlFailure(error: unknown, statement: EngineText): AppError {
  if (error instanceof AppError) return error
  const code = codeOf(error)
  const { message = '' } = error as Error
  if (code === null) return clickhouseFailure(error)
  if (code === 159 || code === 209) return new AppError('query_timeout')
  if (code === 202) return new AppError('server_busy', '数据仓库正忙（同时运行的查询过多），请稍后再试')
  if (rightsCodes.includes(code)) return new AppError('query_failed', roleMissing)
  const fixed = plain.find(([codes]) => codes.includes(code))
  if (fixed) return new AppError('query_failed', fixed[1])
  if (code === 62) return syntaxFailure(message, statement)
  const { name, place } = nameIn(message, statement)
  const [, text] = spoken.find(([codes]) => codes.includes(code)) ?? []
  const type = (error as { type?: string }).type ?? ''
  const said = text ?? `运行出错（ClickHouse 错误 ${code}${type === '' ? '' : ` ${type}`}）`
  return new AppError('sql_error', said.replace(' %', name === null ? '' : ` ${name}`), place)
}

function syntaxFailure(message: string, { sql, text, tokens, tokenAt }: EngineText): AppError {
  const last = tokens.at(-1)
  const at = /failed at position (\d+)/.exec(message)?.[1]
  if (at === undefined) return new AppError('sql_error', '语法错误', null)
  const offset = Buffer.from(text)
    .subarray(0, Number(at) - 1)
    .toString().length
  if (/failed at position \d+ \(end of query\)/.test(message) || offset >= text.length)
    return new AppError('sql_error', '语句没有写完', last ? problemBetween(sql, last.start, last.end) : null)
  const token = tokenAt(offset) ?? last
  const place = token ? problemBetween(sql, token.start, token.end) : null
  return new AppError('sql_error', place === null ? '语法错误' : `语法错误：「${place.near}」附近`, place)
}

const named = [
  /identifier [`'"]([^`'"]+)[`'"]/,
  /[Ff]unction (?:with name )?[`'"]?(\w+)[`'"]?/,
  /[Cc]olumn [`'"]?([\w.]+)[`'"]?/,
  /[Aa]lias [`'"]?([\w.]+)[`'"]?/,
  /[`'"]([^`'"]+)[`'"]/,
]

/** A name in the message that the user wrote, and its first place. */
function nameIn(
  message: string,
  { sql, tokens }: EngineText,
): { name: string | null; place: SqlProblem | null } {
  for (const pattern of named) {
    const found = pattern.exec(message)?.[1]?.split('.').at(-1)?.replaceAll('`', '')
    if (found === undefined) continue
    const isNamed = ({ kind, text }: (typeof tokens)[number]) =>
      (kind === 'word' || kind === 'quoted') && text.toLowerCase() === found.toLowerCase()
    const token = tokens.find(isNamed)
    if (token) return { name: token.text, place: problemBetween(sql, token.start, token.end) }
  }
  return { name: null, place: null }
}
