// The expression language on both warehouses: every operator, function and cast over difficult values, with many
// expressions per statement.
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { expect, it } from 'vitest'
import { readExpression } from '#semantic/model/expression/columns.ts'
import type { CompileContext, PhysicalTable } from '#semantic/model/types.ts'
import { bindColumns } from '#semantic/plan/tree/build.ts'
import { clickhouse, clickhouseSettings } from '#semantic/sql/clickhouse.ts'
import { duckdb } from '#semantic/sql/duckdb.ts'
import { Writer } from '#semantic/sql/writer.ts'
import type { ClickHouse } from '../factories/clickhouse.ts'
import { ask } from './golden.ts'

const name = 'expression_values'

type Value = string | number | boolean | bigint | null

/** Type and values by column; columns with few values repeat them at different intervals. */
const columns: Record<string, { type: string; values: Value[] }> = {
  i: { type: 'INTEGER', values: [0, 1, -1, 7, -7, 100, 15, 25, -25, null, 2147483600, -2147483600] },
  j: { type: 'SMALLINT', values: [0, 1, -1, 3, 32767, -32768, 2, 5, null] },
  b: {
    type: 'BIGINT',
    values: [
      0,
      1,
      -5,
      12,
      9223372036854775807n,
      9007199254740993n,
      150,
      250,
      null,
      3,
      -3,
      -9223372036854775807n,
    ],
  },
  c: { type: 'BIGINT', values: [1, 2, -3, 0, 1000, 7, null] },
  h: { type: 'HUGEINT', values: [0, 1, -1, 12345678901234567890123n, null, 5, -12345678901234567890n] },
  d: {
    type: 'DECIMAL(12,2)',
    values: [
      '0.00',
      '1.50',
      '-1.50',
      '2.34',
      '-2.35',
      '99.99',
      '-0.05',
      '10.50',
      null,
      '0.15',
      '-0.25',
      '9999999.99',
    ],
  },
  e: {
    type: 'DECIMAL(9,4)',
    values: ['0.0001', '1.2345', '-1.2345', '0.5000', '2.5000', '-2.5000', '99999.9999', null, '1.0000'],
  },
  w: {
    type: 'DECIMAL(38,2)',
    values: ['0.00', '123456789012345678901234567890.12', '-5.55', '1.00', '90071992547409.93', null, '2.50'],
  },
  x: {
    type: 'DOUBLE',
    values: [
      0,
      0.5,
      1.5,
      2.5,
      -2.5,
      -0.4,
      1e16,
      1.5e100,
      1e-5,
      1.25e-7,
      123456789.125,
      0.1,
      2.675,
      1.005,
      null,
      1e15,
      -1e21,
      3.17159,
      0.0001,
    ],
  },
  y: { type: 'DOUBLE', values: [1, 2, -3, 0, 0.1, 7.5, null, 1e10] },
  s: {
    type: 'VARCHAR',
    values: [
      '',
      'a',
      'abc',
      'ABC',
      'hello',
      'héllo 世界',
      'Straße',
      'ΑΣΣ',
      'İx',
      ' a ',
      '　b　',
      '\ta\n',
      'a%c',
      'a_c',
      'a\\c',
      '100%',
      'ﬁn',
      "it's",
      null,
      'aaa',
      'a\nb',
      'Éa',
      'ᾀΐ',
      'x!%',
      '👨‍👩‍👧',
    ],
  },
  t: {
    type: 'VARCHAR',
    values: [
      '12',
      ' 12 ',
      '1.5',
      '2.5',
      '-2.5',
      '1e3',
      '15e-1',
      '1_000',
      '+5',
      '.5',
      '5.',
      '.',
      '',
      '-',
      '9223372036854775808',
      '9223372036854775807.4',
      '9223372036854775807.5',
      '\t5\n',
      '　5',
      '5 6',
      '1e400',
      '1e-400',
      '00012',
      '- 5',
      '1,000',
      'true',
      'T',
      'yes',
      'no',
      'N',
      '0',
      '1',
      'on',
      'nan',
      '-Infinity',
      '1E5',
      '1d',
      '1e',
      '1.555',
      '-1.555',
      '1.554999',
      '123456789',
      '99999999.995',
      '-.5',
      '4e-3',
      '1e-50',
      null,
      'FALSE',
      ' true ',
      '123456789.123456789',
      '1__0',
      '1_',
    ],
  },
  u: {
    type: 'VARCHAR',
    values: [
      '2026-01-02',
      '2026-1-2',
      ' 2026-01-02 ',
      '2026/1/2',
      '2026 01 02',
      '2026-01/02',
      '20260102',
      '2026-02-30',
      '2026-13-01',
      '2026-01-02 10:00:00',
      '2026-01-02T10:00:00',
      '2026-01-02x',
      '02026-01-02',
      '2026-01',
      '2026-1-002',
      '',
      '2024-02-29',
      '2023-02-29',
      null,
      '2026-01-02 03:04',
      '2026-01-02 03',
      '2026-01-02 3:4:5',
      '2026-01-02 03:04:05.5',
      '2026-01-02 03:04:05.9999999',
      '2026-01-02 24:00:00',
      '2026-01-02 24:00:01',
      '2026-01-02 23:60:00',
      '2026-01-02 03:04:05Z',
      '2026-01-02 03:04:05+08:00',
      '2026-01-02 03:04:05 +08:00',
      '2026-01-02  03:04:05',
      '1950-05-05 12:30:00',
      '1969-12-31',
      'abc',
    ],
  },
  ok: { type: 'BOOLEAN', values: [true, false, null] },
  no: { type: 'BOOLEAN', values: [false, true, null, null] },
  day: {
    type: 'DATE',
    values: [
      '2026-01-01',
      '2025-12-31',
      '2024-02-29',
      '1969-12-31',
      '1950-05-05',
      '2026-01-04',
      '2026-01-05',
      null,
      '2027-01-01',
      '2020-12-28',
    ],
  },
  until: {
    type: 'DATE',
    values: ['2026-01-01', '2026-01-05', '1970-01-01', '2025-12-29', null, '2024-03-01'],
  },
  at: {
    type: 'TIMESTAMP',
    values: [
      '2026-01-01 00:00:00',
      '2025-12-31 23:59:59.999999',
      '1969-12-31 23:59:59.5',
      '1950-05-05 12:30:00',
      '2026-01-04 04:59:59',
      null,
      '2024-02-29 12:00:00.000001',
    ],
  },
  by: {
    type: 'TIMESTAMP',
    values: [
      '2026-01-01 01:00:00',
      '2026-01-01 00:59:59',
      null,
      '1970-01-01 00:00:00.5',
      '2026-03-31 23:59:59',
    ],
  },
}
const rowCount = 60

