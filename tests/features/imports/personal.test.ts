// Columns of a file that look like personal data: told as soon as it is read, and marked with the table.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '#tests/factories/house.ts'
import { querySql } from '#features/code/contract.ts'
import { markPersonal, personalTable } from '#features/config/contract.ts'
import type { LoadRequestBody, ShownImport } from '#features/imports/contract.ts'
import { type ImportsHouse, makeImportsHouse } from './importsHouse.ts'

let house: ImportsHouse
let importer: Person
let writer: Person
let holder: Person
beforeAll(async () => {
  house = await makeImportsHouse()
  importer = await house.importer()
  writer = await house.person({ keys: ['search_sqlQuery'] })
  holder = await house.person({ keys: ['search_sqlQuery', 'search_config', 'see_personal'] })
})
afterAll(() => house.dispose())

const file = [
  '日期,联系方式,设备号,充值,订单号',
  ...[1, 2, 3, 4, 5].map((day) => `2026-10-0${day},1380013800${day},dev-${day},${day * 10},8860000000${day}`),
].join('\n')

let files = 0
const opened = async (by = importer) => {
  files += 1
  const id = await house.sendFile(by, `玩家${files}.csv`, file)
  expect((await house.read(by, id)).phase).toBe('ready')
  return id
}
const as =
  (table: string, found: ShownImport, isMarked: boolean, change: Partial<LoadRequestBody> = {}) =>
  (body: LoadRequestBody): LoadRequestBody => ({
    ...body,
    table,
    columns: body.columns.map((column, at) => {
      const kind = found.columns[at]?.personal?.kind
      return isMarked && kind ? { ...column, personal: kind } : column
    }),
    ...change,
  })
const cells = async (person: Person, table: string) => {
  const sql = `select "联系方式", "设备号" from ${table} order by 1 limit 1`
  const { data } = await person.call<{ data: unknown[][] }>(querySql, { body: { sql } })
  return data.data.map(([cell]) => cell)
}

it('are told with the reason, by values and by name, and only those', async () => {
  const found = await house.show(importer, await opened())
  expect(found.columns.map(({ name, personal }) => [name, personal])).toEqual([
    ['日期', null],
    ['联系方式', { kind: 'phone', reason: '看了 5 个值，5 个像手机号' }],
    ['设备号', { kind: 'device', reason: '列名像设备号' }],
    ['充值', null],
    ['订单号', null],
  ])
})

it('are masked from the first read of the table on, where that is chosen, and audited', async () => {
  const id = await opened()
  const found = await house.show(importer, id)
  expect((await house.load(importer, id, as('marked', found, true))).phase).toBe('done')
  const [phone, device] = await cells(writer, 'marked')
  expect([phone, device]).toEqual(['138****8001', expect.stringMatching(/^#[0-9a-f]{20}$/)])
  expect(await cells(holder, 'marked')).toEqual([expect.anything(), 'dev-1'])
  const { action, detail } = await house.deps.metadata.db
    .selectFrom('audit')
    .select(['action', 'detail'])
    .where('action', '=', 'table.personal')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect([action, detail]).toEqual([action, expect.stringContaining('设备号：不是个人信息 → 设备号')])
})

it('stay as they are where nobody chose it, and keep a mark that they have', async () => {
  const by = await house.importer()
  const first = await opened(by)
  const found = await house.show(by, first)
  expect((await house.load(by, first, as('plain', found, false))).phase).toBe('done')
  expect(await cells(writer, 'plain')).toEqual([expect.anything(), 'dev-1'])
  const columns = [{ name: '设备号', kind: 'other' }]
  await holder.call(markPersonal, { body: { table: 'plain', columns } })
  const second = await opened(by)
  const change = as('plain', found, true, { replace: true })
  expect((await house.load(by, second, change)).phase).toBe('done')
  const { data } = await holder.call<{ columns: { name: string; kind: string | null }[] }>(personalTable, {
    query: { table: 'plain' },
  })
  expect(data.columns.flatMap(({ name, kind }) => (kind ? [[name, kind]] : []))).toEqual([
    ['联系方式', 'phone'],
    ['设备号', 'other'],
  ])
})

it('are marked by who sees all data alone, because everybody reads the masks', async () => {
  const some = await house.importer(['a'])
  const id = await opened(some)
  const found = await house.show(some, id)
  await expect(house.load(some, id, as('limited', found, true))).rejects.toThrow('需要能看全部数据的账号')
})
