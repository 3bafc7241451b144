// Imports of good and bad files: imported data, refusals, and that a refusal changes nothing.

import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publish } from '#server/warehouse/publish.ts'
import { AppError } from '#shared/errors.ts'
import { type ImportHouse, makeImportHouse } from '#tests/factories/imports.ts'
import { makeWarehouse } from '#tests/factories/warehouse.ts'

let house: ImportHouse
beforeAll(async () => {
  house = await makeImportHouse()
})
afterAll(() => house.dispose())

let number = 0
/** A table name that no other test uses. */
const freshName = () => {
  number += 1
  return `t${number}`
}

async function imported(name: string, content: string | Buffer, ...args: string[]) {
  const table = freshName()
  const { lines } = await house.run([await house.file(name, content), '--table', table, ...args])
  const { columns } = await house.published(table)
  return {
    lines,
    types: Object.fromEntries(columns.map((column) => [column.name, column.type])),
    rows: await house.rows(table, 'ORDER BY ALL'),
  }
}

/** The refusal's sentence, once it is certain that nothing changed. */
async function refused(path: string, ...args: string[]): Promise<string> {
  const before = await house.state()
  const error = await house.run([path, '--table', freshName(), ...args]).then(
    () => null,
    (failure: unknown) => failure,
  )
  expect(error).toBeInstanceOf(AppError)
  expect(error).toMatchObject({ code: 'import_invalid' })
  expect(await house.state()).toEqual(before)
  return (error as AppError).message
}

it('a running server reads what is imported beside it', async () => {
  const reading = await makeWarehouse({ dataDir: house.dataDir })
  const noticed = Promise.withResolvers<void>()
  const leave = reading.warehouse.onPublished(noticed.resolve)
  const table = freshName()
  await house.run([await house.file('beside.csv', 'a,b\n1,x\n'), '--table', table])
  await noticed.promise
  leave()
  expect(await reading.rows(`FROM ${table}`)).toEqual([[1, 'x']])
  await reading.warehouse.stop()
})

