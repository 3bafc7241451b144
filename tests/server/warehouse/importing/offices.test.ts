// Files as offices and their tools export them, each kind a small case: what the table holds, and what is said.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { type ImportHouse, makeImportHouse } from '#tests/factories/imports.ts'

let house: ImportHouse
beforeAll(async () => {
  house = await makeImportHouse()
})
afterAll(() => house.dispose())

let number = 0

async function imported(name: string, content: string | Buffer, ...args: string[]) {
  number += 1
  const table = `office${number}`
  const { lines } = await house.run([await house.file(name, content), '--table', table, ...args])
  const { columns } = await house.published(table)
  const names = columns.map((column) => column.name)
  const list = names.map((column) => `"${column}"::VARCHAR`).join(', ')
  return {
    told: lines.join('\n'),
    names,
    types: Object.fromEntries(columns.map((column) => [column.name, column.type])),
    rows: await house.rows(table, `SELECT ${list}`),
  }
}

async function refused(name: string, content: string | Buffer): Promise<string> {
  number += 1
  const path = await house.file(name, content)
  const error = await house.run([path, '--table', `office${number}`]).catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(AppError)
  return (error as AppError).message
}

describe('marks around values', () => {
  it('="0012" is the text 0012, and a day of it is a day', async () => {
    const text = '日期,单号,额\n="2026-01-05",="0012",="3.5"\n"=""2026-01-06""","=""0,13""",4\n'
    const { rows, types } = await imported('formulas.csv', text)
    expect(rows).toEqual([
      ['2026-01-05', '0012', '3.5'],
      ['2026-01-06', '0,13', '4.0'],
    ])
    expect(types).toEqual({ 日期: 'DATE', 单号: 'VARCHAR', 额: 'DECIMAL(18,1)' })
  })

  it('an apostrophe before all values of a column is taken off and told; elsewhere it stays', async () => {
    const text = "日期,单号,名\n'2026-01-05,'0012,'a\n'2026-01-06,'0013,b'c\n"
    const { rows, told } = await imported('apostrophes.csv', text)
    expect(rows).toEqual([
      ['2026-01-05', '0012', "'a"],
      ['2026-01-06', '0013', "b'c"],
    ])
    expect(told).toContain("列「单号」：开头的「'」已去掉")
    expect(told).not.toContain('列「名」：开头')
  })

  it('points part days only where the name says that they are days', async () => {
    const { rows } = await imported('points.csv', '日期,版本\n26.1.5,26.1.5\n26.1.17,26.1.17\n')
    expect(rows).toEqual([
      ['2026-01-05', '26.1.5'],
      ['2026-01-17', '26.1.17'],
    ])
  })

  it('arrows are signs', async () => {
    const { rows } = await imported('arrows.csv', '项,环比\na,↑2.0%\nb,↓1.5%\nc,0.5%\n')
    expect(rows.map(([, change]) => Number(change))).toEqual([0.02, -0.015, 0.005])
  })
})

describe('rows that are no data', () => {
  it('averages among days or at the end, beside totals', async () => {
    const byDay = await imported(
      'means.csv',
      '日期,新增\n2026-03-01,100\n2026-03-02,200\n均值,150\n合计,300\n',
    )
    expect(byDay.rows).toEqual([
      ['2026-03-01', '100'],
      ['2026-03-02', '200'],
    ])
    const byName = await imported('means.csv', '渠道,新增\n甲,1\n乙,5\n丙,3\n合计,9\n平均,3\n')
    expect(byName.rows.map(([name]) => name)).toEqual(['甲', '乙', '丙'])
    const category = await imported('means.csv', '口径,值\n平均,3\n最大,9\n甲,4\n乙,2\n')
    expect(category.rows.length).toBe(4)
  })

  it('units below the header are told', async () => {
    const { rows, told, types } = await imported('units.csv', '日期,消耗,展示\n,元,次\n2026-03-01,100,7\n')
    expect(rows).toEqual([['2026-03-01', '100', '7']])
    expect(types.消耗).toBe('BIGINT')
    expect(told).toContain('第 2 行是单位（元、次），没有导入')
    const names = await imported('units.csv', '时段,单位\n月,元\n日,次\n')
    expect(names.rows.length).toBe(2)
  })
})

it('quarters are days of a column beside, their first', async () => {
  const { rows, names } = await imported(
    'quarters.csv',
    '季度,额\n2025Q4,1\n2026年一季度,2\n2026年第2季度,3\n',
  )
  expect(names).toEqual(['季度', '额', '季度_日期'])
  expect(rows.map((row) => row[2])).toEqual(['2025-10-01', '2026-01-01', '2026-04-01'])
})

