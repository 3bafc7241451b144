// Files whose rows join a table of an earlier import: what the table has then, and refusals that change nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UsageProblem } from '#server/process/terminal.ts'
import { readImport } from '#server/warehouse/import/arguments.ts'
import { takeTableBack } from '#server/warehouse/import/takingBack.ts'
import { mergeParts } from '#server/warehouse/merging.ts'
import { AppError } from '#shared/errors.ts'
import { type ImportHouse, makeImportHouse } from '#tests/factories/imports.ts'
import { reportProposer } from '#features/config/server/index.ts'

let house: ImportHouse
beforeAll(async () => {
  house = await makeImportHouse()
})
afterAll(() => house.dispose())

let number = 0
const first = 'day,cgi,code,amount\n2026-01-01,yhxt,007,1.50\n2026-01-02,yhxt,008,2\n2026-01-02,fhsg,009,3\n'

/** A table of the given content, under a name of its own. */
async function begun(content = first, ...args: string[]) {
  number += 1
  const table = `added${number}`
  await house.run([await house.file(`${table}.csv`, content), '--table', table, ...args])
  const add = async (text: string | Buffer, ...more: string[]) => {
    number += 1
    const { lines } = await house.run([await house.file(`${number}.csv`, text), '--table', table, ...more])
    return lines
  }
  const rows = () => house.rows(table, 'ORDER BY ALL')
  /** The refusal's sentence, once it is certain that nothing changed. */
  const refused = async (text: string, ...more: string[]) => {
    const before = await house.state()
    const error = await add(text, ...more).then(
      () => null,
      (failure: unknown) => failure,
    )
    expect(error).toBeInstanceOf(AppError)
    expect(await house.state()).toEqual(before)
    return (error as AppError).message
  }
  return { table, add, rows, refused }
}

describe('a file', () => {
  it('adds its rows, whatever the order of its columns, and codes stay codes', async () => {
    const { table, add, rows } = await begun()
    const lines = await add('amount,code,cgi,day\n4,010,yhxt,2026-01-03\n', '--append')
    expect(lines[0]).toMatch(/^已将 \d+\.csv 的 1 行载入数据表「added\d+」，现有 4 行$/)
    expect(await rows()).toEqual([
      ['2026-01-01', 'yhxt', '007', 1.5],
      ['2026-01-02', 'fhsg', '009', 3],
      ['2026-01-02', 'yhxt', '008', 2],
      ['2026-01-03', 'yhxt', '010', 4],
    ])
    const { rowCount, loads, added } = await house.published(table)
    expect([rowCount, loads?.map((load) => load.rows), added?.length]).toEqual([4, [3, 1], 1])
  })

  it('replaces the days that it has, of the games that it has', async () => {
    const { add, rows } = await begun()
    const lines = await add('day,cgi,code,amount\n2026-01-02,yhxt,020,9\n2026-01-04,yhxt,021,8\n', '--by-day')
    expect(lines[0]).toContain('替换了原有的 1 行，现有 4 行')
    expect((await rows()).map(([day, cgi, code]) => `${day} ${cgi} ${code}`)).toEqual([
      '2026-01-01 yhxt 007',
      '2026-01-02 fhsg 009',
      '2026-01-02 yhxt 020',
      '2026-01-04 yhxt 021',
    ])
  })

  it('replaces rows of the same key, also those that were added, before and after merging', async () => {
    const { add, rows } = await begun()
    await add('day,cgi,code,amount\n2026-01-05,yhxt,007,70\n2026-01-05,yhxt,011,11\n', '--key', 'code')
    await add('day,cgi,code,amount\n2026-01-06,yhxt,011,12\n', '--key', 'CODE , cgi')
    const expected = [
      ['2026-01-02', 'fhsg', '009', 3],
      ['2026-01-02', 'yhxt', '008', 2],
      ['2026-01-05', 'yhxt', '007', 70],
      ['2026-01-06', 'yhxt', '011', 12],
    ]
    expect(await rows()).toEqual(expected)
    await mergeParts(house.dataDir)
    expect(await rows()).toEqual(expected)
  })

  it('is taken back whole, also after its parts were merged', async () => {
    const { table, add, rows } = await begun()
    const before = await rows()
    await add('day,cgi,code,amount\n2026-01-02,yhxt,030,5\n', '--by-day')
    await mergeParts(house.dataDir)
    const after = await rows()
    const back = () =>
      takeTableBack({
        table,
        dataDir: house.dataDir,
        clock: house.clock,
        metadata: house.metadata,
        proposer: reportProposer,
      })
    await back()
    expect(await rows()).toEqual(before)
    await back()
    expect(await rows()).toEqual(after)
  })

  it('of the same content is loaded once, unless it is asked for', async () => {
    const { add, rows, refused } = await begun()
    const more = 'day,cgi,code,amount\n2026-01-03,yhxt,010,4\n'
    await add(more, '--append')
    expect(await refused(more, '--append')).toMatch(
      /内容已经载入过数据表「added\d+」（\d+\.csv，1 行），没有再次载入；要再次载入请加 --again/,
    )
    expect(await refused(first, '--by-day')).toContain('内容已经载入过')
    await mergeParts(house.dataDir)
    expect(await refused(more, '--append')).toContain('内容已经载入过')
    await add(more, '--append', '--again')
    expect(await rows()).toHaveLength(5)
  })
})