describe('CSV', () => {
  it('finds the types', async () => {
    const { types, rows } = await imported(
      'types.csv',
      'n,d,f,b,day,at,code,text,big\n1,1.50,1e3,true,2026-01-31,2026/1/5 8:09,0012,a,"1,234"\n-2,10,2.5,FALSE,2026/2/1,2026-01-06T10:00:00,0100,b,"12,345,678"\nN/A,-,nan,NULL,--,null,,NaN,#N/A\n',
    )
    expect(types).toEqual({
      n: 'BIGINT',
      d: 'DECIMAL(18,2)',
      f: 'DOUBLE',
      b: 'BOOLEAN',
      day: 'DATE',
      at: 'TIMESTAMP',
      code: 'VARCHAR',
      text: 'VARCHAR',
      big: 'BIGINT',
    })
    expect(rows).toEqual([
      [-2, 10, 2.5, false, '2026-02-01', '2026-01-06 10:00:00', '0100', 'b', 12_345_678],
      [1, 1.5, 1000, true, '2026-01-31', '2026-01-05 08:09:00', '0012', 'a', 1234],
      [null, null, null, null, null, null, null, 'NaN', null],
    ])
  })

  it('keeps whole numbers beyond 64 bits, which are codes, to the digit', async () => {
    const { rows } = await imported('codes.csv', 'id,n\n12345678901234567890,1\n9223372036854775807,2\n')
    expect(rows).toEqual([
      ['12345678901234567890', 1],
      ['9223372036854775807', 2],
    ])
  })

  it('keeps codes that look like powers of ten, and reads measured figures as numbers', async () => {
    const { types, rows } = await imported(
      'exponents.csv',
      'code,mixed,lower,weight,small\n12E5,1E3,7e2,1E3,1E-7\n34E2,1000,80,2.5,2E+3\n',
    )
    const text = 'VARCHAR'
    expect(types).toEqual({ code: text, mixed: text, lower: text, weight: 'DOUBLE', small: 'DOUBLE' })
    expect(rows).toEqual([
      ['12E5', '1E3', '7e2', 1000, 1e-7],
      ['34E2', '1000', '80', 2.5, 2000],
    ])
  })

  it('keeps versions to the digit: 1.1 is not 1.10', async () => {
    const { types, rows } = await imported(
      'versions.csv',
      '版本,app_version,ver,价\n1.1,1.1,101,1.1\n1.10,1.10,110,1.10\n',
    )
    expect(types).toEqual({ 版本: 'VARCHAR', app_version: 'VARCHAR', ver: 'BIGINT', 价: 'DECIMAL(18,2)' })
    expect(rows).toEqual([
      ['1.1', '1.1', 101, 1.1],
      ['1.10', '1.10', 110, 1.1],
    ])
  })

  it('reads amounts as ledgers write them; phone numbers and padded codes stay texts', async () => {
    const { types, rows } = await imported(
      'ledger.csv',
      '收入,支出,费用,电话,编码\n"¥1,234.50",(3.2),12元,+8613800138000,$007\n-￥2,40,0 元,+8613800138001,$008\n-,N/A,,,\n',
    )
    expect(types).toEqual({
      收入: 'DECIMAL(18,2)',
      支出: 'DECIMAL(18,2)',
      费用: 'DECIMAL(18,2)',
      电话: 'VARCHAR',
      编码: 'VARCHAR',
    })
    expect(rows).toEqual([
      [-2, 40, 0, '+8613800138001', '$008'],
      [1234.5, -3.2, 12, '+8613800138000', '$007'],
      [null, null, null, null, null],
    ])
  })

  it('reads signs, percentages and 万 as people write them, months as numbers', async () => {
    const { types, rows } = await imported(
      'signs.csv',
      'a,b,c,ym\n+5,1.5%,3 万,202601\n-2,+12.25%,+1.2万,202602\n"+1,200",-0.5%,80,202603\n',
    )
    expect(types).toMatchObject({
      a: 'BIGINT',
      b: 'DECIMAL(18,4)',
      c: 'BIGINT',
      ym: 'BIGINT',
      ym_日期: 'DATE',
    })
    expect(new Set(rows.map((row) => JSON.stringify(row.slice(0, 5))))).toEqual(
      new Set([
        '[5,0.015,30000,202601,"2026-01-01"]',
        '[-2,0.1225,12000,202602,"2026-02-01"]',
        '[1200,-0.005,80,202603,"2026-03-01"]',
      ]),
    )
  })

  it.each([
    ['lines that end in all ways', 'a,b\r\n1,2\n3,4\r5,6\r\n7,"x\ny"\r'],
    ['a delimiter told in the first line', 'sep=;\r\na;b\r\n1;2\r\n3;4\r\n5;6\r\n7;"x\ny"\r\n'],
  ])('takes %s', async (_name, content) => {
    expect((await imported('breaks.csv', content)).rows).toEqual([
      [1, '2'],
      [3, '4'],
      [5, '6'],
      [7, 'x\ny'],
    ])
  })

  it('takes moments with an offset into the business zone', async () => {
    const { rows } = await imported('zone.csv', 'at\n2026-01-31T23:30:00Z\n2026-01-31 10:00:00+08:00\n')
    expect(rows).toEqual([['2026-01-31 10:00:00'], ['2026-02-01 07:30:00']])
  })

  it('takes Chinese dates', async () => {
    const { rows } = await imported('日期.csv', '日期,值\n2026年1月5日,1\n2026年12月31日,2\n')
    expect(rows).toEqual([
      ['2026-01-05', 1],
      ['2026-12-31', 2],
    ])
  })

  it.each([
    ['semicolons', ';'],
    ['tabs', '\t'],
    ['bars', '|'],
    ['commas', ','],
  ])('finds %s', async (_name, delimiter) => {
    const text = ['名称', '数 量', 'x'].join(delimiter)
    const { rows } = await imported(
      'delimited.csv',
      `${text}\na, b${delimiter}1${delimiter}2\n`.replace(', b', ' b'),
    )
    expect(rows).toEqual([['a b', 1, 2]])
  })

  it.each([
    ['UTF-8 with a mark', 'utf8', '\uFEFF'],
    ['UTF-16 little end first', 'utf16le', '\uFEFF'],
    ['UTF-16 big end first', 'utf16be', '\uFEFF'],
    ['GBK', 'gbk', ''],
    ['GB18030', 'gb18030', ''],
  ])('reads %s', async (_name, encoding, mark) => {
    const text = `${mark}游戏,渠道,金额\n云海仙途,联通,12.5\n烽火三国,应用宝,8\n`
    const { types, rows } = await imported('encoded.csv', iconv.encode(text, encoding))
    expect(types).toEqual({ 游戏: 'VARCHAR', 渠道: 'VARCHAR', 金额: 'DECIMAL(18,1)' })
    expect(rows).toContainEqual(['云海仙途', '联通', 12.5])
  })

  it('reads GBK whose first Chinese text comes late', async () => {
    const ascii = Array.from({ length: 60_000 }, (_, index) => `${index},plain\n`).join('')
    const { rows } = await imported('late.csv', iconv.encode(`id,name\n${ascii}60000,中文\n`, 'gbk'))
    expect(rows.at(-1)).toEqual([60_000, '中文'])
  })

  it('reads quotes, line breaks, delimiters and formula-like texts as they are', async () => {
    const { rows } = await imported(
      'quotes.csv',
      'name,n\r\n"a ""b"", c",1\r\n"two\r\nlines",2\r\n=1+1,3\r\n"",4\r\n,5\r\n🐉,6\r\n',
    )
    expect(rows.sort((one, other) => Number(one[1]) - Number(other[1])).map(([name]) => name)).toEqual([
      'a "b", c',
      'two\r\nlines',
      '=1+1',
      '',
      null,
      '🐉',
    ])
  })

  it('names columns that have none or one twice, and says so', async () => {
    const { types, lines } = await imported('names.csv', '日期 a,x,X,"x",,"引""号"\n1,2,3,4,5,6\n')
    expect(Object.keys(types)).toEqual(['日期 a', 'x', 'X_2', 'x_3', '列5', '引"号'])
    expect(lines.join('\n')).toContain('列名「X」重复，第 3 列改名为「X_2」')
    expect(lines.join('\n')).toContain('第 5 列没有列名')
  })

  it.each([
    [
      '\t',
      ['交易明细查询，共 3 笔', '账号:a@example.com, 姓名:某人, 起止:2026-01-01,2026-01-31', '说明: 1, 2, 3'],
    ],
    ['|', ['导出时间,2026-02-01', '合同号,A-1', '备注,无']],
    [';', ['Report, all regions', 'created by x, y', 'no totals, no rates']],
  ])('finds the delimiter of a table below prose with commas: %j', async (delimiter, prose) => {
    const table = ['日期,渠道,金额', '2026-01-05,官网,3.5', '2026-01-06,商店,4', '2026-01-07,官网,5']
    const lines = [...prose, '', ...table.map((line) => line.replaceAll(',', delimiter))]
    const { types, rows } = await imported('bill.txt', lines.join('\n'))
    expect(types).toEqual({ 日期: 'DATE', 渠道: 'VARCHAR', 金额: 'DECIMAL(18,1)' })
    expect(rows.length).toBe(3)
  })

  it('takes one column', async () => {
    const { rows, lines } = await imported('one.csv', '城市\n北京\n上海\n\n')
    expect(rows).toEqual([['上海'], ['北京']])
    expect(lines.join()).toContain('只有一列')
  })

  it('takes a last line without a line break, and trailing delimiters', async () => {
    expect((await imported('last.csv', 'a,b,\n1,2,\n3,4')).rows).toEqual([
      [1, 2],
      [3, 4],
    ])
  })

  it('reads what stands for a missing number as empty, and keeps it in texts', async () => {
    const years = Array.from({ length: 50 }, (_, index) => `${1980 + index},p${index}`).join('\n')
    const { types, rows } = await imported('missing.csv', `year,publisher\n${years}\nN/A,N/A\n`)
    expect(types).toEqual({ year: 'BIGINT', publisher: 'VARCHAR' })
    expect(rows).toContainEqual([null, 'N/A'])
  })

  it('counts lines on over quotes, broken texts, blank lines and lines of delimiters alone', async () => {
    const content = 'a;b\n1;x\n\n;\n2;"y\nz"\n3;"say ""hi"""\n4\n5;w\n'
    const { lines, rows } = await imported('mixed.csv', content, '--keep-good')
    expect(rows).toEqual([
      [1, 'x'],
      [2, 'y\nz'],
      [3, 'say "hi"'],
      [5, 'w'],
    ])
    expect(lines.join('\n')).toContain('第 8 行：应有 2 列，实有 1 列')
  })

  it('takes a line of a megabyte', async () => {
    const long = 'x'.repeat(1_000_000)
    expect((await imported('long.csv', `a,b\n${long},1\n`)).rows).toEqual([[long, 1]])
  })
})