const physical: PhysicalTable = {
  name,
  comment: '',
  rowCount,
  updatedAt: '',
  columns: Object.entries(columns).map(([column, { type }]) => ({ name: column, type, comment: '' })),
}

const numbers = ['i', 'b', 'h', 'd', 'e', 'w', 'x']
/** Replaces large column values, which would overflow sums and products, by 7. */
const small = (text: string): string =>
  ['b', 'h', 'w', 'i'].reduce(
    (kept, column) =>
      kept.replace(new RegExp(`\\b${column}\\b`, 'g'), `if(abs(${column}) < 100000, ${column}, 7)`),
    text,
  )

function arithmetic(): string[] {
  const sides = ['i', 'c', 'h', 'd', 'e', 'w', 'x', 'y', '2', '1.5', '0', '1e2']
  return numbers.flatMap((left) => [
    ...sides.flatMap((right) =>
      ['+', '-', '*', '/'].map((operator) => small(`${left} ${operator} ${right}`)),
    ),
    ...(left === 'x' || left === 'w' ? [] : [small(`${left} % 7`)]),
    small(`-${left}`),
  ])
}

function comparisons(): string[] {
  const sides = ['c', 'h', 'e', 'w', 'y', '2', '1.5', '0.125']
  return numbers.flatMap((left) =>
    sides.flatMap((right) => ['=', '<', '>=', '<>'].map((operator) => `${left} ${operator} ${right}`)),
  )
}

function ofNumbers(): string[] {
  return numbers.flatMap((own) => {
    const inside = own === 'b' ? 'if(abs(b) < 9000000000000000000, b, 8)' : own
    return [
      ...[0, 2, -1].map((digits) => `round(${inside}, ${digits})`),
      ...['floor', 'ceil', 'abs', 'sign'].map((called) => `${called}(${inside})`),
      ...['integer', 'double', 'decimal(10,2)', 'decimal(38,10)', 'decimal(4,0)', 'varchar'].map(
        (type) => `cast(${own} as ${type})`,
      ),
      ...[
        'coalesce(#, 0)',
        'greatest(#, 1)',
        'nullif(#, 0)',
        'nullif(#, 1.5)',
        'if(ok, #, 0)',
        'case when ok then # end',
        'case when ok then # else x end',
        "case # when 1 then 'one' when 1.5 then 'more' else 'x' end",
        '# in (1, 2, 7)',
        '# in (1.5, null)',
        '# not in (1.5, null)',
        '# not in (1, 2)',
        '# between 1 and 10.5',
        '# not between c and 5',
        '# between null and 1',
        "concat(#, '')",
      ].map((text) => text.replaceAll('#', own)),
    ]
  })
}

