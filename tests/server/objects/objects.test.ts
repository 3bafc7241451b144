// Objects on both stores: unique names, concurrent edits, deletion and its undo, history, and hidden information.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Metadata } from '#server/metadata/open.ts'
import { addObject, addObjects, changeObject, type NewObject } from '#server/objects/changing.ts'
import { deleteObjects, purgeDeleted, restoreObjects } from '#server/objects/deleting.ts'
import { readHistory } from '#server/objects/history.ts'
import { readObject } from '#server/objects/reading.ts'
import { cleanLine, cleanName, cleanText, nameKey } from '#server/objects/texts.ts'
import type { Caller } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import { describeStores } from '#tests/factories/stores.ts'
import { type EventDefinition, events } from '#features/lists/server/objectKinds.ts'
import { createUser, upsertRole } from '#features/session/server/index.ts'

const event = (given: Partial<NewObject<EventDefinition>> = {}): NewObject<EventDefinition> => ({
  code: 'login',
  name: '登录',
  category: '',
  games: '["a"]',
  params: '[]',
  describe: '',
  state: 'active',
  ...given,
})

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )

describeStores('objects', (store) => {
  let metadata: Metadata
  let ann: Caller
  let ben: Caller
  beforeAll(async () => {
    metadata = await store.open()
    const { db } = metadata
    const roleId = await upsertRole(db, 'anybody', {})
    const person = async (username: string, games: Caller['games']): Promise<Caller> => {
      const email = `${username}@example.com`
      const id = await createUser(db, { email, username, passwordHash: 'none', roleId, games })
      return { id, games, rules: [], authorityInfo: {} }
    }
    ann = await person('ann', 'all')
    ben = await person('ben', ['a'])
  })
  const add = (given: Partial<NewObject<EventDefinition>>, by = ann) =>
    metadata.transaction((db) => addObject(db, events, by, event(given)))
  const change = (id: number, values: Partial<NewObject<EventDefinition>>, more = {}, by = ann) =>
    metadata.transaction((db) =>
      changeObject(db, events, by, { id, values, ...more }, ({ name }) => ({ name })),
    )

  it('hold their names alone, whatever case and width they are typed in, while they live', async () => {
    const { id } = await add({ code: 'Level_Up' })
    expect(await codeOf(add({ code: 'ｌevel_up' }))).toBe('name_taken')
    await add({ code: 'level_up', games: '["b"]' })
    await metadata.transaction((db) => deleteObjects(db, events, ann, [id]))
    const { id: second } = await add({ code: 'level_up' })
    const restored = metadata.transaction((db) => restoreObjects(db, events, ann, [id]))
    expect(await codeOf(restored)).toBe('name_taken')
    await change(second, { code: 'level_up_2' })
    await metadata.transaction((db) => restoreObjects(db, events, ann, [id]))
    expect((await readObject(metadata.db, events, ann, id)).code).toBe('Level_Up')
  })

  it('let one of two through that take one name at once', async () => {
    const both = await Promise.all([codeOf(add({ code: 'race' })), codeOf(add({ code: 'RACE' }))])
    expect(both.sort()).toEqual(['done', 'name_taken'])
  })

  it('tell the second of two editors what the first has saved, and by whom', async () => {
    const { id, revision } = await add({ code: 'two' })
    await change(id, { name: '先' }, { revision }, ben)
    const late = await change(id, { name: '后' }, { revision }).catch((error: unknown) => error)
    expect(late).toMatchObject({ code: 'object_conflict', data: { present: { name: '先' }, by: 'ben' } })
    expect((await change(id, { name: '先' }, { revision })).name).toBe('先')
    expect((await change(id, { name: '后' }, { revision, overwrite: true })).revision).toBe(revision + 2)
    const row = await readObject(metadata.db, events, ann, id)
    const outcomes = await Promise.all(
      ['甲', '乙'].map((name) => codeOf(change(id, { name }, { revision: row.revision }))),
    )
    expect(outcomes.sort()).toEqual(['done', 'object_conflict'])
  })

  it('are not there for those who may not see them, and stay as they are for those who may do no more', async () => {
    const foreign = await add({ code: 'foreign', games: '["b"]' })
    const shared = await add({ code: 'shared', games: '["a","b"]' })
    for (const id of [foreign.id, 9_999_999, -1, 2 ** 40, 1.5]) {
      expect(await codeOf(change(id, { name: 'x' }, {}, ben))).toBe('object_missing')
      expect(await codeOf(readHistory(metadata.db, events, ben, id))).toBe('object_missing')
      const deleted = metadata.transaction((db) => deleteObjects(db, events, ben, [id]))
      expect(await codeOf(deleted)).toBe('object_missing')
    }
    expect(await codeOf(change(shared.id, { name: 'x' }, {}, ben))).toBe('permission_missing')
    const own = await add({ code: 'own' }, ben)
    expect(await codeOf(change(own.id, { games: '["b"]' }, {}, ben))).toBe('permission_missing')
    const some = metadata.transaction((db) => deleteObjects(db, events, ben, [own.id, foreign.id]))
    expect(await codeOf(some)).toBe('object_missing')
    expect((await readObject(metadata.db, events, ben, own.id)).deleted_at).toBeNull()
  })

  it('tell in their history who changed what, newest first, and in the audit that it was done', async () => {
    const { id } = await add({ code: 'told' })
    await change(id, { name: '登陆', state: 'retired' }, {}, ben)
    await metadata.transaction((db) => deleteObjects(db, events, ann, [id]))
    await metadata.transaction((db) => restoreObjects(db, events, ann, [id]))
    const told = await readHistory(metadata.db, events, ann, id)
    expect(told.map(({ by, action }) => [by, action])).toEqual([
      ['ann', 'restore'],
      ['ann', 'delete'],
      ['ben', 'change'],
      ['ann', 'add'],
    ])
    expect(told[2]?.changes).toEqual([
      { field: 'name', title: '名称', from: '登录', to: '登陆' },
      { field: 'state', title: '状态', from: '使用中', to: '已停用' },
    ])
    const rows = await metadata.db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(4).execute()
    expect(rows.map(({ action }) => action)).toEqual([
      'eventList.restore',
      'eventList.delete',
      'eventList.change',
      'eventList.add',
    ])
  })

  it('come many at once, with one row of the audit', async () => {
    const many = Array.from({ length: 2_500 }, (_, index) => event({ code: `many ${index}` }))
    await metadata.transaction((db) => addObjects(db, { ...events, names: undefined }, ann, many, {}))
    const { count } = await metadata.db
      .selectFrom('event_definition')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('code', 'like', 'many %')
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(2_500)
    const row = await metadata.db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirst()
    expect(row).toMatchObject({ action: 'eventList.addMany', detail: '{"count":2500}' })
  })

  it('are given up when they were deleted long ago, with their history', async () => {
    const [old, late, live] = [
      await add({ code: 'old' }),
      await add({ code: 'late' }),
      await add({ code: 'live' }),
    ]
    await metadata.transaction((db) => deleteObjects(db, events, ann, [old.id, late.id]))
    const before = '2020-02-02T00:00:00.000Z'
    await metadata.db
      .updateTable('event_definition')
      .set({ deleted_at: '2020-01-01T00:00:00.000Z' })
      .where('id', '=', old.id)
      .execute()
    expect(await purgeDeleted(metadata.db, events, before)).toBe(1)
    const rows = await metadata.db
      .selectFrom('event_definition')
      .select('code')
      .where('id', 'in', [old.id, late.id, live.id])
      .orderBy('code')
      .execute()
    expect(rows.map(({ code }) => code)).toEqual(['late', 'live'])
    const noted = await metadata.db
      .selectFrom('object_change')
      .select('id')
      .where('object_id', '=', String(old.id))
      .execute()
    expect(noted).toEqual([])
  })
})

describe('texts of objects', () => {
  it('are trimmed, and refused in Chinese', () => {
    expect(cleanName('  云海 仙途 ')).toBe('云海 仙途')
    expect(cleanLine(' \u200b ', '原因', 5)).toBe('')
    expect(cleanText('一\n二\t', '备注', 5)).toBe('一\n二')
    expect(() => cleanName(' \u200b')).toThrow('名称不能为空')
    expect(() => cleanName('😀'.repeat(101))).toThrow('名称最多 100 个字')
    expect(cleanName('😀'.repeat(100))).toHaveLength(200)
    expect(() => cleanName('一\n二')).toThrow('名称不能含换行等控制字符')
    expect(() => cleanText('\u0007', '备注', 5)).toThrow('备注不能含控制字符')
    expect(cleanName('\ud800x')).toBe('\ufffdx')
  })

  it('are one name without regard to case and width', () => {
    expect(nameKey('ＡＢｃ１')).toBe(nameKey('abC1'))
    expect(nameKey('云海')).not.toBe(nameKey('云'))
  })
})