describe('bad lines', () => {
  const good = Array.from({ length: 200 }, (_, index) => `${index},n${index}`).join('\n')

  it.each([
    ['too few columns', '7', '第 202 行：应有 2 列，实有 1 列'],
    ['too many columns', '7,a,b', '第 202 行：应有 2 列，实有 3 列'],
    ['text among numbers', 'seven,a', '第 202 行：列「id」应为 整数，实为「seven」'],
    ['NUL', '7,a\0b', '第 202 行：含 NUL 字符'],
    ['an open quote', '7,"a', '第 202 行：引号没有闭合'],
    ['characters after a quote', '7,"a"b', '第 202 行：引号之后有多余的字符'],
  ])('%s are refused with their number', async (_name, line, message) => {
    const content = `id,name\n${good}\n${line}\n8,next\n`
    const path = await house.file('bad.csv', content)
    expect(await refused(path)).toContain(message)
    const { rows, lines } = await imported('bad.csv', content, '--keep-good')
    expect(rows).toHaveLength(201)
    expect(rows).toContainEqual([8, 'next'])
    expect(lines.join('\n')).toContain(message)
  })

  it('lists the first twenty and counts the rest', async () => {
    const path = await house.file('many.csv', `a,b\n1,2\n${'x\n'.repeat(50)}`)
    const message = await refused(path)
    expect(message).toContain('有 50 行不能导入')
    expect(message).toContain('第 22 行')
    expect(message).not.toContain('第 23 行')
    expect(message).toContain('另有 30 行')
  })

  it('tells lines that are not in the file’s encoding', async () => {
    const broken = Buffer.concat([
      Buffer.from(`名称,数量\n${'云海仙途,1\n'.repeat(20)}`),
      Buffer.from([0xe4, 0xba, 0x2c, 0x32, 0x0a]),
      Buffer.from('烽火三国,3\n'),
    ])
    const path = await house.file('broken.csv', broken)
    expect(await refused(path)).toContain('第 22 行：含无法按 UTF-8 解码的字符')
    expect((await imported('broken.csv', broken, '--keep-good')).rows).toContainEqual(['烽火三国', 3])
  })

  it('does not take a small file with one broken character for GBK', async () => {
    const broken = Buffer.concat([Buffer.from('名称,n\n'), Buffer.from([0xe4, 0xba, 0x2c, 0x32, 0x0a])])
    expect(await refused(await house.file('small.csv', broken))).toContain('无法按 UTF-8 解码')
  })

  it('refuses a file of nothing but bad lines even then', async () => {
    const path = await house.file('nothing.csv', 'a,b\n1\n2\n')
    expect(await refused(path, '--keep-good')).toContain('没有可以导入的数据行')
  })

  it('takes a column as text when too many values do not fit', async () => {
    const { types } = await imported('mixed.csv', `v\n${'1\n'.repeat(50)}${'x\n'.repeat(50)}`)
    expect(types).toEqual({ v: 'VARCHAR' })
  })
})

