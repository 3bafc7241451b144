// How single values become numbers and days: each kind of notation, and what is asked where no value decides.
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findTypes, readColumn } from '#server/warehouse/import/columnTypes.ts'
import type { FoundType } from '#server/warehouse/import/values/kinds.ts'
import type { ChosenKind } from '#shared/imports/kinds.ts'

let connection: DuckDBConnection
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect()
})
afterAll(() => connection.closeSync())

interface Read extends FoundType {
  values: (string | null)[]
}

interface Options {
  name?: string
  kind?: ChosenKind
  commaLikely?: boolean
}

/** A column of these texts as the import reads it; values as text, in their order. */
async function read(texts: readonly (string | null)[], options: Options = {}): Promise<Read> {
  const { name = 'v', kind, commaLikely = false } = options
  await connection.run('CREATE OR REPLACE TEMP TABLE staged (line BIGINT, c0 VARCHAR)')
  for (let at = 0; at < texts.length; at += 100) {
    const part = texts.slice(at, at + 100)
    const places = part.map((_, index) => `(${at + index + 2}, $${index + 1})`).join(', ')
    await connection.run(`INSERT INTO staged VALUES ${places}`, part as string[])
  }
  const [found] = await findTypes(connection, {
    from: 'staged',
    rows: texts.length,
    zone: 'Asia/Shanghai',
    names: [name],
    kinds: [kind ?? null],
    commaLikely,
  })
  if (!found) throw new Error('no type was found')
  const reader = await connection.runAndReadAll(
    `SELECT (${found.read})::VARCHAR FROM staged WHERE NOT (${found.misfit || 'false'}) ORDER BY line`,
  )
  return { ...found, values: reader.getRows().map(([value]) => (value === null ? null : String(value))) }
}

/** The digits of a number, without point, exponent and the zeros around them. */
const significant = (text: string) =>
  text
    .replace(/e.*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '')

