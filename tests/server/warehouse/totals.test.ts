// Rows that are totals of others are left out of an import, by words and by arithmetic, and nothing else is.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ImportHouse, makeImportHouse } from '#tests/factories/imports.ts'

let house: ImportHouse
beforeAll(async () => {
  house = await makeImportHouse()
})
afterAll(() => house.dispose())

let number = 0

/** A table as text, in which `=` begins the lines of totals. The mark is not part of the file. */
async function imported(marked: string, ...args: string[]) {
  number += 1
  const lines = marked.split('\n')
  const table = `totals${number}`
  const file = lines.map((line) => line.replace(/^=/, '')).join('\n')
  const told = await house.run([await house.file(`${table}.csv`, file), '--table', table, ...args])
  const { columns } = await house.published(table)
  const names = columns.map(({ name }) => `"${name}"::VARCHAR`).join(', ')
  const rows = await house.rows(`${table}`, `SELECT ${names}`)
  return {
    lines: told.lines,
    types: Object.fromEntries(columns.map((column) => [column.name, column.type])),
    rows: rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell))).join(',')).sort(),
    data: lines
      .slice(1)
      .filter((line) => line !== '' && !line.startsWith('='))
      .sort(),
    totals: lines.flatMap((line, at) => (line.startsWith('=') ? [at + 1] : [])),
  }
}

const toldLines = (lines: readonly string[]): number[] =>
  lines.flatMap((line) => (/^ {2}第 (\d+) 行：/.exec(line)?.[1] ?? '').match(/\d+/g) ?? []).map(Number)

const days = (total: string) => `日期,渠道,金额\n2026-01-01,A,1\n2026-01-02,B,2\n2026-01-03,C,4\n=${total}`
const channels = (total: string) => `渠道,备注,金额\nA,x,1\nB,y,2\nC,z,4\n=${total}`

const wordless = '渠道,新增,充值\nA,101,1501\nB,212,2602\nC,305,3703\n'
const grouped = [
  '大区,渠道,金额',
  ...['华东,A,11', '华东,B,12', '=华东 小计,,23', '华北,C,13', '华北,D,15', '=华北 小计,,28', '=总计,,51'],
].join('\n')