describe('refusals', () => {
  it.each([
    ['empty.csv', '', '文件是空的'],
    ['blank.csv', '\n\n  \n'.replaceAll(' ', ''), '没有内容'],
    ['header.csv', 'a,b,c\n', '只有表头（3 列）'],
    ['spaces.csv', ' \n\n  \n', '没有内容'],
    ['empty.json', '[]', '没有数据'],
    ['fieldless.json', '[{}, {}]', '没有字段'],
    ['half.json', '[{"a": 1}, {"a"', '不是有效的 JSON'],
    ['nonsense.ndjson', 'hello\nworld\n', '不是有效的 JSON'],
    ['fake.parquet', 'PAR2 nonsense', '不是有效的 Parquet'],
    ['cut.parquet', 'PAR1 nonsense', '不是有效的 Parquet'],
    ['book.csv', 'PK\u0003\u0004....', '不是完整的压缩包'],
    ['photo.png', 'x', '不支持的文件类型「.png」'],
    ['noending', 'x', '不支持的文件类型'],
  ])('%s', async (name, content, message) => {
    expect(await refused(await house.file(name, content))).toContain(message)
  })

  it('bytes in no encoding', async () => {
    const noise = Buffer.from(Array.from({ length: 4000 }, (_, index) => 128 + ((index * 97) % 128)))
    expect(await refused(await house.file('noise.csv', noise))).toContain('编码')
  })

  it('a file that is not there, and a folder', async () => {
    expect(await refused(join(house.dataDir, 'files', 'absent.csv'))).toContain('文件不存在')
    await mkdir(join(house.dataDir, 'files', 'folder.csv'), { recursive: true })
    expect(await refused(join(house.dataDir, 'files', 'folder.csv'))).toContain('文件夹')
  })

  it('columns that are not there, or are no dates', async () => {
    const path = await house.file('columns.csv', 'name,n\na,1\nb,2\n')
    expect(await refused(path, '--date', 'when')).toContain('没有 --date 所说的列「when」；文件里有：name、n')
    expect(await refused(path, '--game', 'g')).toContain('--game')
    expect(await refused(path, '--date', 'name')).toContain('不像日期')
    expect(await refused(path, '--date', 'n')).toContain('不像日期')
  })

  it('a table that exists, unless an import made it and it is to be replaced', async () => {
    const path = await house.file('again.csv', 'a,b\n1,2\n')
    const table = freshName()
    const first = await house.run([path, '--table', table])
    const before = await house.state()
    await expect(house.run([path, '--table', table.toUpperCase()])).rejects.toThrow('已存在')
    await expect(house.run([path, '--table', 'login_day', '--replace'])).rejects.toThrow('不能替换')
    expect(await house.state()).toEqual(before)
    await house.file('again.csv', 'a,b\n1,2\n3,4\n')
    const again = await house.run([path, '--table', table, '--replace'])
    expect(again.viewMetaId).toBe(first.viewMetaId)
    expect(await house.state()).toMatchObject({
      definitions: (before as { definitions: unknown }).definitions,
    })
  })

  it('replaces a table under its first name, and tells which columns came and went', async () => {
    const path = await house.file('columns.csv', 'a,b\n1,2\n')
    const table = freshName()
    const first = await house.run([path, '--table', table])
    await house.file('columns.csv', 'a,c\n1,x\n')
    const again = await house.run([path, '--table', table.toUpperCase(), '--replace', '--force'])
    expect(again.viewMetaId).toBe(first.viewMetaId)
    expect(again.lines.join('\n')).toMatch(/少了列：b；.*多了列：c；/s)
    expect((await house.published(table)).name).toBe(table)
  })

  it('keeps what dates the rows and whose they are when it replaces, and never opens them to all', async () => {
    const path = await house.file('games.csv', 'first,at,game,n\n2026-01-01,2026-01-02 10:00:00,a,1\n')
    const table = freshName()
    await house.run([path, '--table', table, '--date', 'at', '--game', 'game'])
    const held = () =>
      house.metadata.db
        .selectFrom('point_table')
        .select(['date_column', 'time_column', 'game_column'])
        .where('table_truename', '=', table)
        .executeTakeFirstOrThrow()
    const before = await held()
    expect(before).toEqual({ date_column: 'at', time_column: 'at', game_column: 'game' })
    await house.run([path, '--table', table, '--replace'])
    expect(await held()).toEqual(before)
    await house.run([path, '--table', table, '--replace', '--date', 'first'])
    expect(await held()).toEqual({ ...before, date_column: 'first' })
    await house.file('games.csv', 'first,at,player,n\n2026-01-01,2026-01-02 10:00:00,7,1\n')
    const state = await house.state()
    await expect(house.run([path, '--table', table, '--replace'])).rejects.toThrow('游戏列「game」')
    expect(await house.state()).toEqual(state)
    await house.run([path, '--table', table, '--replace', '--game', 'player'])
    expect(await held()).toMatchObject({ game_column: 'player' })
  })

  it('not what an import left that was killed before it saved its report', async () => {
    const path = await house.file('killed.csv', 'a,b\n1,2\n')
    const table = freshName()
    await publish(house.dataDir, async ({ connection }) => {
      await connection.run(`CREATE TABLE ${table} AS SELECT 1 AS a`)
      await connection.run(`COMMENT ON TABLE ${table} IS '导入自 killed.csv'`)
    })
    const leftover = join(house.dataDir, 'warehouse', 'spill-publish-import-killed')
    await mkdir(leftover)
    const { viewMetaId } = await house.run([path, '--table', table])
    expect(viewMetaId).toBeGreaterThan(0)
    expect(existsSync(leftover)).toBe(false)
    await expect(house.run([path, '--table', table])).rejects.toThrow('已存在')
  })

  it('takes the table back when its report cannot be saved', async () => {
    const path = await house.file('halfway.csv', 'a,b\n1,2\n')
    const before = await house.state()
    const proposer = {
      roles: async () => ({}),
      breaks: async () => ({ things: [], hidden: 0, unchecked: 0 }),
      kept: async () => null,
      gameColumnOf: () => null,
      takeBack: async () => {},
      check: async () => {},
      known: async () => null,
      standing: async () => [],
      restates: async () => 0,
      forgetsRestated: async () => {},
      keepsOut: async () => null,
      personal: async () => [],
      added: async () => null,
      save: async () => {
        throw new AppError('storage_full')
      },
    }
    await expect(house.run([path, '--table', freshName()], proposer)).rejects.toMatchObject({
      code: 'storage_full',
    })
    expect(await house.state()).toEqual(before)
  })
})