describe('numbers', () => {
  it.each<[string, string[], string, string[]]>([
    ['full width', ['１２３', '４．５'], 'DECIMAL(18,1)', ['123.0', '4.5']],
    ['a true minus sign', ['\u22125', '3'], 'BIGINT', ['-5', '3']],
    ['an en dash for a minus sign', ['\u20135', '3'], 'BIGINT', ['-5', '3']],
    [
      'blanks of all kinds',
      ['\u00a01 234\u00a0', '\u3000 7', '8\t', '\u200b9'],
      'BIGINT',
      ['1234', '7', '8', '9'],
    ],
    ['narrow blanks between thousands', ['1\u202f234\u202f567', '8'], 'BIGINT', ['1234567', '8']],
    ['apostrophes between thousands', ["1'234'567.5", '8'], 'DECIMAL(18,1)', ['1234567.5', '8.0']],
    ['a minus sign behind', ['5-', '3'], 'DECIMAL(18,2)', ['-5.00', '3.00']],
    ['brackets for minus', ['(3)', '（4.25）', '1'], 'DECIMAL(18,2)', ['-3.00', '-4.25', '1.00']],
    ['brackets around a percentage', ['(3%)', '-12%', '+5%'], 'DECIMAL(18,2)', ['-0.03', '-0.12', '0.05']],
    ['full-width percentages', ['１２％', '１３．５％'], 'DECIMAL(18,3)', ['0.120', '0.135']],
    ['per mille', ['5‰', '12.5‰'], 'DECIMAL(18,4)', ['0.0050', '0.0125']],
    ['k and M', ['1.2k', '3.5M', '800'], 'BIGINT', ['1200', '3500000', '800']],
    ['w for 万', ['1.25w', '3W'], 'BIGINT', ['12500', '30000']],
    ['a currency before', ['USD 12.50', 'USD 7'], 'DECIMAL(18,2)', ['12.50', '7.00']],
    ['a currency behind', ['12.50 CNY', '7元', '¥3'], 'DECIMAL(18,2)', ['12.50', '7.00', '3.00']],
    ['a unit', ['1,200人', '35 人'], 'BIGINT', ['1200', '35']],
    ['万 with a unit', ['1.2万人', '3000人'], 'BIGINT', ['12000', '3000']],
    ['a currency before brackets', ['$ (1,234.50)', '$7.00'], 'DECIMAL(18,2)', ['-1234.50', '7.00']],
    ['rupees and roubles', ['₹1,200', '₹7.5'], 'DECIMAL(18,2)', ['1200.00', '7.50']],
    ['degrees', ['36.5℃', '-3℃'], 'DECIMAL(18,1)', ['36.5', '-3.0']],
    ['a point first', ['.5', '1.25'], 'DECIMAL(18,2)', ['0.50', '1.25']],
  ])('%s', async (_name, texts, type, values) => {
    const found = await read(texts)
    expect({ type: found.type, values: found.values, ask: found.ask }).toEqual({ type, values, ask: null })
  })

  it.each<[string, string[], string, string[]]>([
    ['a part of a 亿', ['2.00000049亿', '1'], 'BIGINT', ['200000049', '1']],
    ['a thousandth of a yuan', ['¥0.125', '¥3'], 'DECIMAL(18,3)', ['0.125', '3.000']],
    ['a share of a percent', ['0.00012%', '3%'], 'DECIMAL(18,7)', ['0.0000012', '0.0300000']],
    [
      'sixteen digits beside six decimals',
      ['99999999999999.99', '0.123456'],
      'DECIMAL(38,6)',
      ['99999999999999.990000', '0.123456'],
    ],
    [
      'a percentage of seventeen digits',
      ['29%', '100%', '12.345678901234567%'],
      'DECIMAL(38,17)',
      ['0.29000000000000000', '1.00000000000000000', '0.12345678901234567'],
    ],
    ['part of a thing in 万', ['1.23456万', '2万'], 'DECIMAL(18,1)', ['12345.6', '20000.0']],
    [
      'thirty digits',
      ['123456789012345678.123456789012', '1.5'],
      'DECIMAL(38,12)',
      ['123456789012345678.123456789012', '1.500000000000'],
    ],
    ['measured to the last bit', ['0.30000000000000004', '1.5'], 'DOUBLE', ['0.30000000000000004', '1.5']],
    ['eight decimals', ['0.12345678', '1'], 'DECIMAL(18,8)', ['0.12345678', '1.00000000']],
  ])('keeps every digit: %s', async (_name, texts, type, values) => {
    const found = await read(texts)
    expect({ type: found.type, values: found.values }).toEqual({ type, values })
    expect(found.note).not.toContain('双精度')
  })

  it('says that a double was taken where no decimal holds all digits', async () => {
    const found = await read(['1234567890123456789012345.1', '0.12345678901234567890'])
    expect(found.type).toBe('DOUBLE')
    expect(found.note).toContain('存为双精度数')
  })

  it.each<[string, string[], string]>([
    [
      'beside an exponent',
      ['99999999999999.999', '123456789012345.678', '1.5e-7'],
      '其中 2 个值只保留约 16 位',
    ],
    ['with an exponent of their own', ['1.23456789012345678912e5', '2.5e3'], '其中 1 个值只保留约 16 位'],
    [
      'of doubles, none of which does',
      ['0.30000000000000004', '1.2345678901234566e-7', '-1.5e+20', '100.50'],
      '',
    ],
  ])('says how many numbers lose digits: %s', async (_name, texts, said) => {
    const { type, note, values } = await read(texts)
    expect(type).toBe('DOUBLE')
    const lost = texts.filter(
      (text, at) => BigInt(significant(text)) !== BigInt(significant(values[at] ?? '')),
    )
    expect(note).toBe(said && `存为双精度数，${said}有效数字`)
    expect(lost.length).toBe(Number(/\d+/.exec(said)?.[0] ?? 0))
  })

  it('takes no decimal whose sum would overflow', async () => {
    const most = Array.from({ length: 9 }, () => '9999999999999999999999999999.123456789')
    expect((await read(most)).type).toBe('DECIMAL(38,9)')
    const over = Array.from({ length: 20 }, () => '99999999999999999999999999999.123456789')
    expect((await read(over)).type).toBe('DOUBLE')
  })

  it('says what was really done to the values, and no more', async () => {
    expect((await read(['¥12.5', '¥0.125'])).note).toBe('「¥」已去掉')
    expect((await read(['¥1.2万', '3000'])).note).toBe('「万」已换算为个位；「¥」已去掉')
    expect((await read(['(3)', '4'])).note).toBe('括号里的作负数')
    expect((await read(['12%', '7%'])).note).toBe('百分数按比率存（12.5% 存为 0.125）')
  })

  it('takes what people write for nothing as empty, and says so', async () => {
    const nothing = ['—', '/', '无', '-', 'N/A', '#DIV/0!', '－', '——', '\u3000']
    const { values, note, type } = await read([...nothing, '0', '12', null])
    expect(type).toBe('BIGINT')
    expect(values).toEqual([...nothing.map(() => null), '0', '12', null])
    expect(note).toMatch(/作空值$/)
    expect((await read(['无', '有', '/'])).values).toEqual(['无', '有', '/'])
  })

  it('reads the comma as the decimal mark where the column or the file says so', async () => {
    const told = await read(['1.234,56', '7', '0,5'])
    expect([told.type, told.values]).toEqual(['DECIMAL(18,2)', ['1234.56', '7.00', '0.50']])
    expect(told.note).toBe('逗号作小数点')
    const file = await read(['1,5', '2,25', '10,00'], { commaLikely: true })
    expect(file.values).toEqual(['1.50', '2.25', '10.00'])
    const list = await read(['1,2', '1,3', '2,3'])
    expect([list.type, list.ask?.must, list.ask?.choices[0]?.kind]).toEqual(['VARCHAR', false, 'COMMA'])
    expect((await read(['1,2', '1,3'], { kind: 'COMMA' })).values).toEqual(['1.2', '1.3'])
    expect((await read(['1,234', '5,678'])).values).toEqual(['1234', '5678'])
  })

  it('asks whether numbers beside percentages are percentages', async () => {
    const texts = ['12%', '12.5', '7']
    const { ask } = await read(texts)
    expect(ask).toMatchObject({ must: true, text: '1 个值有 %，2 个没有：「12.5」是百分数吗' })
    expect(ask?.choices.map(({ kind }) => kind)).toEqual(['PERCENT_ALL', 'PERCENT_MIXED'])
    expect((await read(texts, { kind: 'PERCENT_ALL' })).values).toEqual(['0.120', '0.125', '0.070'])
    expect((await read(texts, { kind: 'PERCENT_MIXED' })).values).toEqual(['0.12', '12.50', '7.00'])
    expect((await read(['12%', '0.125', '0'])).ask).toBeNull()
  })

  it('offers numbers where nearly all values are such, and names the rest', async () => {
    const texts = [...Array.from({ length: 32 }, (_, at) => String(at)), ...Array(7).fill('缺'), '待定']
    const found = await read(texts)
    expect([found.type, found.ask?.must]).toEqual(['VARCHAR', false])
    expect(found.ask?.text).toBe(
      '40 个值中 32 个是数字，不是的：「缺」（7 个，第 34 行起）、「待定」（第 41 行）',
    )
    expect(found.ask?.choices).toEqual([
      { kind: 'NUMBER_OR_EMPTY', title: '其余的作空值' },
      { kind: 'BIGINT', title: '不导入那些行', drops: true },
    ])
    const taken = await read(texts, { kind: 'NUMBER_OR_EMPTY' })
    expect([taken.type, taken.misfit]).toEqual(['BIGINT', ''])
    expect(taken.values.filter((value) => value !== null)).toHaveLength(32)
    expect(taken.note).toContain('其余作空值：「缺」（7）、「待定」（1）')
  })

  it.each<[string, string[], RegExp]>([
    ['codes with an exponent', ['12E5', '34E2'], /像编号/],
    ['ids that a spreadsheet has cut', ['1.23457E+18', '2.2E+18', '77'], /截断的编号/],
  ])('keeps %s as they are, and says why', async (_name, texts, note) => {
    const found = await read(texts)
    expect([found.type, found.values]).toEqual(['VARCHAR', texts])
    expect(found.note).toMatch(note)
  })

  it('warns of ids that end in zeros, and of numbers that may be versions', async () => {
    expect((await read(['123456789012346000', '223456789012346000'])).note).toContain('末尾都是 0')
    expect((await read(['123456789012346123', '223456789012346000'])).note).toBe('')
    expect((await read(['1.1', '1.10', '1.2'])).note).toContain('版本号')
    expect((await read(['1.10', '1.25'])).note).toBe('')
  })

  it.each([
    [['¥12', '$5'], /单位不一/],
    [['3天', '2小时'], /单位不一/],
    [['12B', '13B'], /编号/],
  ])('keeps %j as text until somebody says that these are numbers', async (texts, why) => {
    const found = await read(texts)
    expect([found.type, found.values]).toEqual(['VARCHAR', texts])
    expect(found.ask?.text).toMatch(why)
    const kind = found.ask?.choices[0]?.kind
    expect((await read(texts, kind ? { kind } : {})).type).toMatch(/INT|DECIMAL/)
  })

  it.each(['0012', '+8613800138000', '2.1.10', 'A12', '12-34', '1/2', '第3', '3#'])(
    'leaves %s a text',
    async (text) => {
      expect(await read([text, text])).toMatchObject({ type: 'VARCHAR', values: [text, text] })
    },
  )
})

