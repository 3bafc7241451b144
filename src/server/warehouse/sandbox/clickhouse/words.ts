// Words of ClickHouse's grammar, as the check needs them.

const set = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** With which a query begins. */
export const beginnings = set('select with from')

/** Begin a clause of a query, or join tables: none of them is a name unless it is quoted. */
export const clauses =
  set(`select from prewhere where group having order limit offset window qualify union except
  intersect join on using settings format into outfile infile with sample final array global fetch`)

/** After which a comma doesn't lead to a table: what stands there are values. */
export const valueLists = set('group order limit window select array')

/** What may stand before `JOIN`, and can't be a table's alias. */
export const joinWords =
  set(`inner left right full outer cross any all asof semi anti paste natural global local join
  array`)

/** A word after which a value begins: the word itself is none. */
const leading =
  set(`select distinct where prewhere and or not xor when then else case by on having qualify between
  like ilike in is as from join using limit offset union all except intersect with over partition rows range
  interval regexp div mod global exists top prewhere sample to step`)

export const endsOperand = (word: string): boolean => word === '' || !leading.has(word)

/** Stand before a parenthesis without calling anything. */
export const beforeParentheses =
  set(`select distinct where prewhere and or not when then else case by on having
  qualify between like ilike in is as from join using limit offset union all except intersect with over rows range
  exists any filter within group sets rollup cube grouping materialized regexp div mod to sample settings values
  recursive ordinality step interpolate window`)

/** Bare, they would begin what no query of a user may have. */
export const refusedWords: Readonly<Record<string, string>> = {
  settings: '不能在 SQL 里改设置（SETTINGS）',
  into: '不能把结果写到别处（INTO OUTFILE）',
  outfile: '不能把结果写到别处（INTO OUTFILE）',
  infile: '不能读取文件（FROM INFILE）',
  format: '不能指定输出格式（FORMAT）',
  explain: 'EXPLAIN 只能写在最前面',
  parallel: '不能并行运行几条语句（PARALLEL WITH）',
  current_user: '不能查询账号（current_user）',
  session_user: '不能查询账号（session_user）',
  current_database: '不能查询库（current_database）',
}
