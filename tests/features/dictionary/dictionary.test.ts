// Reading dictionaries: by ids, names and form names, all of them, and the list.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readByCharacter } from '#shared/pinyin.ts'
import type { Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import {
  anaDictListAll,
  anaDictListsByDictId,
  anaDictListsByDictName,
  anaDictListsByFormName,
  type Dictionary,
  type DictionarySummary,
  simplelist,
} from '#features/dictionary/contract.ts'
import { valueNames } from '#features/dictionary/server/index.ts'
import { makeOffice, type Office } from '../statement/office.ts'

describeStores('dictionaries', (store) => {
  let office: Office
  let reader: Person
  beforeAll(async () => {
    office = await makeOffice({ metadata: (await store.make()).metadata })
    reader = await office.person()
    await office.deps.metadata.db
      .insertInto('dictionary')
      .values({
        name: '__proto__',
        form_name: 'empty',
        attributes: '["name"]',
        update_time: '2026-10-01T00:00:00.000Z',
      })
      .execute()
  })
  afterAll(() => office?.dispose())

  const read = async (
    definition: typeof anaDictListsByDictId | typeof anaDictListsByFormName,
    body: unknown,
  ) => (await reader.call<Dictionary[]>(definition, { body })).data

  it('answers whole dictionaries with their rows in order', async () => {
    const [found] = await read(anaDictListsByDictId, [office.dictionary])
    expect(found).toMatchObject({
      id: office.dictionary,
      name: '渠道',
      formName: 'channel',
      attributes: ['代码', '名称'],
    })
    expect(found?.values.map(({ data }) => data)).toEqual([
      ['web', '官网'],
      ['store', '应用商店'],
      ['gold', '=金矿'],
    ])
    expect(found?.values.every(({ dataId }) => dataId > 0)).toBe(true)
    // By which a label is found where it is chosen.
    expect(found?.syllables?.官).toBe('guan')
    expect(readByCharacter('应用商店', (one) => found?.syllables?.[one])).toBe('ying yong shang dian')
  })

  it('finds each once, by any key, and leaves out what does not exist', async () => {
    expect(await read(anaDictListsByDictId, [office.dictionary, office.dictionary, 999])).toHaveLength(1)
    expect((await read(anaDictListsByDictName, ['渠道', '没有'])).map(({ name }) => name)).toEqual(['渠道'])
    expect((await read(anaDictListsByDictName, ['__proto__'])).map(({ values }) => values)).toEqual([[]])
    expect((await read(anaDictListsByFormName, ['channel'])).map(({ name }) => name)).toEqual(['渠道'])
    expect(await read(anaDictListsByFormName, [])).toEqual([])
    expect(await read(anaDictListsByDictName, ["' or 1=1 --"])).toEqual([])
  })

  it('lists names with sizes and readings, and everything at once', async () => {
    const { data } = await reader.call<DictionarySummary[]>(simplelist)
    expect(data.map(({ name, rowCount, pinyin }) => [name, rowCount, pinyin])).toEqual([
      ['渠道', 3, 'qu/ju dao'],
      ['__proto__', 0, ''],
    ])
    expect(JSON.stringify(data)).not.toContain('官网')
    expect((await reader.call<Dictionary[]>(anaDictListAll)).data).toHaveLength(2)
  })

  it('leaves out what is of games that the reader has not', async () => {
    const { db } = office.deps.metadata
    const add = async (name: string, formName: string, attributes: string[], rows: string[][]) => {
      const { id } = await db
        .insertInto('dictionary')
        .values({
          name,
          form_name: formName,
          attributes: JSON.stringify(attributes),
          update_time: '2026-10-01',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const values = rows.map((data, position) => ({
        dict_id: id,
        data: JSON.stringify(data),
        code: data[0] ?? '',
        position,
      }))
      await db.insertInto('dictionary_data').values(values).execute()
      return id
    }
    const ids = [
      await add(
        '游戏',
        'game',
        ['代码', '名称'],
        [
          ['own', '本游戏'],
          ['other', '别的游戏'],
        ],
      ),
      await add(
        '区服',
        'server',
        ['编号', '名称', '游戏'],
        [
          ['1', '一服', 'own'],
          ['2', '密服', 'other'],
          ['3', '公服', ''],
        ],
      ),
    ]
    const labels = async (person: Person) =>
      (await person.call<Dictionary[]>(anaDictListsByDictId, { body: ids })).data.map(({ values }) =>
        values.map(({ data }) => data[1]),
      )
    expect(await labels(await office.person({ games: ['own'] }))).toEqual([['本游戏'], ['一服', '公服']])
    expect(await labels(await office.person({ games: [] }))).toEqual([[], ['公服']])
    expect(await labels(await office.person({ games: 'all' }))).toEqual([
      ['本游戏', '别的游戏'],
      ['一服', '密服', '公服'],
    ])
    const dimensions = [{ id: 7, types: 'string', info: { dictId: ids[1] ?? 0 } }]
    const values = ['1', '2', '3', 'x'].map((value) => [7, value] as const)
    const nameOf = await valueNames(db, dimensions, { values, games: ['own'] })
    expect(values.map(([dim, value]) => nameOf(value, dim))).toEqual(['一服', '2', '公服', 'x'])
    const counts = async (games: string[] | 'all') => {
      const { data } = await (await office.person({ games })).call<DictionarySummary[]>(simplelist)
      return data.filter(({ id }) => ids.includes(id)).map(({ rowCount }) => rowCount)
    }
    expect([await counts(['own']), await counts([]), await counts('all')]).toEqual([
      [1, 2],
      [0, 1],
      [2, 3],
    ])
    const all = await (await office.person({ games: ['own'] })).call<Dictionary[]>(anaDictListAll)
    expect(JSON.stringify(all.data)).not.toContain('密服')
  })

  it('refuses what is no list of ids', async () => {
    for (const body of [{}, ['x'], [1.5], null, Array.from({ length: 1001 }, () => 1)]) {
      expect((await reader.call(anaDictListsByDictId, { body })).status).toBe(400)
    }
  })
})