describe('days', () => {
  const day = '2026-01-05'
  it.each([
    ['26/1/5', '26/1/17', '26/2/28'],
    ['1/5/26', '1/17/26', '2/28/26'],
    ['5/1/26', '17/1/26', '28/2/26'],
    ['26-01-05', '26-01-17', '26-02-28'],
    ['Jan 5 2026', 'Jan 17 2026', 'Feb 28 2026'],
    ['January 5, 2026', 'January 17, 2026', 'February 28, 2026'],
    ['5-Jan-26', '17-Jan-26', '28-Feb-26'],
    ['5 Jan 2026', '17 Jan 2026', '28 Feb 2026'],
    ['2026-Jan-05', '2026-Jan-17', '2026-Feb-28'],
    ['2026-01-05 星期一', '2026-01-17 周六', '2026-02-28（星期六）'],
    ['Mon, 5 Jan 2026', 'Sat, 17 Jan 2026', 'Sat, 28 Feb 2026'],
    ['２０２６－０１－０５', '２０２６／１／１７', '２０２６年２月２８日'],
    ['2026年1月5日', '2026年1月17号', '26年2月28日'],
    ['2026.1.5', '2026.1.17', '2026.2.28'],
    ['2026. 1. 5.', '2026. 1. 17.', '2026. 2. 28.'],
    ['2026_01_05', '2026\\01\\17', '2026_02_28'],
    ['2026-01-05(一)', '2026-01-17（六）', '2026-02-28 (六)'],
    ['20260105', '2026-01-17', '20260228'],
    ['2026-01-05~2026-01-07', '2026/1/17至2026/1/19', '2026-02-28 - 2026-03-01'],
    ['2026-01-05\t', '\u30002026-01-17', '2026-02-28'],
  ])('%s', async (...texts) => {
    const found = await read(texts)
    expect([found.type, found.values, found.ask]).toEqual(['DATE', [day, '2026-01-17', '2026-02-28'], null])
  })

  it.each([
    ['1/5/2026 8:30', '1/17/2026 20:05'],
    ['2026/1/5 上午8:30', '2026/1/17 下午8:05'],
    ['2026-01-05 8:30 AM', '2026-01-17 8:05 PM'],
    ['2026-01-05 08:30:00 am', '2026-01-17 8:05 p.m.'],
    ['2026年1月5日 8时30分', '2026年1月17日20时05分'],
    ['2026-01-05 星期一 08:30', '2026-01-17 星期六 20:05'],
    ['Jan 5 2026 8:30', 'Jan 17 2026 8:05 PM'],
    ['２０２６－０１－０５　０８：３０', '2026-01-17 20:05'],
    ['2026-01-05T00:30:00.000Z', '2026-01-17T12:05:00.000Z'],
    ['2026-01-05 00:30:00 UTC', '2026-01-17 12:05:00 UTC'],
    ['Mon, 05 Jan 2026 00:30:00 GMT', 'Sat, 17 Jan 2026 12:05:00 GMT'],
    ['20260105 083000', '20260117 200500'],
    ['20260105T003000Z', '20260117T120500Z'],
    ['2026-01-05T08:30:00+08:00', '2026-01-17T12:05:00Z'],
    ['20260105 08:30', '20260117 20:05'],
  ])('%s', async (...texts) => {
    const found = await read(texts)
    expect([found.type, found.values]).toEqual(['TIMESTAMP', [`${day} 08:30:00`, '2026-01-17 20:05:00']])
  })

  it('reads twelve o’clock as people mean it, and no hour that there is not', async () => {
    const texts = ['2026-01-05 12:10 AM', '2026-01-05 12:10 PM', '2026-01-05 中午12:10', '2026-01-05 24:00']
    expect((await read(texts)).values).toEqual([
      '2026-01-05 00:10:00',
      '2026-01-05 12:10:00',
      '2026-01-05 12:10:00',
      '2026-01-06 00:00:00',
    ])
    expect((await read(['2026-01-05 25:00', '2026-01-05 8:61', '2026-01-05 13:00 AM'])).type).toBe('VARCHAR')
  })

  it('reads weeks as their Monday and says so; a week that a year has not is none', async () => {
    const found = await read(['2026-W01', '2026-W53', '2027年第1周'])
    expect([found.values, found.note]).toEqual([
      ['2025-12-29', '2026-12-28', '2027-01-04'],
      '周取它的星期一（ISO 周）',
    ])
    expect((await read(['2025-W53', '2025-W52'], { kind: 'DATE' })).values).toEqual(['2025-12-22'])
  })

  it('takes no day that the calendar has not', async () => {
    const texts = ['2026-02-28', '2026-02-30', '2026/13/1']
    const found = await read(texts, { kind: 'DATE_OR_EMPTY' })
    expect(found.values).toEqual(['2026-02-28', null, null])
  })

  it('asks for the order where no value decides it', async () => {
    const texts = ['1/5/2026', '2/6/2026']
    const { ask } = await read(texts)
    expect(ask).toMatchObject({ must: true })
    expect(ask?.choices).toEqual([
      { kind: 'MONTH_FIRST', title: '1 月 5 日' },
      { kind: 'DAY_FIRST', title: '5 月 1 日' },
    ])
    expect((await read(texts, { kind: 'DAY_FIRST' })).values).toEqual(['2026-05-01', '2026-06-02'])
    const clocks = await read(['1/5/2026 8:30', '2/6/2026 9:00'], { kind: 'DAY_FIRST' })
    expect(clocks.values).toEqual(['2026-05-01 08:30:00', '2026-06-02 09:00:00'])
    expect((await read(['1/2/03'])).ask?.choices.map(({ kind }) => kind)).toEqual([
      'MONTH_FIRST',
      'DAY_FIRST',
      'YEAR_FIRST',
    ])
  })

  it('decides the order by the column as a whole', async () => {
    const early = Array.from({ length: 300 }, (_, at) => `${(at % 12) + 1}/${(at % 9) + 1}/2026`)
    const found = await read([...early, '25/3/2026'])
    expect([found.values[1], found.note, found.ask]).toEqual(['2026-02-02', '日在前（日/月/年）', null])
    expect(found.values[2]).toBe('2026-03-03')
    expect(found.values[13]).toBe('2026-05-02')
  })

  it('asks for the year of days without one', async () => {
    const texts = ['1月5日', '12月31日']
    const { type, ask } = await read(['1月5日', '3月31日'], { name: '日期' })
    expect([type, ask?.must, ask?.text]).toEqual([
      'VARCHAR',
      true,
      expect.stringContaining('没有年份，是哪一年'),
    ])
    expect((await read(texts, { kind: 'YEAR_2025' })).values).toEqual(['2025-01-05', '2025-12-31'])
    expect((await read(['5-Jan', 'Feb 28'], { kind: 'YEAR_2025' })).values).toEqual([
      '2025-01-05',
      '2025-02-28',
    ])
    expect((await read(texts, { name: '生日' })).ask?.must).toBe(false)
  })

  it.each<[string, string[], string[], ChosenKind, string]>([
    [
      'the turn of a year',
      ['11月30日', '12月31日', '1月1日', '1月2日'],
      ['2025-11-30', '2025-12-31', '2026-01-01', '2026-01-02'],
      'YEARS_2025',
      '先是 2025 年，第 4 行起 2026 年',
    ],
    [
      'the latest day first',
      ['1月2日', '1月1日 8:30', '12月31日', '12月1日'],
      ['2026-01-02 00:00:00', '2026-01-01 08:30:00', '2025-12-31 00:00:00', '2025-12-01 00:00:00'],
      'YEARS_2026',
      '先是 2026 年，第 4 行起 2025 年',
    ],
    [
      'each channel after the other',
      ['Dec 30', 'Jan 1', 'Dec 31', 'Jan 2'],
      ['2025-12-30', '2026-01-01', '2025-12-31', '2026-01-02'],
      'YEARS_2025',
      '先是 2025 年，第 3 行起 2026 年，第 4 行起 2025 年，第 5 行起 2026 年',
    ],
    [
      'a leap day',
      ['10月1日', '12月1日', '2月29日', '3月1日'],
      ['2023-10-01', '2023-12-01', '2024-02-29', '2024-03-01'],
      'YEARS_2023',
      '先是 2023 年，第 4 行起 2024 年',
    ],
  ])('follows the rows over %s, and says so', async (_name, texts, values, kind, said) => {
    const now = new Date().getFullYear()
    const { ask } = await read(texts, { name: '日期' })
    expect([ask?.must, ask?.text]).toEqual([true, expect.stringContaining('第一行是哪一年')])
    // The latest year that is offered is this one.
    expect(Math.max(...(ask?.choices[0]?.title.match(/\d{4}/g) ?? []).map(Number))).toBe(now)
    const found = await read(texts, { kind })
    expect([found.values, found.note]).toEqual([values, `没有年份的按行的顺序：${said}`])
  })

  it('offers one year first where days come twice, and no turns where days have no order', async () => {
    const blocks = ['11月1日', '12月1日', '1月1日', '11月1日', '12月1日', '1月1日']
    expect((await read([...blocks, '2月1日', '11月1日'], { name: '日期' })).ask?.choices[0]?.kind).toMatch(
      /^YEARS_/,
    )
    const months = Array.from({ length: 24 }, (_, at) => `${(at % 12) + 1}月1日`)
    expect((await read(months, { name: '日期' })).ask?.choices.map(({ kind }) => kind.slice(0, 5))).toEqual([
      'YEAR_',
      'YEAR_',
      'YEAR_',
      'YEARS',
      'YEARS',
    ])
    const random = ['1月3日', '8月1日', '3月1日', '12月1日', '5月1日', '11月1日', '2月4日', '7月1日']
    expect((await read(random, { name: '日期' })).ask?.choices.map(({ kind }) => kind.slice(0, 5))).toEqual([
      'YEAR_',
      'YEAR_',
      'YEAR_',
    ])
  })

  it('says which value keeps a column called 日期 from being one', async () => {
    const found = await read(['2026-01-05', '待定', '未知', '第一天'], { name: '日期' })
    expect(found.note).toBe('仍是文本：第 3 行的「待定」读不成日期')
    const mostly = await read(['2026-01-05', '2026-01-06', '2026-01-07', '待定'], { name: '日期' })
    expect(mostly.ask?.text).toBe('4 个值中 3 个是日期，不是的：「待定」（第 5 行）')
    expect((await read(['2026-01-05', '待定'], { kind: 'DATE_OR_EMPTY' })).values).toEqual([day, null])
    expect((await read(['备注', '没有'], { name: '说明' })).note).toBe('')
  })

  it.each(['1.2.3', '3-1-502', '192.168.1.1', '8:30', '1-5', 'marketing 5 2026'])(
    'leaves %s a text',
    async (text) => {
      expect((await read([text, text])).type).toBe('VARCHAR')
    },
  )
})

it('reads a whole column as it reads its sample, and a chosen one as a found one', async () => {
  const texts = Array.from({ length: 5000 }, (_, at) => (at % 7 === 3 ? `${at}.5元` : `¥${at}`))
  const found = await read(texts)
  const sum = found.values.reduce((all, value) => all + Number(value), 0)
  const expected = texts.reduce((all, text) => all + Number(text.replaceAll(/[¥元]/g, '')), 0)
  expect([found.type, sum]).toEqual(['DECIMAL(18,2)', expected])
  const chosen = await readColumn(connection, 'c0', {
    from: 'staged',
    zone: 'Asia/Shanghai',
    kind: 'MONEY',
    hasLines: true,
  })
  const { values: _, ...told } = found
  expect(chosen).toEqual(told)
})

it('takes time in proportion to hostile texts', async () => {
  for (const text of [
    '1,'.repeat(50_000),
    `${'9'.repeat(100_000)}x`,
    ' '.repeat(100_000),
    '(1'.repeat(50_000),
    '１'.repeat(50_000),
  ])
    expect((await read([text, text])).type).toBe('VARCHAR')
})