describe('is refused, and nothing changes', () => {
  it('where columns are missing or new', async () => {
    const { refused } = await begun()
    expect(await refused('day,cgi,code,price\n2026-01-03,yhxt,010,4\n', '--append')).toContain(
      '的列与数据表「',
    )
    expect(await refused('day,cgi,code,price\n2026-01-03,yhxt,010,4\n', '--append')).toContain(
      '少了列：amount；多了列：price',
    )
  })

  it('where a value would change in the column of the table', async () => {
    const { refused } = await begun()
    expect(await refused('day,cgi,code,amount\n2026-01-03,yhxt,010,4.125\n', '--append')).toMatch(
      /列「amount」应为.*有 1 个值不是：「4\.125」/s,
    )
    expect(await refused('day,cgi,code,amount\n昨天,yhxt,010,4\n', '--append')).toMatch(
      /列「day」应为.*「昨天」/s,
    )
  })

  it('where the same key stands twice in the file', async () => {
    const { refused } = await begun()
    const twice = 'day,cgi,code,amount\n2026-01-03,yhxt,010,4\n2026-01-03,yhxt,010,5\n'
    expect(await refused(twice, '--key', 'code')).toContain('文件里有 1 个键不止一行（「010」2 行）')
    const missing = 'day,cgi,code,amount\n2026-01-03,yhxt,,4\n2026-01-03,yhxt,,5\n'
    expect(await refused(missing, '--key', 'cgi,code')).toContain('（「yhxt，–」2 行）')
  })

  it('where the key, the date column or the table is none', async () => {
    const { refused } = await begun()
    expect(await refused(first, '--key', 'nothing', '--again')).toContain('没有列「nothing」')
    const undated = await begun('code,amount\na,1\nb,2\n')
    expect(await undated.refused('code,amount\nc,3\n', '--by-day')).toContain('没有日期列，不能按日替换')
    const path = await house.file('none.csv', first)
    await expect(house.run([path, '--table', 'nowhere', '--append'])).rejects.toThrow('没有数据表「nowhere」')
    await expect(house.run([path, '--table', 'login_day', '--append'])).rejects.toThrow('不是由导入建立的')
  })

  it('where two ways are chosen at once', () => {
    for (const args of [
      ['--append', '--by-day'],
      ['--replace', '--key', 'a'],
      ['--again'],
      ['--replace', '--again'],
    ])
      expect(() => readImport(['a.csv', ...args])).toThrow(UsageProblem)
  })
})