describe('totals', () => {
  it.each([
    ...[
      '合  计',
      '合 计',
      '合计（元）',
      '本月合计',
      '全部',
      '总　计',
      'Total:',
      '小计',
      '合计',
      'Ｔｏｔａｌ',
      '2026年1月合计',
      '【合计】',
      'Grand Total',
      '合計',
    ].map((word): [string, string] => [`${word} in the date’s column`, days(`${word},,7`)]),
    ...['合  计', '全部', '全部渠道', 'All', 'Total (USD)', '大盘', '总数', '合计数'].map(
      (word): [string, string] => [`${word} in the first column`, channels(`${word},,7`)],
    ),
    [
      'a word in a later column',
      '日期,渠道,充值\n2026-01-01,A,1\n=2026-01-01,小计,1\n2026-01-02,A,2\n=2026-01-02,小计,2',
    ],
    ['a word in a column of numbers', '序号,金额\n1,10\n2,20\n=合计,30'],
    ['a word beside figures that are no sums', days('合计,,9')],
    ['a total above its rows', '渠道,金额\n=合计,15\nA,5\nB,10'],
    ['subtotals between groups', grouped],
    [
      'subtotals above their groups',
      '大区,渠道,金额\n=华东小计,,23\n华东,A,11\n华东,B,12\n=华北小计,,28\n华北,C,13\n华北,D,15',
    ],
    [
      'subtotals that repeat the name of their group',
      'channel,amount\nE,11\nE,12\n=E Total,23\nF,13\nF,16\n=F Total,29\n=Total,52',
    ],
    ['subtotals without a word', '大区,金额\n华东,11\n华东,12\n=,23\n华北,13\n华北,15\n=,28\n=,51'],
    ['a last row without a word', '渠道,大区,金额\nA,x,1\nB,y,2\nC,z,3\n=,,6'],
    ['a last row without a word under days', '日期,金额\n2026-01-01,1\n2026-01-02,2\n=,3'],
    ['a last row without a word under numbers', '序号,金额\n1,10\n2,20\n=,30'],
    ['a last row under another name', `${wordless}=公司,618,7806`],
    ['amounts as ledgers write them', '渠道,金额\nA,"¥1,200.50"\nB,¥99.50\n=全部,"¥1,300.00"'],
    [
      'a total beside each day’s regions',
      '日期,区服,充值\n2026-01-01,一区,31\n2026-01-01,二区,27\n=2026-01-01,全部,58\n2026-01-02,一区,44\n2026-01-02,二区,12\n=2026-01-02,全部,56',
    ],
    [
      'a total by day below all the days',
      '日期,区服,充值\n2026-01-01,一区,31\n2026-01-02,一区,44\n2026-01-01,二区,27\n2026-01-02,二区,12\n=2026-01-01,全部,58\n=2026-01-02,全部,56',
    ],
    ['shares and means beside sums', '渠道,充值,付费率\nA,31,3%\nB,27,5%\n=全部,58,4%'],
    ['people counted once', '渠道,充值,活跃\nA,31,10\nB,27,10\n=Total,58,15'],
    ['a total that is shorter than its rows', '渠道,备注,金额\nA,x,1\nB,y,2\n=合计：3元'],
    ['a total between remarks', '渠道,备注,金额\nA,x,1\nB,y,2\n=合计,,3'],
  ])('%s', async (_, file) => {
    const { rows, data, totals, lines } = await imported(file)
    expect(rows.map(figures)).toEqual(data.map(figures))
    expect(toldLines(lines)).toEqual(totals)
  })

  it.each([
    [
      'a region called 全部',
      '日期,区服,充值\n2026-01-01,一区,31\n2026-01-01,二区,27\n2026-01-01,全部,10\n2026-01-02,一区,44\n2026-01-02,全部,13',
    ],
    ['a row that is a sum in one column', '渠道,新增,充值\nA,1,10\nB,2,20\nC,3,99'],
    ['a labelled row of small sums', '渠道,新增,充值\nA,1,2\nB,2,3\nC,3,5'],
    ['two equal rows', '渠道,金额\nA,5\nA,5'],
    ['two equal rows, of which one has no name', '渠道,金额\nA,5\n,5'],
    ['a table of zeros', '渠道,新增,充值\nA,0,0\nB,0,0\nC,0,0\n,0,0'],
    ['a file of two rows', '渠道,金额\n合计,5\n其他,3'],
    ['labels that are left out where they repeat', '大区,金额\n华东,1\n,2\n,3\n华北,4\n,5\n,9'],
    ['a table of totals', '项目,金额\n合计,5\n小计,3\n总计,8'],
    ['a kind called total', 'order,kind,amount\n101,total,5\n102,partial,3\n103,total,8\n104,partial,7'],
    [
      'a metric called so',
      '日期,指标,值\n2026-01-01,充值合计,31\n2026-01-01,活跃,27\n2026-01-02,充值合计,44\n2026-01-02,活跃,13',
    ],
    ['words that hold such a word', '渠道,金额\n统计部,1\n合计使用3次,2\n小计划,3\nsmall,4\nTotal War,12'],
    ['equal figures in all rows', '渠道,金额\nA,4\nB,4\nC,4\n全部人,4'],
    [
      'days whose figures double',
      '日期,新增,充值\n2026-01-01,1,1\n2026-01-02,1,1\n2026-01-03,2,2\n2026-01-04,4,4',
    ],
  ])('is data: %s', async (_, file) => {
    const { rows, data, lines } = await imported(file)
    expect(rows.map(figures)).toEqual(data.map(figures))
    expect(toldLines(lines)).toEqual([])
  })

  it('do not make their column another type', async () => {
    const { types } = await imported(days('合  计,,7'))
    expect(types).toMatchObject({ 日期: 'DATE', 金额: 'BIGINT' })
    expect((await imported('序号,金额\n1,10\n2,20\n=小 计,30')).types).toMatchObject({ 序号: 'BIGINT' })
  })

  it('are said with their lines and figures, and come back by an option', async () => {
    const { lines } = await imported(grouped)
    expect(lines).toContain('有 3 行是合计，没有导入（要导入它们请加 --totals）：')
    expect(lines).toContain('  第 4 行：大区 华东 小计，金额 23')
    const kept = await imported(grouped, '--totals')
    expect(kept.lines).toContain('有 3 行是合计，按 --totals 一同导入：')
    expect(kept.rows).toHaveLength(kept.data.length + kept.totals.length)
  })

  it('are found among many rows, and the rows about them are all there', async () => {
    const rows: string[] = []
    let [sum, lines] = [0, 1]
    const totals: number[] = []
    for (let day = 0; day < 300; day += 1) {
      let own = 0
      for (let channel = 0; channel < 30; channel += 1) {
        const amount = ((day * 31 + channel * 17) % 997) / 4
        rows.push(`${new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10)},c${channel},${amount}`)
        own += amount
      }
      rows.push(`${new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10)},全部,${own}`)
      lines += 31
      totals.push(lines)
      sum += own
    }
    const found = await imported(`日期,渠道,金额\n${rows.join('\n')}\n,,${sum}`)
    expect(found.lines).toContain('有 301 行是合计，没有导入（要导入它们请加 --totals）：')
    expect(toldLines(found.lines)).toEqual(totals.slice(0, 20))
    expect(found.rows).toHaveLength(9000)
    const imports = found.rows.reduce((all, row) => all + Number(row.split(',')[2]), 0)
    expect(imports).toBeCloseTo(sum, 6)
  })
})

/** Without what the import changes: signs of money, shares as ratios. */
const figures = (row: string): string =>
  row
    .replaceAll('"', '')
    .replaceAll('¥', '')
    .replace(/(\d),(\d{3}\.)/, '$1$2')
    .replace(/(\d)%/, (_, digit) => `.0${digit}`)
    .replace(/,(\d+)\.00?(?=,|$)/g, ',$1')
    .replace(/^(\d+)\.00$/, '$1')
    .replace(',.0', ',0.0')
