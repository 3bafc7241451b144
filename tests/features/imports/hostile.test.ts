// Malicious workbooks: each is refused with a reason, and the server keeps running.
import { utils, write } from '@e965/xlsx'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { readInProcess, readingLimits } from '#server/warehouse/import/reading/process.ts'
import { chance } from '#tests/factories/chance.ts'
import { foreignWords } from '#tests/factories/foreignWords.ts'
import type { Person } from '#tests/factories/house.ts'
import { type Part, zip } from '#tests/factories/zip.ts'
import { discard, type ImportsHouse, makeImportsHouse } from './importsHouse.ts'

let house: ImportsHouse
let person: Person
beforeAll(async () => {
  house = await makeImportsHouse()
  person = await house.importer()
})
afterEach(() => {
  expect(house.left()).toEqual([])
})
afterAll(() => house.dispose())

const book: Part[] = [
  {
    name: 'xl/workbook.xml',
    content: '<workbook xmlns:r="r"><sheets><sheet name="表" sheetId="1" r:id="r1"/></sheets></workbook>',
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
  },
]
const sheetOf = (content: Buffer | string, claims?: number): Part => ({
  name: 'xl/worksheets/sheet1.xml',
  content,
  ...(claims !== undefined && { claims }),
})
const rows = (cells: string) => `<worksheet><sheetData>${cells}</sheetData></worksheet>`
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`

async function problemOf(name: string, content: Buffer): Promise<string | undefined> {
  const id = await house.sendFile(person, name, content)
  const { phase, problem } = await house.read(person, id)
  await discard(person, id)
  expect(phase).toBe('failed')
  return problem?.message
}

const good = utils.book_new()
utils.book_append_sheet(good, utils.aoa_to_sheet([['a'], [1]]), 'x')
const xls = write(good, { type: 'buffer', bookType: 'biff8' }) as Buffer

it.each<[string, Buffer, RegExp]>([
  ['炸弹.xlsx', zip([...book, sheetOf(Buffer.alloc(80 * 1024 * 1024, 0x20))]), /解压后的大小异常/],
  [
    '说谎.xlsx',
    zip([...book, sheetOf(rows(`<row>${text('a'.repeat(500_000))}</row>`), 1000)]),
    /已损坏|无法解压/,
  ],
  [
    '外部实体.xlsx',
    zip([
      ...book,
      sheetOf(`<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${rows(`<row>${text('&e;')}</row>`)}`),
    ]),
    /DOCTYPE/,
  ],
  ['半个.xlsx', zip([...book, sheetOf(rows('<row><c r="A1">'))]).subarray(0, 300), /已损坏/],
  ['断了的表.xlsx', zip([...book, sheetOf('<worksheet><sheetData><row>')]), /XML 有误/],
  ['不是表.xlsx', zip([{ name: 'a.txt', content: 'x' }]), /没有工作表/],
  ['空表.xlsx', zip([...book, sheetOf(rows(''))]), /没有内容/],
  ['别的压缩.xlsx', zip([...book, { ...sheetOf(rows('')), method: 99 }]), /压缩方式（99）不支持/],
  ['加密.xlsx', zip([...book, { ...sheetOf(rows('')), flags: 1 }]), /有密码/],
  ['深.json', Buffer.from(`[{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}]`), /嵌套过深/],
  ['半句.json', Buffer.from('[{"a": 1},\n {"a": x}]'), /「x」处写法有误/],
  ['半个.xls', xls.subarray(0, 1200), /已损坏|没有内容|没有工作表/],
  ['乱.xls', Buffer.concat([xls.subarray(0, 8), Buffer.alloc(4096, 7)]), /已损坏/],
])('%s is refused', async (name, content, words) => {
  const message = await problemOf(name, content)
  expect(message).toMatch(words)
  expect(message).not.toMatch(/root:|\/tmp\//)
  expect(foreignWords(message ?? '')).toEqual([])
})

/** Each takes a process; the long form has the rest. */
const rounds = process.env.LONG ? 60 : 5
const whole = zip([...book, sheetOf(rows(`<row>${text('a')}</row><row>${text('b')}</row>`))])
const json = Buffer.from(
  JSON.stringify([
    { a: 1, b: 'x' },
    { a: 2, b: '甲' },
  ]),
)
it.each<[string, Buffer]>([
  ['book.xlsx', whole],
  ['old.xls', xls],
  ['rows.json', json],
])('%s with a byte changed or an end cut off is read, or refused in Chinese', async (name, bytes) => {
  const draw = chance()
  for (let round = 0; round < rounds; round += 1) {
    const at = Math.floor(draw() * bytes.length)
    const changed = Buffer.from(bytes)
    changed[at] = Math.floor(draw() * 256)
    const id = await house.sendFile(person, name, round % 3 === 0 ? changed.subarray(0, at + 1) : changed)
    const { problem } = await house.read(person, id)
    await discard(person, id)
    expect(foreignWords(problem?.message ?? '')).toEqual([])
  }
})

it('formulas and what looks like one stay text, numbers beyond doubles are theirs', async () => {
  const cells = `<row>${text('名称')}${text('数')}</row><row><c t="str"><f>1+1</f><v>=cmd|calc</v></c><c><v>82.739999999999995</v></c></row>`
  const id = await house.sendFile(person, '公式.xlsx', zip([...book, sheetOf(rows(cells))]))
  expect(await house.read(person, id)).toMatchObject({ phase: 'ready' })
  expect((await house.show(person, id)).sample).toEqual([['=cmd|calc', '82.74']])
  await discard(person, id)
})

it('a process that takes too much memory or time is ended, and says which', async () => {
  const id = await house.sendFile(person, '大.csv', `a,b\n${'1,2\n'.repeat(200_000)}`)
  await house.read(person, id)
  const folder = `${house.dataDir}/uploads/${id}`
  const source = { path: `${folder}/source`, name: '大.csv', kind: 'csv', size: 800_004 } as const
  const order = { kind: 'inspect', source, folder, zone: 'Asia/Shanghai', sheet: null, head: null } as const
  const limited = (limits: Partial<typeof readingLimits>) =>
    readInProcess(order, { limits: { ...readingLimits, ...limits } })
  await expect(limited({ timeMs: 50 })).rejects.toThrow('超时')
  await expect(limited({ residentMiB: 40 })).rejects.toThrow('内存超出上限')
  await discard(person, id)
})