function ofTexts(): string[] {
  const places = ['1', '0', '-1', '-2', '10', '-10', 'c']
  const lengths = ['0', '2', '-1', '1000', 'c']
  const patterns = [
    "'a%'",
    "'%'",
    "''",
    "'a_c'",
    "'%b'",
    "'a\\c'",
    "'a\\%'",
    's',
    "'a!%c' escape '!'",
    "'x!!!%' escape '!'",
    "'a!c' escape '!'",
    "'a\\_c' escape '\\'",
    "'%世_'",
    "concat('a', '!', '%', 'c') escape '!'",
  ]
  return [
    ...['lower', 'upper', 'trim', 'length'].map((called) => `${called}(s)`),
    ...places.flatMap((place) => [
      `substr(s, ${place})`,
      ...lengths.map((length) => `substr(s, ${place}, ${length})`),
    ]),
    ...patterns.flatMap((pattern) => [`s like ${pattern}`, `s not like ${pattern}`]),
    ...['integer', 'decimal(10,2)', 'decimal(38,10)', 'decimal(18,4)', 'boolean'].map(
      (type) => `cast(t as ${type})`,
    ),
    'cast(cast(t as double) as varchar)',
    'cast(u as date)',
    'cast(u as timestamp)',
    "replace(s, 'a', 'b')",
    "replace(s, '', 'x')",
    "replace(s, s, 'x')",
    'concat(s, i, d, x, ok, day, at)',
    'concat(null, s)',
    "concat('a', 1, 1.50, 1e3, true)",
    "contains(s, 'a')",
    "contains(s, '')",
    'contains(s, s)',
    "starts_with(s, 'a')",
    'starts_with(s, t)',
    "s in ('a', 'abc')",
    "s not in ('a', 'abc')",
    "s in ('a', null)",
    "s not in ('a', null)",
    "s < 'b'",
    "s between 'a' and 'b'",
    's = t',
    'coalesce(s, t)',
    "nullif(s, 'a')",
    'greatest(s, t)',
    'if(ok, s, t)',
    "case s when 'a' then 1 when 'abc' then 2.5 end",
    'case s when null then 1 else 2 end',
    "coalesce(nullif(trim(s), ''), '空')",
    'upper(substr(s, 1, 1))',
  ]
}

function ofMoments(): string[] {
  const units = ['day', 'week', 'month', 'quarter', 'year']
  const parts = ['year', 'quarter', 'month', 'week', 'day', 'weekday']
  const pairs = [
    ['day', 'until'],
    ['at', 'by'],
    ['day', 'by'],
    ['at', "timestamp '2026-01-01 12:30:00'"],
  ]
  return [
    ...['day', 'at'].flatMap((own) => [
      ...units.map((unit) => `date_trunc('${unit}', ${own})`),
      ...parts.map((part) => `${part}(${own})`),
    ]),
    ...['hour', ...units].flatMap((unit) =>
      pairs.map(([from, to]) => `date_diff('${unit}', ${from}, ${to})`),
    ),
    "date_trunc('hour', at)",
    'hour(at)',
    'day - until',
    "day - date '2026-01-01'",
    "day >= date '2026-01-01'",
    "day = date '1969-12-31'",
    "at < timestamp '2026-01-04 05:00'",
    'day < at',
    'at = day',
    "day in (date '2026-01-01', date '2024-02-29')",
    "day not in (date '2026-01-01', null)",
    'coalesce(day, at)',
    'greatest(day, until)',
    'least(at, by)',
    "nullif(day, date '1950-05-05')",
    'if(ok, day, at)',
    'cast(day as varchar)',
    'cast(at as varchar)',
    'cast(day as timestamp)',
    'cast(at as date)',
    "case day when date '2026-01-01' then 'x' end",
  ]
}

