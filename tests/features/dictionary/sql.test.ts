// Dictionaries in SQL: `dict.<form name>` is a table of exactly the rows that its reader may see.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { GameScope } from '#semantic/model/types.ts'
import type { Person } from '#tests/factories/house.ts'
import { queryLight } from '#features/code/contract.ts'
import { addOrUpdateDict, type SavedDictionary } from '#features/dictionary/contract.ts'
import { type ListsHouse, makeListsHouse } from '../lists/listsHouse.ts'

let house: ListsHouse
let editor: Person
let dictionary: SavedDictionary

beforeAll(async () => {
  house = await makeListsHouse(null)
  editor = await house.person({ keys: ['manage_dictionary', 'search_sqlQuery'] })
  const rows = [
    ['draw', '抽卡', 'a'],
    ['draw', 'canary-b', 'b'],
    ['login', '=1+1', ''],
  ]
  const values = rows.map((data) => ({ dataId: -1, data }))
  const body = { name: '事件', formName: 'event', attributes: ['代码', '名称', '游戏'], values }
  dictionary = (await editor.call<SavedDictionary>(addOrUpdateDict, { body })).data
})
afterAll(() => house?.dispose())

const ask = async (sql: string, who = editor) => {
  const { envelope, text } = await who.call(queryLight, { body: { sql } })
  const { data, msg, isSuccess } = envelope as {
    data: { data: unknown[][] }
    msg: string
    isSuccess: boolean
  }
  return { columns: isSuccess ? data.data : null, msg, text }
}
const limited = (games: GameScope) => house.person({ keys: ['search_sqlQuery'], games })

it('is joined like any table', async () => {
  const sql = `select d."名称", count(*) as n from happening h
    join dict.event d on d."代码" = h.event_name and (d."游戏" = h.cgi or d."游戏" = '') group by 1 order by 1`
  expect((await ask(sql)).columns).toEqual([
    ['=1+1', 'canary-b', '抽卡'],
    [2, 1, 3],
  ])
  expect((await ask('with x as (from DICT."event") select count(*) from x')).columns).toEqual([[3]])
})

it('shows rows of the reader’s games alone, whatever is asked', async () => {
  const who = await limited(['a'])
  for (const sql of [
    'from dict.event order by all',
    'select list("名称") from dict.event',
    `select "名称"::integer from dict.event where "游戏" = 'b'`,
    'summarize dict.event',
    'from memory.dict.event',
  ]) {
    const { text } = await ask(sql, who)
    expect(text, sql).not.toContain('canary-b')
  }
  expect((await ask('select count(*) from dict.event', who)).columns).toEqual([[2]])
  expect((await ask('select count(*) from dict.event', await limited([]))).columns).toEqual([[1]])
})

it('is new with each change, also where equal statements are answered from memory', async () => {
  const sql = `select max("名称") from dict.event where "代码" = 'draw' and "游戏" = 'a'`
  expect((await ask(sql)).columns).toEqual([['抽卡']])
  const { id, name, attributes, added } = dictionary
  const values = [{ dataId: added[0], data: ['draw', '十连', 'a'] }]
  await editor.call(addOrUpdateDict, { body: { id, name, attributes, values } })
  expect((await ask(sql)).columns).toEqual([['十连']])
})

it('names no table that is none', async () => {
  expect((await ask('from dict.nothing')).msg).toContain('找不到字典 dict.nothing')
  expect((await ask('from dict.dictionary_data')).columns).toBeNull()
})
