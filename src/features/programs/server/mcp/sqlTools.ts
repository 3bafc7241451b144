// Tools for SQL, in the sandbox alone.
import { Type } from 'typebox'
import { closed } from '#shared/call.ts'
import { getOdpsTables, querySql } from '#features/code/server/index.ts'
import { type Cell, defineTool, fenced, quoted } from './tool.ts'

const mostRows = 200
const usualRows = 50

const listTables = defineTool({
  name: 'list_tables',
  title: '数据表',
  description: 'SQL 可以查的数据表，有列、类型和说明。需要「代码查询」权限。',
  input: Type.Object(
    { table: Type.Optional(Type.String({ maxLength: 200, description: '只看这张表的列' })) },
    closed,
  ),
  async run(asking, { table }) {
    const tables = await asking.ask(getOdpsTables)
    const chosen = tables.filter(
      ({ name }) => table === undefined || name.toLowerCase() === table.toLowerCase(),
    )
    const rows: Cell[][] =
      table === undefined
        ? chosen.map(({ name, comment, rowCount, columns }) => [
            name,
            comment,
            rowCount,
            columns.map((column) => column.name).join('、'),
          ])
        : chosen.flatMap(({ columns }) => columns.map(({ name, type, comment }) => [name, type, comment, '']))
    const titles = table === undefined ? ['数据表', '说明', '行数', '列'] : ['列', '类型', '说明', '']
    return { text: fenced(titles, rows), structured: { columns: titles, rows } }
  },
})

const runSql = defineTool({
  name: 'run_sql',
  title: '运行 SQL',
  description:
    '在沙箱里运行一条只读的 SELECT。优先用 ask_report：它的口径是定义好的。需要「代码查询」权限，令牌须可修改（运行会记入历史）。',
  input: Type.Object(
    {
      sql: Type.String({ minLength: 1, maxLength: 20_000 }),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: mostRows, description: `最多几行，默认 ${usualRows}` }),
      ),
    },
    closed,
  ),
  async run(asking, { sql, limit = usualRows }) {
    const run = await asking.ask(querySql, { body: { sql, limit, title: '助手的查询' } })
    const titles = run.columns.map(({ title }) => title)
    const rows = Array.from({ length: run.rowCount }, (_, at) => run.data.map((column) => column[at] ?? null))
    return {
      text: [
        `运行了：${quoted(sql)}`,
        fenced(titles, rows),
        `${run.rowCount} 行${run.truncated ? '，其后的行没有读' : ''}`,
        run.updateTime === null ? '' : `数据更新到 ${run.updateTime}`,
      ]
        .filter((line) => line !== '')
        .join('\n'),
      structured: { columns: titles, rows, rowCount: run.rowCount, truncated: run.truncated },
    }
  },
})

export const sqlTools = [listTables, runSql]