describe('packed files', () => {
  const text = '日期,渠道,额\n2026-03-01,巨量,1\n2026-03-02,腾讯,2\n'

  it.each([
    ['packed.csv.gz', gzipSync(iconv.encode(text, 'gbk'))],
    ['packed.csv.zst', zstdCompressSync(Buffer.from(text))],
    [
      'packed.ndjson.gz',
      gzipSync('{"日期":"2026-03-01","渠道":"巨量","额":1}\n{"日期":"2026-03-02","渠道":"腾讯","额":2}\n'),
    ],
  ])('%s is read as its content', async (name, content) => {
    const { rows, told } = await imported(name, content)
    expect(rows).toEqual([
      ['2026-03-01', '巨量', '1'],
      ['2026-03-02', '腾讯', '2'],
    ])
    expect(told).toMatch(/「导入 \/ packed(_\d)?」/)
  })

  it('are refused in words where they are broken, packed twice, or not', async () => {
    const packed = gzipSync(text.repeat(50))
    expect(await refused('cut.csv.gz', packed.subarray(0, 60))).toContain('解不开')
    expect(await refused('twice.csv.gz', gzipSync(packed))).toContain('的内容是gzip')
    expect(await refused('plain.csv.gz', text)).toContain('的内容没有压缩')
    expect(await refused('hidden.csv', packed)).toContain('gzip')
    expect(await refused('bomb.csv.gz', gzipSync(Buffer.alloc(40 << 20)))).toContain('解开之后过大')
  })
})

describe('what tools write under .xls', () => {
  const table =
    '<table><tr><th>日期</th><th>单号</th><th>消耗</th></tr><tr><td rowspan="2">2026-03-01</td><td>0012</td><td>1,200.5</td></tr><tr><td>0013</td><td>3</td></tr></table>'

  it.each([
    ['utf-8', Buffer.from(`<html><meta charset="utf-8"><body>${table}</body></html>`)],
    ['gbk', iconv.encode(`<html><body>${table}</body></html>`, 'gbk')],
  ])('a page with a table, in %s', async (_, content) => {
    const { rows } = await imported('page.xls', content)
    expect(rows).toEqual([
      ['2026-03-01', '0012', '1200.5'],
      ['2026-03-01', '0013', '3.0'],
    ])
  })

  it('the XML of Excel 2003', async () => {
    const cell = (type: string, value: string, more = '') =>
      `<Cell${more}><Data ss:Type="${type}">${value}</Data></Cell>`
    const rows = [
      cell('String', '日期') + cell('String', '单号') + cell('String', '消耗'),
      cell('DateTime', '2026-03-01T00:00:00.000', ' ss:StyleID="d"') +
        cell('String', '0012') +
        cell('Number', '12.5'),
    ]
    const xml = `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Styles><Style ss:ID="d"><NumberFormat ss:Format="yyyy\\-mm\\-dd"/></Style></Styles><Worksheet ss:Name="日报"><Table>${rows.map((row) => `<Row>${row}</Row>`).join('')}</Table></Worksheet></Workbook>`
    expect((await imported('book.xls', xml)).rows).toEqual([['2026-03-01', '0012', '12.5']])
  })

  it('a page without a table is refused', async () => {
    expect(await refused('login.xls', '<!doctype html><html><body>请登录</body></html>')).toContain(
      '没有表格',
    )
  })
})

describe('JSON that is no array of rows', () => {
  it('an array for each column', async () => {
    const { rows, names } = await imported(
      'columns.json',
      '{"code":0,"data":{"日期":["2026-03-01","2026-03-02"],"流水":[1.50,null]}}',
    )
    expect(names).toEqual(['日期', '流水'])
    expect(rows).toEqual([
      ['2026-03-01', '1.50'],
      ['2026-03-02', null],
    ])
  })

  it('an object for each row, under its key', async () => {
    const { rows, names } = await imported(
      'keys.json',
      '{"2026-03-01":{"dau":100,"rev":5},"2026-03-02":{"dau":120}}',
    )
    expect(names).toEqual(['日期', 'dau', 'rev'])
    expect(rows).toEqual([
      ['2026-03-01', '100', '5'],
      ['2026-03-02', '120', null],
    ])
  })

  it('an object of numbered cells for each column', async () => {
    const { rows, names } = await imported('frame.json', '{"渠道":{"0":"甲","1":"乙"},"人数":{"0":3,"1":4}}')
    expect(names).toEqual(['渠道', '人数'])
    expect(rows).toEqual([
      ['甲', '3'],
      ['乙', '4'],
    ])
  })
})

describe('durations', () => {
  it('are hours where the column is called so, however they are written', async () => {
    const { rows, types, told } = await imported(
      'hours.csv',
      '日期,平均在线时长,用时,开服时间\n2026-03-01,00:30:00,1小时5分,08:30\n2026-03-02,33:15:00,90秒,20:15\n2026-03-03,1:45,-,00:05\n',
    )
    expect(rows.map((row) => row.slice(1, 3).map((cell) => cell && Number(cell)))).toEqual([
      [0.5, 1 + 5 / 60],
      [33.25, 0.025],
      [1.75, null],
    ])
    expect(types.开服时间).toBe('VARCHAR')
    expect(told).toContain('列「平均在线时长」：时长按小时数存（1:30 存为 1.5）')
  })

  it('are offered where only their length tells, and stay text until then', async () => {
    const text = '项,跑完\na,23:10\nb,26:30\n'
    const { rows, told } = await imported('long.csv', text)
    expect(rows.map((row) => row[1])).toEqual(['23:10', '26:30'])
    expect(told).toContain("--read '跑完=hours' 是时长，按小时数读")
    const read = await imported('long.csv', text, '--read', '跑完=hours')
    expect(read.rows.map((row) => Number(row[1]))).toEqual([23 + 1 / 6, 26.5])
  })
})