const others = [
  'ok and no',
  'ok or no',
  'not (ok and no)',
  'ok and null',
  'ok or null',
  'not null',
  'ok = no',
  '(i = 1) is null',
  'not (i in (1, null))',
  'ok and i > 1 or no',
  'i = null',
  'null = null',
  'nullif(ok, no)',
  'coalesce(ok, i > 1)',
  'if(ok, no, i > 1)',
  'case when ok then i > 1 else no end',
  'case when null then 1 else 2 end',
  'concat(i > 1)',
  'cast(i > 1 as integer)',
  'cast(ok as varchar)',
  'cast(ok as integer)',
  '0.1 + 0.2',
  '1 / 3',
  '-7 % 3',
  '7.5 % 2',
  '-7.5 % 2',
  '1e3',
  '12345678901234567890',
  'round(2.5)',
  'round(-2.5)',
  'round(1.005, 2)',
  'null + 1',
  'null * 1.5',
  'coalesce(null, null)',
  'round(null, 2)',
  'lower(null)',
  'i * 0.01',
  'd * 1.06',
  'round(d / 3, 2)',
  'round(round(round(x, 3), 2), 1)',
  'round(d * 0.175, 2)',
  'cast(y * 100 as integer) % 7',
  'coalesce(d / nullif(e, 0), 0)',
  'coalesce(i, d)',
  'coalesce(w, 0.125)',
  'greatest(i, d, x)',
  'coalesce(null, i)',
  'if(ok, i, 1.555)',
  'if(ok, d, 1.555)',
  'case when d >= 100 then 3 when d > 0 then 1 else 0 end',
]

/** Expressions that both refuse instead of returning a wrapped figure. */
const overflowing = [
  'b + b',
  'b * 1000',
  'b - c * 10',
  'h * h * h',
  'abs(b * 1000)',
  'w * w * w',
  'round(w * 100000000, 2) * 10',
  'if(ok, w, h) * w',
]

const expressions = [
  ...new Set([...arithmetic(), ...comparisons(), ...ofNumbers(), ...ofTexts(), ...ofMoments(), ...others]),
]

const literal = (value: Value): string =>
  value === null ? 'NULL' : typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)

/** A connection with the values. */
async function expressionValues(): Promise<DuckDBConnection> {
  const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect()
  const own = Object.entries(columns)
  await connection.run(
    `CREATE TABLE ${name} (place INTEGER, ${own.map(([column, { type }]) => `"${column}" ${type}`).join(', ')})`,
  )
  const rows = Array.from({ length: rowCount }, (_, row) => {
    const cells = own.map(([, { values }]) => {
      // Each value once in turn, then in steps that differ by column.
      const place = row < values.length ? row : (row * 7 + Math.floor(row / values.length)) % values.length
      return literal(values[place] as Value)
    })
    return `(${row}, ${cells.join(', ')})`
  })
  await connection.run(`INSERT INTO ${name} VALUES ${rows.join(', ')}`)
  return connection
}

/** A statement with one column per expression, in the dialect. */
function expressionStatement(texts: string[]) {
  return (dialect: CompileContext['dialect']) => {
    const written = texts.map((text, index) => {
      const writer = new Writer(dialect === 'duckdb' ? duckdb : clickhouse)
      return `${writer.value(bindColumns(readExpression(text, physical).expression, physical, 'f'))} AS v${index}`
    })
    return {
      sql: `SELECT f.place, ${written.join(', ')}\nFROM ${name} AS f\nORDER BY f.place`,
      params: [],
      tables: [name],
    }
  }
}

/** Batches alternate between the tables of the other warehouse, so that every expression runs on one of them. */
const batch = 40

export function describeExpressions(engine: ClickHouse): void {
  const values = expressionValues()
  const batches = Array.from({ length: Math.ceil(expressions.length / batch) }, (_, index) =>
    expressions.slice(index * batch, (index + 1) * batch),
  )
  it.each(batches.map((texts) => [texts[0], texts] as const))('from %s on', async (_, texts) => {
    const { cells } = await ask(expressionStatement([...texts]), await values)
    expect(cells).toHaveLength(rowCount)
  })

  it.each(overflowing)('%s does not fit, and is refused', async (text) => {
    const statement = expressionStatement([text])
    await expect((await values).runAndReadAll(statement('duckdb').sql)).rejects.toThrow(/overflow/i)
    const { sql } = statement('clickhouse')
    const refused = engine.run(sql, { settings: clickhouseSettings, database: 'wide' })
    await expect(refused).rejects.toThrow(/overflow|cannot be safely converted/i)
  })
}
