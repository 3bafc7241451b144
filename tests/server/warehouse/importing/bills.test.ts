// Bills of payment channels, exports of stores and ad platforms, and sheets of finance: what stands around their rows.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ImportHouse, makeImportHouse } from '#tests/factories/imports.ts'

let house: ImportHouse
beforeAll(async () => {
  house = await makeImportHouse()
})
afterAll(() => house.dispose())

let number = 0

async function imported(content: string, name = 'bill.csv') {
  number += 1
  const table = `bill${number}`
  const { lines } = await house.run([await house.file(name, content), '--table', table])
  const { columns } = await house.published(table)
  const names = columns.map((column) => column.name)
  const list = names.map((column) => `"${column}"::VARCHAR`).join(', ')
  return {
    told: lines.join('\n'),
    names,
    types: columns.map(({ type }) => type),
    rows: await house.rows(table, `SELECT ${list}`),
  }
}

describe('marks of payment channels', () => {
  it('backticks before values come off, and the summary below is told', async () => {
    const { rows, types, told } = await imported(
      [
        '交易时间,订单号,交易类型,金额,费率',
        '`2026-01-01 10:00:00,`4200000001202601010000000001,`APP,`6.00,`0.60%',
        '`2026-01-02 23:59:59,`4200000001202601020000000002,`JSAPI,`30.00,`0.60%',
        '总交易单数,订单总金额,手续费总金额',
        '`2,`36.00,`0.22',
        '',
      ].join('\r\n'),
    )
    expect(rows).toEqual([
      ['2026-01-01 10:00:00', '4200000001202601010000000001', 'APP', '6.00', '0.0060'],
      ['2026-01-02 23:59:59', '4200000001202601020000000002', 'JSAPI', '30.00', '0.0060'],
    ])
    expect(types).toEqual(['TIMESTAMP', 'VARCHAR', 'VARCHAR', 'DECIMAL(18,2)', 'DECIMAL(18,4)'])
    expect(told).toContain('列「订单号」：开头的「`」已去掉')
    expect(told).toContain('第 4 至 5 行是表尾的汇总，没有导入')
  })

  it('tabs and padding around all texts of a column come off; a blank in some stays', async () => {
    const { rows } = await imported(
      '订单号,类型,门店,额\nYH1\t,退款   ,甲 ,6.00\t\nYH2\t,\t,乙,30.00\t\nYH3\t,充值  ,丙,1.00\t\n',
    )
    expect(rows).toEqual([
      ['YH1', '退款', '甲 ', '6.00'],
      ['YH2', null, '乙', '30.00'],
      ['YH3', '充值', '丙', '1.00'],
    ])
  })

  it.each([
    ['words and numbers', 'Total_Rows\t2\nTotal_Amount\t37.80\n', '第 4 至 5 行是表尾的汇总'],
    ['one line', '合计笔数：\t2\n', '第 4 行是表尾的汇总'],
  ])('a narrow summary of %s is left out', async (_, summary, said) => {
    const { rows, told } = await imported(
      `Start Date\tSKU\tUnits\tShare\n12/28/2025\tgold\t10\t42.00\n01/31/2026\tgold\t-1\t-4.20\n${summary}`,
      'apple.txt',
    )
    expect(rows).toEqual([
      ['2025-12-28', 'gold', '10', '42.00'],
      ['2026-01-31', 'gold', '-1', '-4.20'],
    ])
    expect(told).toContain(said)
  })

  it('a row that was cut short is no summary', async () => {
    const path = await house.file('cut.csv', '日期,渠道,额\n2026-01-05,甲,1\n2026-01-06,乙\n')
    await expect(house.run([path])).rejects.toThrow('第 3 行：应有 3 列，实有 2 列')
    const names = await house.file('names.csv', '日期,渠道,额\n2026-01-05,甲,1\n2026-01-06,乙,2\n甲,乙\n')
    await expect(house.run([names])).rejects.toThrow('第 4 行：应有 3 列，实有 2 列')
  })
})