describe('dates', () => {
  it('refuses short ones whose order no value tells, and names the option for each', async () => {
    const path = await house.file('open.csv', 'd,n\n1/2/2026,12%\n3/4/2026,7\n')
    const told = await refused(path)
    expect(told).toContain('有 2 列要先说明怎么读')
    expect(told).toContain("--read 'd=day-first'  2 月 1 日")
    expect(told).toContain("--read 'n=percent-all'  是，7 就是 7%")
    const answers = ['--read', 'd=day-first', '--read', 'n=percent-all']
    const { rows } = await imported('open.csv', 'd,n\n1/2/2026,12%\n3/4/2026,7\n', ...answers)
    expect(rows).toEqual([
      ['2026-02-01', 0.12],
      ['2026-04-03', 0.07],
    ])
    expect(await refused(path, '--read', 'x=text')).toContain('没有 --read 所说的列「x」')
    await expect(house.run([path, '--read', 'd=whatever'])).rejects.toThrow('--read 要写成 列=方式')
  })

  it.each([
    ['1/31/2026\n3/4/2026', '月在前（月/日/年）'],
    ['31/1/2026\n3/4/2026', '日在前（日/月/年）'],
  ])('tells in which order short ones are read: %j', async (days, told) => {
    const { lines, types } = await imported('short.csv', `d\n${days}\n`)
    expect(types).toEqual({ d: 'DATE' })
    expect(lines.join('\n')).toContain(told)
  })

  it('reads them with the day first where that is asked for and no value says otherwise', async () => {
    const asked = await imported('asked.csv', 'd\n1/2/2026\n3/4/2026\n', '--day-first')
    expect(asked.rows.map(([day]) => day)).toEqual(['2026-02-01', '2026-04-03'])
    expect(asked.lines.join('\n')).toContain('日在前（日/月/年）')
    const told = await imported('told.csv', 'd\n1/31/2026\n3/4/2026\n', '--day-first')
    expect(told.rows.map(([day]) => day)).toEqual(['2026-01-31', '2026-03-04'])
  })

  it.each([
    ['years', '2024\n1999\nN/A', '年份', ['1999-01-01', '2024-01-01', null]],
    ['months', '202412\n202501', '年月', ['2024-12-01', '2025-01-01']],
    ['days as numbers', '20240229\n20251231', '日期', ['2024-02-29', '2025-12-31']],
    ['seconds', '1767225600\n1767312000', '秒数', ['2026-01-01 08:00:00', '2026-01-02 08:00:00']],
    ['written months', '2024-12\n2025-1', '年月', ['2024-12-01', '2025-01-01']],
  ])('reads %s as dates and keeps the original', async (_name, values, what, dates) => {
    const { rows, lines } = await imported('dated.csv', `when\n${values}\n`, '--date', 'WHEN')
    expect(lines.join('\n')).toContain(`按${what}读作日期，存入新列「when_日期」`)
    expect(rows.map((row) => row[1])).toEqual(dates)
  })
})

