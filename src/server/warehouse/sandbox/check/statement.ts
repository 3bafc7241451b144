// Decides whether a user's statement may run: the engine parses it, and its tree must be one SELECT over
// known tables with listed functions. Everything unknown is refused, with its name and position.
import type { DuckDBConnection } from '@duckdb/node-api'
import { AppError } from '#shared/errors.ts'
import { statementsOf } from '#shared/sql/statements.ts'
import { allowedFunctions, isRefusedFunction } from './allowed.ts'
import { type BoundText, boundText } from './bound.ts'
import { sqlFailure } from './failure.ts'
import { suggestion } from './nearest.ts'
import { offsetOfByte, problemAt } from './place.ts'
import { type KnownNames, lowered, type Refusal, refusalOf, type TreeNode } from './walk.ts'

/** Tables that a statement may name; a scope's own lists have this shape. */
interface KnownTables {
  tables: readonly { name: string }[]
  /** Named as `tmp.name`. */
  temporary: readonly { name: string }[]
  /** Named as `dict.name`. */
  dictionaries?: readonly { name: string }[]
}

interface CheckedStatement {
  /** The text for the engine to run, with its values (see bindValues). */
  bound: BoundText
}

/**
 * The text is bound as a parameter, never concatenated; empty and default fields are left out of the tree.
 */
const serialize = `SELECT json_serialize_sql($1::VARCHAR, skip_null := true, skip_empty := true, skip_default := true)`

/** Throws AppError sql_error. Works on a locked connection; nothing of the text is run or bound. */
export async function checkStatement(
  connection: DuckDBConnection,
  given: string | BoundText,
  known: KnownTables,
): Promise<CheckedStatement> {
  const bound = typeof given === 'string' ? boundText(given, {}) : given
  const tree = await parse(connection, bound)
  const statements = (tree.statements ?? []) as TreeNode[]
  const [statement, second] = statements
  if (!statement) throw new AppError('sql_error', '没有可运行的语句，请输入一条 SELECT')
  if (second) throw severalStatements(bound)
  const refusal = refusalOf(statement, namesOf(known))
  if (refusal) throw refused(bound, refusal, known)
  return { bound }
}

async function parse(connection: DuckDBConnection, bound: BoundText): Promise<TreeNode> {
  const reader = await connection.runAndReadAll(serialize, [bound.text])
  const tree = treeOf(String(reader.getRows()[0]?.[0]))
  if (tree.error !== true) return tree
  const { error_type: type, error_message: message, position } = tree
  if (type === 'not implemented') throw notSelect(bound)
  const told = { exception_type: 'Parser', exception_message: message, position }
  throw sqlFailure(new Error(JSON.stringify(told)), bound)
}

/** The engine writes constants such as 1e400, which JSON.parse reads as infinity. */
function treeOf(json: string): TreeNode {
  // The engine may cut its message about a long wrong word within a character; then the message is empty.
  if (json === '') throw new AppError('sql_error', '语法错误，位置未知：语句里有过长的词')
  try {
    return JSON.parse(json) as TreeNode
  } catch {
    return JSON.parse(json.replace(/"value":-?(?:Infinity|NaN)/g, '"value":null')) as TreeNode
  }
}

function namesOf({ tables, temporary, dictionaries = [] }: KnownTables): KnownNames {
  const names = (list: readonly { name: string }[]) => new Set(list.map(({ name }) => lowered(name)))
  return { tables: names(tables), temporary: names(temporary), dictionaries: names(dictionaries) }
}

/**
 * To the engine, PIVOT without its values is several statements, because it creates a type for the values it
 * finds.
 */