describe('lines that are no rows', () => {
  it('pairs above the header and below the table', async () => {
    const { names, rows, told } = await imported(
      '账户明细\n户名：云海,账号：6222,币种：人民币\n交易日期,摘要,借方,余额\n2026-01-05,收款,,100.00\n2026-01-06,付款,2.50,97.50\n本页合计,,2.50,\n审核：张三,,制表：李四,2026-02-01\n',
    )
    expect(names).toEqual(['交易日期', '摘要', '借方', '余额'])
    expect(rows.map(([day]) => day)).toEqual(['2026-01-05', '2026-01-06'])
    expect(told).toContain('第 7 行是附注，没有导入')
    const pairs = await imported('标签,人数\n等级:1,5\n等级:2,7\n')
    expect(pairs.rows.length).toBe(2)
    const pivot = await imported('求和项:流水,计数项:订单\n5,1\n7,2\n')
    expect(pivot.names).toEqual(['求和项:流水', '计数项:订单'])
  })

  it('the header again, where files were joined', async () => {
    const { rows, types, told } = await imported(
      '日期,渠道,额\n2026-01-05,甲,1\n日期,渠道,额\n2026-02-05,甲,3\n日期,渠道,9\n',
    ).catch((error: Error) => ({ rows: [], types: [], told: error.message }))
    expect(told).toContain('第 3 行重复了表头')
    expect(rows.length).toBe(3)
    expect(types).toEqual(['VARCHAR', 'VARCHAR', 'BIGINT'])
  })

  it('names of fields and their types below a Chinese header', async () => {
    const { names, rows, told } = await imported(
      '日期,渠道,流水\nstat_date,channel,revenue\ndate,string,int\n2026-01-05,tt,1\n2026-01-06,qq,2\n',
    )
    expect(names).toEqual(['日期', '渠道', '流水'])
    expect(rows.length).toBe(2)
    expect(told).toContain('第 2 行是字段名或类型（stat_date、channel、revenue），没有导入')
    expect(told).toContain('第 3 行是字段名或类型（date、string、int），没有导入')
    const texts = await imported('渠道,代号\ntoutiao,tt\ntencent,qq\n')
    expect(texts.rows.length).toBe(2)
  })

  it('lines that a terminal has ruled', async () => {
    const { rows } = await imported(
      ' 日期       | 渠道 |  额\n------------+------+------\n 2026-01-05 | 甲   | 1.50\n 2026-01-06 | 乙   | 2\n(2 rows)\n',
      'psql.txt',
    )
    expect(rows).toEqual([
      ['2026-01-05', '甲', '1.50'],
      ['2026-01-06', '乙', '2.00'],
    ])
  })
})

describe('totals', () => {
  it('of a first row whose means do not add up', async () => {
    const { rows, told } = await imported(
      '"Reporting starts","Campaign name",Results,"Cost per results","Amount spent (USD)",Impressions\n2026-01-01,,25,5.1,127.5,15000\n2026-01-01,YH_iOS,10,4.25,42.5,5000\n2026-01-02,YH_iOS,,,12.5,2500\n2026-01-03,YH_AND,15,4.83333333,72.5,7500\n',
    )
    expect(rows.map(([, name]) => name)).toEqual(['YH_iOS', 'YH_iOS', 'YH_AND'])
    expect(told).toContain('有 1 行是合计')
    expect(told).toMatch(/Cost per results.*指标：(加权)?平均/)
  })

  it('with decimal commas', async () => {
    const { rows } = await imported(
      'Région;Montant\nNord;1 234,56 €\nSud;-7,50 €\nEst;0,25 €\nTotal;1 227,31 €\n',
    )
    expect(rows).toEqual([
      ['Nord', '1234.56'],
      ['Sud', '-7.50'],
      ['Est', '0.25'],
    ])
  })

  it('over rows that are indented, or that are told to be parts', async () => {
    const outline = await imported(
      '渠道,1月,2月\n安卓,30,45\n  华为,10,25\n  小米,20,20\niOS,5,6\n  App Store,5,6\n',
    )
    expect(outline.rows.map(([name]) => name?.toString().trim())).toEqual(['华为', '小米', 'App Store'])
    const parts = await imported('项目,金额\n安卓,300\n其中：华为,100\n其中：小米,200\niOS,50\n总计,350\n')
    expect(parts.rows.map(([name]) => name)).toEqual(['其中：华为', '其中：小米', 'iOS'])
    const others = await imported('渠道,额\n安卓,31\n  华为,10\n  小米,20\n')
    expect(others.rows.length).toBe(3)
  })
})

it('points part thousands in a file whose decimal mark is the comma', async () => {
  const { rows } = await imported('Datum;Umsatz;Spieler\n05.01.2026;1.234,56;1.200\n17.01.2026;-7,50;35\n')
  expect(rows).toEqual([
    ['2026-01-05', '1234.56', '1200'],
    ['2026-01-17', '-7.50', '35'],
  ])
})