it('takes days as numbers for dates without being told, where the name says so', async () => {
  const days = '20260101,20260101\n20260102,20260102\n'
  const { rows, lines } = await imported('named.csv', `日期,渠道\n${days}`)
  expect(rows.map((row) => row[2])).toEqual(['2026-01-01', '2026-01-02'])
  expect(lines.join('\n')).toContain('列「日期」按日期读作日期')
  const { types } = await imported('unnamed.csv', `day,v\n1,2\n3,4\n`)
  expect(types).toEqual({ day: 'BIGINT', v: 'BIGINT' })
})

describe('JSON', () => {
  it('reads an array, digits and all', async () => {
    const { types, rows } = await imported(
      'array.json',
      '[{"id": 9007199254740993, "name": "甲", "tags": ["a", 1]}, {"id": 2, "ok": true, "price": 0.10}]',
    )
    expect(types).toEqual({
      id: 'BIGINT',
      name: 'VARCHAR',
      tags: 'VARCHAR',
      ok: 'BOOLEAN',
      price: 'DECIMAL(18,2)',
    })
    expect(rows).toEqual([
      [2, null, null, true, 0.1],
      ['9007199254740993', '甲', '["a",1]', null, null],
    ])
  })

  it('reads an object a line, with bad lines by number', async () => {
    const content = '{"a": 1}\n{"a": 2\n[3]\n\n{"a": 4}\n'
    const message = await refused(await house.file('lines.ndjson', content))
    expect(message).toContain('第 2 行：不是有效的 JSON')
    expect(message).toContain('第 3 行：不是对象')
    expect((await imported('lines.ndjson', content, '--keep-good')).rows).toEqual([[1], [4]])
  })

  it('takes keys that appear late, and rows that end before them', async () => {
    const { rows, types } = await imported(
      'late.ndjson',
      '{"a":1}\n{"b":"x\\ny","a":2}\n{}\n{"c":"","b":"z"}\n{"a":4}\n',
    )
    expect(types).toEqual({ a: 'BIGINT', b: 'VARCHAR', c: 'VARCHAR' })
    expect(rows).toEqual([
      [1, null, null],
      [2, 'x\ny', null],
      [4, null, null],
      [null, 'z', ''],
      [null, null, null],
    ])
  })

  it('takes __proto__ and constructor for names like others', async () => {
    const { types } = await imported('names.json', '[{"__proto__": 1, "constructor": 2}]')
    expect(Object.keys(types)).toEqual(['__proto__', 'constructor'])
  })
})

