// Rows of uploaded files that join a table of an earlier import: with rights, games, audit and what readers see.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readManifest, warehouseFolder } from '#server/warehouse/snapshot/manifest.ts'
import type { Person } from '#tests/factories/house.ts'
import type { ImportAddition, LoadRequestBody } from '#features/imports/contract.ts'
import { discard, type ImportsHouse, makeImportsHouse } from './importsHouse.ts'

let house: ImportsHouse
let person: Person
beforeAll(async () => {
  house = await makeImportsHouse()
  person = await house.importer()
})
afterAll(() => house.dispose())

async function load(by: Person, content: string, change: (body: LoadRequestBody) => LoadRequestBody) {
  const id = await house.sendFile(by, '行.csv', content)
  await house.read(by, id)
  const state = await house.load(by, id, change)
  await discard(by, id)
  return state
}

const joins =
  (table: string, addition: Partial<ImportAddition> = {}) =>
  (body: LoadRequestBody): LoadRequestBody => ({
    ...body,
    table,
    addition: { by: 'rows', keys: [], again: false, ...addition },
  })

const tableOf = async (name: string) =>
  (await readManifest(warehouseFolder(house.dataDir))).tables.find((table) => table.name === name)

it('join a table by its own types, and lead to its view', async () => {
  const begun = await load(person, 'day,code,n\n2026-01-01,007,1\n2026-01-02,008,2\n', (body) => ({
    ...body,
    table: 'codes',
    // To a person who corrects the columns, these are codes.
    columns: body.columns.map((column) => (column.name === 'code' ? { ...column, kind: 'VARCHAR' } : column)),
  }))
  const view = begun.done?.viewMetaId
  const more = 'code,n,day\n7,3,2026-01-02\n9,4,2026-01-03\n'
  const added = await load(person, more, joins('codes', { by: 'days' }))
  expect(added.problem).toBeNull()
  expect(added.done).toEqual({
    viewMetaId: view,
    table: 'codes',
    rows: 2,
    notes: ['载入 2 行，替换了原有的 1 行，「codes」现有 3 行'],
  })
  expect((await tableOf('codes'))?.rowCount).toBe(3)
  const again = await load(person, more, joins('codes'))
  expect(again.problem?.message).toMatch(/内容已经载入过数据表「codes」（行\.csv，2 行），没有再次载入/)
  expect((await load(person, more, joins('codes', { again: true }))).done?.rows).toBe(2)
  const audit = house.deps.metadata.db
    .selectFrom('audit')
    .select(['user_id', 'detail'])
    .where('action', '=', 'table.append')
  const [first, second] = await audit.orderBy('id').execute()
  expect([first?.user_id, JSON.parse(first?.detail ?? '')]).toEqual([
    person.id,
    { table: 'codes', source: '行.csv', rows: 2, rows_replaced: 1 },
  ])
  expect(second).toBeDefined()
})

it('replace no day by a stray row of it: a year that was mistyped', async () => {
  const year = (day: string, rows: number) =>
    Array.from({ length: rows }, (_, at) => `${day},${at}\n`).join('')
  const began = `day,n\n${year('2025-01-05', 50)}${year('2026-01-04', 50)}`
  await load(person, began, (body) => ({ ...body, table: 'strays' }))
  const before = await tableOf('strays')
  const wrong = `day,n\n${year('2026-01-05', 49)}2025-01-05,7\n`
  const refused = await load(person, wrong, joins('strays', { by: 'days' }))
  expect(refused.problem?.message).toContain('有 1 天离其余各天很远')
  expect(refused.problem?.message).toContain('2025-01-05：文件里 1 行，表里 50 行，离最近的一天 365 天')
  expect(await tableOf('strays')).toEqual(before)
  // A day that is corrected by itself, whole days of last year, and days that are new.
  const corrected = `day,n\n2025-01-05,7\n`
  expect((await load(person, corrected, joins('strays', { by: 'days' }))).problem).toBeNull()
  const whole = `day,n\n2026-01-06,1\n${year('2025-01-05', 3)}2024-01-01,1\n`
  expect((await load(person, whole, joins('strays', { by: 'days' }))).problem).toBeNull()
  expect((await tableOf('strays'))?.rowCount).toBe(50 + 3 + 1 + 1)
})

it('are refused where the file, the way or the table is wrong, and nothing changes', async () => {
  await load(person, 'day,n\n2026-01-01,1\n', (body) => ({ ...body, table: 'wrong' }))
  const before = JSON.stringify(await tableOf('wrong'))
  const refused = async (content: string, change: (body: LoadRequestBody) => LoadRequestBody) => {
    const said = await load(person, content, change).then(
      ({ problem }) => problem?.message,
      (error: Error) => error.message,
    )
    expect(JSON.stringify(await tableOf('wrong'))).toBe(before)
    return said
  }
  expect(await refused('day,m\n2026-01-02,1\n', joins('wrong'))).toContain('少了列：n；多了列：m')
  expect(await refused('day,n\n2026-01-02,1.5\n', joins('wrong'))).toMatch(
    /列「n」应为整数，有 1 个值不是：「1\.5/,
  )
  expect(await refused('day,n\n2026-01-02,1\n', joins('wrong', { by: 'keys' }))).toContain(
    '请指明按哪些列更新',
  )
  expect(await refused('day,n\n2026-01-02,1\n', joins('none'))).toContain('没有数据表「none」')
  const both = (body: LoadRequestBody) => ({ ...joins('wrong')(body), replace: true })
  expect(await refused('day,n\n2026-01-02,1\n', both)).toContain('追加和替换只能选一个')
})

it('are limited to the games that one sees, those written and those replaced', async () => {
  await load(person, 'cgi,day,n\na,2026-01-01,1\nb,2026-01-01,2\n', (body) => ({
    ...body,
    table: 'played',
    columns: body.columns.map((column) => (column.name === 'cgi' ? { ...column, role: 'game' } : column)),
  }))
  const limited = await house.importer(['a'])
  const own = 'cgi,day,n\na,2026-01-01,5\n'
  const asGame = (change: (body: LoadRequestBody) => LoadRequestBody) => change
  const foreign = await load(limited, 'cgi,day,n\nb,2026-01-02,5\n', asGame(joins('played')))
  expect(foreign.problem?.message).toContain('你看不到的游戏：b')
  const replacing = await load(limited, own, joins('played', { by: 'keys', keys: ['day'] }))
  expect(replacing.problem?.message).toContain('有你看不到的游戏的行会被替换')
  // The day's rows of other games stay.
  const done = await load(limited, own, joins('played', { by: 'days' }))
  expect(done.done?.notes).toEqual(['载入 1 行，替换了原有的 1 行，「played」现有 2 行'])
})