describe('tables side by side', () => {
  const text = '周报,,,,\n渠道,新增,,游戏,DAU\n华为,100,,云海,5000\n小米,80,,烽火,3000\nOPPO,70,,,\n'

  it('are told apart; the first is read, and each by the cell where it begins', async () => {
    const left = await imported('beside.csv', text)
    expect([left.names, left.rows.length]).toEqual([['渠道', '新增'], 3])
    expect(left.told).toContain('D 列起是旁边的另一张表（游戏、DAU），这次没有导入；要导入它，请选 D2 作表头')
    const right = await imported('beside.csv', text, '--head', 'D2')
    expect(right.names).toEqual(['游戏', 'DAU'])
    expect(right.rows).toEqual([
      ['云海', '5000'],
      ['烽火', '3000'],
    ])
    const whole = await imported('beside.csv', text, '--head', '2')
    expect(whole.names.length).toBe(5)
  })

  it('are told apart by equal names, too', async () => {
    const ranks = '排名,区服,战力,,排名,公会,人数\n1,S1,9,,1,甲,30\n2,S2,8,,2,乙,20\n'
    const { names, told } = await imported('ranks.csv', ranks)
    expect(names).toEqual(['排名', '区服', '战力'])
    expect(told).toContain('请选 E1 作表头')
  })

  it.each([
    ['a gap before further figures', '日期,渠道,,消耗,激活\n2026-03-01,甲,,1,2\n2026-03-02,乙,,3,4\n'],
    ['a gap in a table of even rows', '渠道,新增,,素材,点击\n甲,1,,a,2\n乙,3,,b,4\n'],
    ['a remark beside some rows', '渠道,新增,,备注\n甲,1,,补录\n乙,3,,\n'],
    ['figures beside some rows', '渠道,新增,,活动,额\n甲,1,,,\n乙,3,,b,4\n丙,3,,,\n'],
  ])('%s is none', async (_, sheet) => {
    const { told, names } = await imported('gap.csv', sheet)
    expect(told).not.toContain('旁边的另一张表')
    expect(names.length).toBeGreaterThan(3)
  })
})

it('values of a Parquet file that become empty are counted and told', async () => {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const path = join(house.dataDir, 'typed.parquet')
  await connection.run(
    `COPY (SELECT * FROM (VALUES (1.5::DOUBLE, DATE '2026-03-01'), ('nan'::DOUBLE, 'infinity'::DATE), ('inf'::DOUBLE, NULL)) AS t(v, d)) TO '${path}' (FORMAT parquet)`,
  )
  connection.closeSync()
  instance.closeSync()
  const { rows, told } = await imported('typed.parquet', await readFile(path))
  expect(rows.filter(([v]) => v !== null)).toHaveLength(1)
  expect(told).toContain('列「v」：2 个值读不成这一类型，作空值：')
  expect(told).toContain('列「d」：1 个值读不成这一类型，作空值：「infinity」')
})

describe('personal data', () => {
  const text =
    '日期,联系方式,设备号,额\n2026-03-01,13800138001,d1,1\n2026-03-02,13800138002,d2,2\n2026-03-03,13800138003,d3,3\n'
  const load = async (...args: string[]) => {
    const { lines } = await house.run([await house.file('players.csv', text), '--table', 'players', ...args])
    return lines.join('\n')
  }
  const marks = () =>
    house.metadata.db
      .selectFrom('personal_mark')
      .select(['column_name', 'kind'])
      .where('table_name', '=', 'players')
      .orderBy('column_name')
      .execute()

  it('is proposed at the terminal with the option that marks it, and marked by that', async () => {
    const told = await load()
    expect(told).toContain('有 2 列像个人信息，还没有标记')
    expect(told).toContain("--personal '联系方式=手机号'  看了 3 个值，3 个像手机号")
    expect(told).toContain("--personal '设备号=设备号'  列名像设备号")
    expect(await marks()).toEqual([])
    const again = await load('--replace', '--personal', '联系方式=手机号')
    expect(again).toContain('有 1 列像个人信息')
    expect(await marks()).toEqual([{ column_name: '联系方式', kind: 'phone' }])
    // A mark stays with its table.
    expect(await load('--replace', '--personal', '设备号=device')).not.toContain('像个人信息')
    expect((await marks()).map(({ kind }) => kind)).toEqual(['phone', 'device'])
  })

  it('is refused where the column or the kind is not known, and nothing is changed', async () => {
    const before = await house.state()
    await expect(load('--replace', '--personal', '没有=手机号')).rejects.toThrow(
      '没有 --personal 所说的列「没有」；表里有：日期、联系方式、设备号、额',
    )
    await expect(load('--replace', '--personal', '额=电话号')).rejects.toThrow('种类可以是：设备号、手机号')
    expect(await house.state()).toEqual(before)
  })
})