it('reads Parquet with its types, under any name', async () => {
  const path = join(house.dataDir, 'files', "a*b[1]'.parquet")
  await house.file('marker.csv', 'a\n1\n')
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(
    `CREATE TABLE t AS SELECT 1::BIGINT AS id, DATE '2026-01-01' AS day, [1, 2] AS list, 'x' AS "A", 2 AS "b"`,
  )
  await connection.run(`COPY t TO '${path.replaceAll("'", "''")}' (FORMAT parquet)`)
  connection.closeSync()
  const table = freshName()
  await house.run([path, '--table', table])
  expect(await house.rows(table)).toEqual([[1, '2026-01-01', '[1,2]', 'x', 2]])
})

it.each([
  ['2026-01-31', '2026/2/1', '日期', ['2026-01-31', '2026-02-01']],
  ['2026-01-31 08:30', '2026年2月1日 9:05', '时间', ['2026-01-31 08:30:00', '2026-02-01 09:05:00']],
])(
  'reads %s as a date where Parquet has it as text, and keeps the original',
  async (one, other, what, dates) => {
    const path = join(house.dataDir, 'files', 'texts.parquet')
    await house.file('marker.csv', 'a\n1\n')
    const instance = await DuckDBInstance.create(':memory:')
    const connection = await instance.connect()
    await connection.run(
      `COPY (SELECT unnest(['${one}', '${other}']) AS dt, 1 AS n) TO '${path}' (FORMAT parquet)`,
    )
    connection.closeSync()
    for (const asked of [[], ['--date', 'dt']]) {
      const table = freshName()
      const { lines } = await house.run([path, '--table', table, ...asked])
      expect(lines.join('\n')).toContain(`按${what}读作日期`)
      expect((await house.rows(table)).map((row) => row[2])).toEqual(dates)
    }
  },
)

it('reads what only Parquet can hold as people mean it', async () => {
  const path = join(house.dataDir, 'files', 'odd.parquet')
  await house.file('marker.csv', 'a\n1\n')
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(
    `CREATE TABLE t AS SELECT 1.1::FLOAT AS share, DATE 'infinity' AS day, TIMESTAMP '-infinity' AS at
     UNION ALL SELECT 'NaN'::FLOAT, DATE '2026-01-01', TIMESTAMP '2026-01-01 10:00:00'`,
  )
  await connection.run(`COPY t TO '${path}' (FORMAT parquet)`)
  connection.closeSync()
  const table = freshName()
  await house.run([path, '--table', table])
  // 1.1 is what a filter asks for; a date without an end is no date that a report could show or fill up to.
  expect(await house.rows(table, 'WHERE share = 1.1::DOUBLE')).toEqual([[1.1, null, null]])
  expect(await house.rows(table, 'WHERE share IS NULL')).toEqual([
    [null, '2026-01-01', '2026-01-01 10:00:00'],
  ])
})
