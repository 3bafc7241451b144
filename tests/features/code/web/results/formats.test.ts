import { describe, expect, it } from 'vitest'
import type { ResultCell, ResultColumn } from '#features/code/contract.ts'
import { type CopyFormat, distinctNames, rowWriter } from '#features/code/web/results/copy/formats.ts'

const column = (
  title: string,
  type: ResultColumn['type'],
  databaseType: string = type.toUpperCase(),
): ResultColumn => ({ key: title, title, kind: 'column', type, databaseType, format: null })

const columns = [
  column('编号 "x"', 'integer', 'HUGEINT'),
  column('name', 'string', 'VARCHAR'),
  column('name', 'number', 'DECIMAL(18,2)'),
  column('ok', 'boolean', 'BOOLEAN'),
  column('day', 'date', 'DATE'),
  column('at', 'datetime', 'TIMESTAMP'),
  column('tags', 'json', 'VARCHAR[]'),
]
const hostile: ResultCell[][] = [
  [
    '170141183460469231731687303715884105727',
    `it's "q",\t|\n<b>\\`,
    0.1,
    true,
    '2026-10-12',
    '2026-10-12 09:05:07',
    '["a", 1e400]',
  ],
  [null, '', -12, false, null, null, null],
  [-7, '=SUM(A1)', 'NaN', null, '0044-03-15 (BC)', 'infinity', 'not json'],
]

function written(format: CopyFormat, cells = hostile, of = columns, table = '结果 "1"'): string {
  const writer = rowWriter(format, of, table)
  return writer.head + cells.map((row, index) => writer.row(row, index)).join('') + writer.tail(cells.length)
}

describe('a copy as', () => {
  it('TSV quotes as spreadsheets do and leaves empty values empty', () => {
    expect(written('tsv')).toBe(
      [
        '"编号 ""x"""\tname\tname\tok\tday\tat\ttags',
        `170141183460469231731687303715884105727\t"it's ""q"",\t|\n<b>\\"\t0.10\ttrue\t2026-10-12\t2026-10-12 09:05:07\t"[""a"", 1e400]"`,
        '\t\t-12.00\tfalse\t\t\t',
        '-7\t=SUM(A1)\tNaN\t\t0044-03-15 (BC)\tinfinity\tnot json',
      ].join('\r\n'),
    )
  })

  it('CSV tells an empty text from no value', () => {
    const lines = written('csv').split('\r\n')
    expect(lines[0]).toBe('"编号 ""x""",name,name,ok,day,at,tags')
    expect(lines[1]).toBe(
      `170141183460469231731687303715884105727,"it's ""q"",\t|\n<b>\\",0.10,true,2026-10-12,2026-10-12 09:05:07,"[""a"", 1e400]"`,
    )
    expect(lines[2]).toBe(',"",-12.00,false,,,')
  })

  it('JSON keeps every digit and every column, and is JSON', () => {
    const text = written('json')
    expect(text).toContain('"编号 \\"x\\"": 170141183460469231731687303715884105727')
    expect(text).toContain('"tags": ["a", 1e400]')
    const rows = JSON.parse(text) as Record<string, unknown>[]
    expect(rows[0]?.name).toBe(`it's "q",\t|\n<b>\\`)
    expect(rows[1]).toEqual({
      '编号 "x"': null,
      name: '',
      name_2: -12,
      ok: false,
      day: null,
      at: null,
      tags: null,
    })
    expect(rows[2]).toMatchObject({ name_2: 'NaN', tags: 'not json' })
    expect(written('json', [])).toBe('[]')
  })

  it('Markdown keeps each row on one line of the table', () => {
    const lines = written('markdown').trimEnd().split('\n')
    expect(lines).toHaveLength(5)
    expect(lines[1]).toBe('| ---: | --- | ---: | --- | --- | --- | --- |')
    expect(lines[2]).toContain(String.raw`it's "q", \|<br>&lt;b>\\`)
    expect(lines[3]).toBe('|  |  | -12.00 | false |  |  |  |')
  })

  it('INSERT quotes names and texts as the engine reads them', () => {
    expect(written('insert')).toBe(
      `insert into "结果 ""1""" ("编号 ""x""", "name", "name_2", "ok", "day", "at", "tags") values
  (170141183460469231731687303715884105727, 'it''s "q",\t|\n<b>\\', 0.10, true, date '2026-10-12', timestamp '2026-10-12 09:05:07', '["a", 1e400]'),
  (null, '', -12.00, false, null, null, null),
  (-7, '=SUM(A1)', 'NaN'::double, null, date '0044-03-15 (BC)', timestamp 'infinity', 'not json');
`,
    )
    expect(written('insert', [['a\0b']], [column('t', 'string', 'VARCHAR')])).toContain(
      `(('a' || chr(0) || 'b'))`,
    )
    expect(written('insert', [])).toBe('')
  })

  it('INSERT ends a statement each thousand rows', () => {
    const many = Array.from({ length: 2_001 }, (_, at): ResultCell[] => [at])
    const text = written('insert', many, [column('n', 'integer', 'INTEGER')])
    expect(text.match(/insert into/g)).toHaveLength(3)
    expect(text.match(/;\n/g)).toHaveLength(3)
  })
})

describe('names that repeat', () => {
  it('get numbers that no other column has', () => {
    const names = (...titles: string[]) => distinctNames(titles.map((title) => ({ title })))
    expect(names('a', 'a', 'a_2', 'a')).toEqual(['a', 'a_3', 'a_2', 'a_4'])
    expect(names('', '')).toEqual(['', '_2'])
    expect(distinctNames([{ title: 'A' }, { title: 'a' }], true)).toEqual(['A', 'a_2'])
  })
})

describe('an IN list', () => {
  it('has each value once, quoted as its type wants it, and no empty cell', () => {
    const list = (cells: ResultCell[], type: ResultColumn['type'], databaseType?: string) =>
      written(
        'in',
        cells.map((cell) => [cell]),
        [column('c', type, databaseType)],
      )
    expect(list([3, 1, 3, null], 'integer')).toBe('(3, 1)')
    expect(list(["it's", '', "it's"], 'string')).toBe("('it''s', '')")
    expect(list(['2026-10-12'], 'date')).toBe("(date '2026-10-12')")
    expect(list([null, null], 'string')).toBe('(null)')
  })

  it('of several columns is one of rows', () => {
    const of = [column('a', 'integer'), column('b', 'string')]
    expect(
      written(
        'in',
        [
          [1, 'x'],
          [1, 'y'],
          [2, null],
          [1, 'x'],
        ],
        of,
      ),
    ).toBe("((1, 'x'), (1, 'y'))")
  })
})
