import { describe, expect, it } from 'vitest'
import { compileReport, readableSql } from '#semantic/compile.ts'
import type { Model, PhysicalTable } from '#semantic/model/types.ts'
import { makeContext, makeDimension, makePoint, makePointTable } from '../semantic/model.ts'
import { answer, run } from './golden.ts'

const table: PhysicalTable = {
  name: '_订单 "表"',
  comment: '',
  rowCount: 0,
  updatedAt: '',
  columns: [
    { name: '渠道', type: 'VARCHAR', comment: '' },
    { name: 'order', type: 'INTEGER', comment: '' },
    { name: 'a "b"', type: 'INTEGER', comment: '' },
    { name: 'd1', type: 'INTEGER', comment: '' },
  ],
}

const model: Model = {
  dimensions: [makeDimension({ id: 1, name: '渠道', types: 'string', info: { expression: '渠道' } })],
  points: [
    makePoint({ id: 1, name: '保留字', table_id: 1, name_sql: '"order" + "a ""b"""' }),
    makePoint({ id: 2, name: '同名列', table_id: 1, name_sql: 'D1' }),
    makePoint({
      id: 3,
      name: '带 ] 的',
      table_id: 1,
      name_sql: 'd1',
      filter: "渠道 like '50!%%' escape '!'",
    }),
    makePoint({ id: 4, name: '公式', types: 'computed', name_sql: '[带 ]] 的] + [#2]' }),
    makePoint({ id: 5, name: '引号 \' " $1', table_id: 1, name_sql: 'd1', filter: "渠道 <> 'it''s $1'" }),
  ],
  pointTables: [makePointTable({ id: 1, name: '订单', table_truename: table.name })],
  dimensionTables: [],
  tables: [table],
}

describe('names and escaping', () => {
  it('quotes every name, reserved or Chinese, and a table that looks like ours', async () => {
    await run(`CREATE TABLE "_订单 ""表""" ("渠道" VARCHAR, "order" INTEGER, "a ""b""" INTEGER, d1 INTEGER)`)
    await run(
      `INSERT INTO "_订单 ""表""" VALUES ('50%', 1, 2, 10), ('500', 4, 8, 20), ('it''s $1', 16, 32, 40)`,
    )
    const { total, rows } = await answer('names-quoted', {
      info: { dims: [1], points: [1, 2, 3, 4, 5] },
      model,
    })
    expect(total).toEqual([null, 63, 70, 10, 80, 30])
    expect(rows).toEqual([
      ["it's $1", 48, 40, 0, 40, 0],
      ['500', 12, 20, 0, 20, 20],
      ['50%', 3, 10, 10, 20, 10],
    ])
  })

  it('writes parameters in for reading, and leaves texts and names that look like them', async () => {
    const info = {
      dims: [1],
      points: [5],
      filters: [{ dim: 1, op: 'in' as const, values: ["it's $1", '50%'] }],
    }
    const { sql, params } = compileReport(info, model, makeContext())
    const readable = readableSql(sql, params)
    expect(readable).toContain("['it''s $1', '50%']")
    expect(readable).toContain("<> 'it''s $1'")
    expect(await run(readable)).toEqual(await run(sql, params))
    const elsewhere = compileReport(info, model, makeContext({ dialect: 'clickhouse' }))
    const typed = readableSql(elsewhere.sql, elsewhere.params)
    expect(typed).toContain("['it\\'s $1', '50%']")
    expect(typed).toContain("'it\\'s $1')")
    expect(typed).not.toMatch(/\{p\d/)
  })
})