function notSelect(bound: BoundText): AppError {
  if (statementsOf(bound.sql).length > 1) return severalStatements(bound)
  const problem = problemAt(bound.sql, 0)
  const word = problem.near.toUpperCase()
  const own = ownMessages[word]
  if (own) return new AppError('sql_error', own, problem)
  const pivot = /\bpivot\b/i.exec(bound.sql)
  if (pivot && ['PIVOT', 'SELECT', 'FROM', 'WITH', '('].includes(word)) {
    const message = 'PIVOT 须写明取值，如：PIVOT t ON 列 IN (值 1, 值 2) USING sum(数)'
    return new AppError('sql_error', message, problemAt(bound.sql, pivot.index))
  }
  return new AppError('sql_error', `只能运行一条 SELECT 查询，不能使用 ${word}`, problem)
}

/** Messages with a supported alternative. */
const ownMessages: Readonly<Record<string, string>> = {
  CREATE: '只能建自己的临时表，请写成 CREATE TEMP TABLE 名称 AS SELECT …',
  DROP: '这里不能删除表，自己的临时表请在左侧「临时表」里删除',
  EXPLAIN: 'EXPLAIN 后面须是一条查询，如 EXPLAIN SELECT …',
  SHOW: '只支持 SHOW TABLES、SHOW COLUMNS FROM 表名，函数与设置不在这里查看',
  SUMMARIZE: 'SUMMARIZE 后面须是表名或一条查询',
  USE: '不能切换库，表名前不写库名',
}

function severalStatements({ sql }: BoundText): AppError {
  const second = statementsOf(sql)[1]
  const problem = second ? problemAt(sql, second.start) : null
  return new AppError('sql_error', '一次只能运行一条语句，请分开运行', problem)
}

function refused(bound: BoundText, { reason, byte }: Refusal, known: KnownTables): AppError {
  const at = (byte === null ? null : offsetOfByte(bound.text, byte)) ?? 0
  return new AppError('sql_error', messageOf(reason, known), problemAt(bound.sql, bound.offset(at)))
}

function messageOf(reason: Refusal['reason'], known: KnownTables): string {
  if (reason.what === 'table') return tableMessage(reason, known)
  if (reason.what === 'function') return functionMessage(reason)
  if (reason.what === 'type') return `不支持类型 ${reason.name}`
  if (reason.what === 'name') return `不能使用 ${reason.name}`
  if (reason.what === 'depth') return '表达式嵌套过深，请用 WITH 拆成几步'
  return syntaxMessages[reason.name] ?? `不支持的写法（${reason.name}）`
}

const syntaxMessages: Readonly<Record<string, string>> = {
  SHOW_REF: 'DESCRIBE、SHOW、SUMMARIZE 须单独成句，不能写在查询里',
  DEFAULT: '查询里不能使用 DEFAULT',
  at_clause: '不支持按版本查询（AT）',
}

function tableMessage(
  { schema, name, visible }: { schema: string; name: string; visible: string[] },
  known: KnownTables,
): string {
  const written = schema ? `${schema}.${name}` : name
  if (/[/\\*?:]|\.[a-z0-9]+$/i.test(name)) return 'FROM 里只能用表，不能读取文件和网址'
  if (lowered(schema) === 'dict') return `找不到字典 ${written}，dict. 后面写字典的表单名`
  if (schema && lowered(schema) !== 'tmp') return `找不到表 ${written}，表名前不能写库名`
  const temporary = known.temporary.map((table) => `tmp.${table.name}`)
  return `找不到表 ${written}${suggestion(written, [...known.tables.map((table) => table.name), ...temporary, ...visible])}`
}

function functionMessage({ name, place }: { name: string; place: 'value' | 'table' }): string {
  const near = allowedFunctions(place)
  if (place === 'table') return `FROM 里不能使用函数 ${name}，可用的有 ${near.join('、')}`
  const refused = isRefusedFunction(lowered(name), 'value') || isRefusedFunction(lowered(name), 'table')
  if (!refused && /^[^\w\s]+$/.test(name)) return `没有运算符 ${name}`
  return refused ? `不能使用函数 ${name}` : `找不到函数 ${name}${suggestion(name, near)}`
}
