// Keys of two types: a text column that refers to a number key, and a number column that refers to a text key. Both
// are compared as texts, as they stand, on both warehouses.
import { DuckDBInstance } from '@duckdb/node-api'
import { describe, expect, it } from 'vitest'
import { compileReport } from '#semantic/compile.ts'
import type { Model, ReportInfo } from '#semantic/model/types.ts'
import {
  makeContext,
  makeDimension,
  makeDimensionTable,
  makePoint,
  makePointTable,
} from '../semantic/model.ts'
import { ask } from './golden.ts'

/** A fact's column and a look-up table's key, with what meets and what does not. */
interface Keys {
  own: string
  key: string
  /** Literals; each row is worth 2^place. */
  refers: string[]
  keys: string[]
  /** Sum by the key found, as text; null: of rows without one. */
  expected: Record<string, number>
}

const cases: Record<string, Keys> = {
  'a text beside whole numbers': {
    own: 'VARCHAR',
    key: 'INTEGER',
    refers: ["'1'", "'x9'", "'02'", "' 3'", "'-4'", "''", 'NULL', "'1'", "'9'"],
    keys: ['1', '2', '3', '-4', '9'],
    expected: { '1': 1 + 128, '-4': 16, '9': 256, null: 2 + 4 + 8 + 32 + 64 },
  },
  'a text beside large numbers': {
    own: 'VARCHAR',
    key: 'BIGINT',
    refers: ["'9007199254740993'", "'9007199254740992'", "'x'"],
    keys: ['9007199254740993', '9007199254740994'],
    expected: { '9007199254740993': 1, null: 2 + 4 },
  },
  'a whole number beside texts': {
    own: 'BIGINT',
    key: 'VARCHAR',
    refers: ['1', '2', '3', 'NULL', '-4'],
    keys: ["'1'", "'x9'", "'02'", "'3 '", "'-4'", "''"],
    expected: { '1': 1, '-4': 16, null: 2 + 4 + 8 },
  },
  'a text beside decimals': {
    own: 'VARCHAR',
    key: 'DECIMAL(9,2)',
    refers: ["'1.50'", "'1.5'", "'2'", "'2.00'", "'x'"],
    keys: ['1.50', '2.00'],
    expected: { '1.50': 1, '2.00': 8, null: 2 + 4 + 16 },
  },
  'a text beside doubles': {
    own: 'VARCHAR',
    key: 'DOUBLE',
    refers: ["'1.5'", "'2'", "'2.0'", "'1e+20'", "'x'"],
    keys: ['1.5', '2', '1e20'],
    expected: { '1.5': 1, '2.0': 4, '1e+20': 8, null: 2 + 16 },
  },
  'a text beside days': {
    own: 'VARCHAR',
    key: 'DATE',
    refers: ["'2026-01-05'", "'2026-1-5'", "'20260105'", "''", 'NULL'],
    keys: ["'2026-01-05'", "'2026-01-06'"],
    expected: { '2026-01-05': 1, null: 2 + 4 + 8 + 16 },
  },
}

const found = 1
const worth = 2

function modelOf({ own, key }: Keys): Model {
  const table = (name: string, types: Record<string, string>) => ({
    name,
    comment: '',
    rowCount: 0,
    columns: Object.entries(types).map(([column, type]) => ({ name: column, type, comment: '' })),
    updatedAt: '2026-01-01T00:00:00Z',
  })
  return {
    dimensions: [
      makeDimension({
        id: found,
        name: '名称',
        types: 'string',
        table_id: 1,
        info: { expression: 'title' },
      }),
    ],
    points: [makePoint({ id: worth, name: '金额', table_id: 1, name_sql: 'worth' })],
    pointTables: [
      makePointTable({
        id: 1,
        name: '流水',
        table_truename: 'fact',
        joins: [{ dimTableId: 1, column: 'refers' }],
      }),
    ],
    dimensionTables: [makeDimensionTable({ id: 1, name: '对照', table_truename: 'look', key_column: 'id' })],
    tables: [table('fact', { refers: own, worth: 'INTEGER' }), table('look', { id: key, title: 'VARCHAR' })],
  }
}

async function tablesOf({ own, key, refers, keys }: Keys) {
  const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect()
  await connection.run(`CREATE TABLE fact (refers ${own}, worth INTEGER)`)
  await connection.run(`CREATE TABLE look (id ${key}, title VARCHAR)`)
  await connection.run(
    `INSERT INTO fact VALUES ${refers.map((one, at) => `(${one}, ${2 ** at})`).join(', ')}`,
  )
  await connection.run(
    `INSERT INTO look SELECT id, CAST(id AS VARCHAR) FROM (VALUES ${keys.map((one) => `(CAST(${one} AS ${key}))`).join(', ')}) AS listed(id)`,
  )
  return connection
}

describe('keys of two types', () => {
  it.each(Object.keys(cases))('%s', async (name) => {
    const made = cases[name] as Keys
    const info: ReportInfo = { dims: [found], points: [worth] }
    const { cells } = await ask(
      (dialect) => compileReport(info, modelOf(made), makeContext({ dialect })),
      await tablesOf(made),
    )
    const [, ...rows] = cells
    expect(Object.fromEntries(rows)).toEqual(made.expected)
  })
})
