// The tables that a user may query: whose tables, derived information, and what row counts reveal.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GameScope } from '#semantic/model/types.ts'
import { type CatalogTable, getOdpsTables } from '#features/code/contract.ts'
import { makeOffice, type Office } from '../statement/office.ts'

let office: Office
beforeAll(async () => {
  office = await makeOffice({
    extraSql: [
      "COMMENT ON COLUMN visit.minutes IS '时长'",
      'CREATE TABLE loose(CGI VARCHAR, what VARCHAR)',
      "INSERT INTO loose VALUES ('a', 'x'), ('b', 'y')",
      'CREATE TABLE nobody(what VARCHAR)',
    ],
  })
})
afterAll(() => office.dispose())

async function catalog(games: GameScope): Promise<CatalogTable[]> {
  const person = await office.person({ keys: ['search_sqlQuery'], games })
  return (await person.call<CatalogTable[]>(getOdpsTables)).data
}
const named = (tables: CatalogTable[], name: string) => tables.find((table) => table.name === name)
const names = (tables: CatalogTable[]) => tables.map(({ name }) => name).sort()

describe('to users of all games', () => {
  it('shows every published table', async () => {
    const published = office.deps.warehouse.tables().map(({ name }) => name)
    expect(names(await catalog('all'))).toEqual([...published].sort())
  })

  it('says what a table and its columns are', async () => {
    const visit = named(await catalog('all'), 'visit')
    expect(visit).toMatchObject({ comment: '访问', pinyin: 'fang wen', kind: 'fact', rowCount: 7 })
    const column = (name: string) => visit?.columns.find((found) => found.name === name)
    expect(column('minutes')).toMatchObject({ type: 'INTEGER', comment: '时长', points: ['在线时长'] })
    expect(column('day')?.dimensions).toEqual(['日期'])
    expect(column('cgi')?.dimensions).toContain('游戏')
    expect(column('channel')?.dimensions).toContain('渠道')
  })

  it('groups tables by what reports make of them', async () => {
    const tables = await catalog('all')
    const kinds = ['orders', 'channels', 'letters'].map((name) => named(tables, name)?.kind)
    expect(kinds).toEqual(['fact', 'dimension', 'other'])
  })
})

describe('to users of some games', () => {
  it('leaves out what nobody declared, unless a column says the game', async () => {
    const tables = await catalog(['a'])
    expect(names(tables)).toEqual(['channels', 'loose', 'orders', 'visit'])
  })

  it('counts rows of the user’s games alone', async () => {
    const [one, both, none] = [await catalog(['a']), await catalog(['a', 'b']), await catalog([])]
    expect([one, both, none].map((tables) => named(tables, 'visit')?.rowCount)).toEqual([5, 7, 0])
    expect(named(one, 'loose')?.rowCount).toBe(1)
    expect(named(one, 'channels')?.rowCount).toBe(2)
  })
})

it('follows a publication', async () => {
  await catalog('all')
  await office.warehouse.publish(['CREATE TABLE later(x INTEGER)'])
  await expect.poll(async () => names(await catalog('all')), { timeout: 25_000 }).toContain('later')
})
