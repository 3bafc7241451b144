// The header of an imported table, in whichever line it stands, over several lines, or not at all; and several
// tables in one sheet.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ImportHouse, makeImportHouse } from '#tests/factories/imports.ts'

let house: ImportHouse
beforeAll(async () => {
  house = await makeImportHouse()
})
afterAll(() => house.dispose())

let number = 0

async function imported(file: string, ...args: string[]) {
  number += 1
  const table = `heads${number}`
  const { lines } = await house.run([await house.file(`${table}.csv`, file), '--table', table, ...args])
  const { columns } = await house.published(table)
  const names = columns.map(({ name }) => name)
  const list = names.map((name) => `"${name}"::VARCHAR`).join(', ')
  return { lines: lines.join('\n'), names, rows: await house.rows(table, `SELECT ${list}`) }
}

const lastName = (names: string[]): string => names.at(-1)?.split('_').at(-1) ?? ''

/** A bill: lines of account data, each as wide as the table or one cell alone, then the table. */
function bill(lines: number, filling: string): string {
  const account = Array.from({ length: lines }, (_, at) =>
    at % 5 === 3 ? filling : `${['账户', '起始时间', '导出类型', '共笔数'][at % 4]}：[值 ${at}]${filling}`,
  )
  return [
    ...account,
    '交易时间,类型,对方,金额(元),状态',
    '2026-01-03 12:00:01,消费,某店,10.50,成功',
    '2026-01-05 08:11:00,转账,李四,100.00,成功',
    '2026-01-20 20:00:00,消费,某店,20.00,成功',
  ].join('\n')
}

describe('a header', () => {
  it.each([
    [16, ',,,,'],
    [18, ',,,,'],
    [24, ''],
    [40, ',,,,'],
  ])('stands below %i lines of account data filled with "%s"', async (lines, filling) => {
    const { names, rows, lines: told } = await imported(bill(lines, filling))
    expect(names).toEqual(['交易时间', '类型', '对方', '金额(元)', '状态'])
    expect(rows.reduce((sum, row) => sum + Number(row[3]), 0)).toBe(130.5)
    expect(told).toContain(`表头在第 ${lines + 1} 行`)
  })

  it.each([
    [
      'over two lines',
      ',收入,,支出\n日期,充值,退款,推广\n2026-01-01,5,1,2\n2026-01-02,6,1,3',
      ['日期', '收入_充值', '收入_退款', '支出_推广'],
    ],
    [
      'over three lines',
      '渠道,2026年,,,\n,一季度,,二季度,\n,新增,充值,新增,充值\nA,1,2,3,4\nB,5,6,7,8',
      ['渠道', '2026年_一季度_新增', '2026年_一季度_充值', '2026年_二季度_新增', '2026年_二季度_充值'],
    ],
    ['of years', '渠道,2024,2025,2026\nA,1,2,3\nB,4,5,6', ['渠道', '2024', '2025', '2026']],
    [
      'of years below a title',
      '各渠道年收入（万元）,,,\n渠道,2024,2025,2026\nA,1,2,3\nB,4,5,6',
      ['渠道', '2024', '2025', '2026'],
    ],
    ['of months', '渠道,2026-01,2026-02\nA,1,2\nB,4,5', ['渠道', '2026-01', '2026-02']],
    [
      'with numbers beside names',
      '日期,新增,1,3,7\n2026-01-01,100,40,20,10\n2026-01-02,90,38,21,9',
      ['日期', '新增', '1', '3', '7'],
    ],
    [
      'below pairs of account data',
      '账户,甲\n起始,2026-01-01\n日期,金额\n2026-01-01,5\n2026-01-02,6\n2026-01-03,7',
      ['日期', '金额'],
    ],
    [
      'above values that are hardly numbers',
      '渠道,活跃\nA,约千\nB,3.5M\nC,—\nD,—\nE,—\nF,—\nG,800',
      ['渠道', '活跃'],
    ],
    ['of a table of texts', '渠道,负责人\nA,甲\nB,乙', ['渠道', '负责人']],
    ['above sparse rows', 'a,b,c,d,e,f\n1,,,,,\n,2,,,,\n,,3,,,', ['a', 'b', 'c', 'd', 'e', 'f']],
  ])('%s', async (_, file, expected) => {
    const { names, rows } = await imported(file)
    expect(names).toEqual(expected)
    const below =
      file.split('\n').length - file.split('\n').findIndex((line) => line.includes(lastName(expected))) - 1
    expect(rows).toHaveLength(below)
  })

  it.each([
    ['2026-01-01,A,1\n2026-01-02,B,2\n2026-01-03,C,3', 3],
    ['1,10\n2,20\n5,70', 3],
    ['报表,,\n2026-01-01,A,1\n2026-01-02,B,2', 2],
  ])('is made up where there is none, and no row is lost: %s', async (file, count) => {
    const { names, rows, lines } = await imported(file)
    expect(rows).toHaveLength(count)
    expect(names.slice(0, 2)).toEqual(['列1', '列2'])
    expect(lines).toContain('没有找到表头')
  })

  it('is where the user says', async () => {
    const file = '说明,x\n名称,值\nA,1\nB,2\n3,4'
    expect((await imported(file, '--head', '3')).names).toEqual(['A', '1'])
    expect((await imported(file, '--head', '2')).rows).toHaveLength(3)
    expect((await imported(file, '--head', '1-2')).names).toEqual(['说明_名称', 'x_值'])
    expect((await imported(file, '--head', '0')).rows).toHaveLength(5)
    await expect(imported(file, '--head', '9')).rejects.toThrow('没有第 9 行')
    await expect(imported(file, '--head', '两行')).rejects.toThrow('--head「两行」不可用')
  })
})

describe('two tables in one sheet', () => {
  const file = [
    '渠道,充值',
    'A,10',
    'B,20',
    '',
    '区服概况',
    '区服,新增,活跃',
    '一区,5,50',
    '二区,6,60',
    '三区,7,70',
  ].join('\n')

  it('are told, and each is imported whole', async () => {
    const first = await imported(file)
    expect(first.names).toEqual(['渠道', '充值'])
    expect(first.rows).toEqual([
      ['A', '10'],
      ['B', '20'],
    ])
    expect(first.lines).toContain('第 6 行起是另一张表（区服、新增、活跃）')
    const second = await imported(file, '--head', '6')
    expect(second.names).toEqual(['区服', '新增', '活跃'])
    expect(second.rows).toHaveLength(3)
    const wide = await imported(`a,b\nx,1\n\n区服,新增,活跃,付费,充值\n${'一区,1,2,3,4\n'.repeat(9)}`)
    expect(wide.lines).toContain('是另一张表')
  })

  it('is what a header that comes again does not make', async () => {
    const pages = '渠道,充值\nA,10\nB,20\n\n渠道,充值\nC,30\n\nD,40'
    const { rows, lines } = await imported(pages)
    expect(rows).toEqual([
      ['A', '10'],
      ['B', '20'],
      ['C', '30'],
      ['D', '40'],
    ])
    expect(lines).toContain('第 5 行重复了表头')
  })
})
