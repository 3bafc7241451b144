// The black and the white list through the calls, on both stores: saving, pasting, finding, deleting and restoring
// within the caller's games, and the rules that find entries of the black list.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import * as calls from '#features/lists/contract.ts'
import { dayFromToday, type ListsHouse, makeListsHouse, today } from './listsHouse.ts'

const lists = { black: calls.blackEntryCalls, white: calls.whiteEntryCalls }

describeStores('the lists', (store) => {
  let house: ListsHouse
  let all: Person
  let some: Person
  beforeAll(async () => {
    house = await makeListsHouse(store)
    all = await house.editor()
    some = await house.editor(['a'])
  })
  afterAll(() => house.dispose())

  describe.each(['black', 'white'] as const)('the %s list', (which) => {
    const { list, save, paste, remove, restore, history } = lists[which]
    const saving = (body: Record<string, unknown>, by = all) =>
      by.call<calls.ListEntry>(save, { body: { id: -1, cgi: 'a', kind: 'player', ...body } })
    const listed = async (query: Record<string, unknown> = {}, by = all) =>
      (await by.call<calls.EntryList>(list, { query })).data
    const values = async (query: Record<string, unknown>, by = all) =>
      (await listed({ sort: 'value', ...query }, by)).rows.map(({ value }) => value)
    const pasting = (body: Record<string, unknown>, by = all) => by.call<calls.PasteResult>(paste, { body })

    it('keeps what was typed, and finds it by its parts', async () => {
      const given = {
        value: ' p-1 ',
        reason: '刷单 100%',
        note: '第一行\n第二行',
        expiresOn: dayFromToday(3),
      }
      const saved = (await saving(given)).data
      expect(saved).toMatchObject({
        cgi: 'a',
        game: '游戏 a',
        value: 'p-1',
        reason: '刷单 100%',
        source: 'hand',
        expiresOn: dayFromToday(3),
        expired: false,
        revision: 1,
      })
      await saving({ value: 'p-2', reason: '刷单 1000' })
      expect(await values({ search: '100%' })).toEqual(['p-1'])
      expect(await values({ search: '第二行' })).toEqual(['p-1'])
      expect(await values({ search: 'P-' })).toEqual(['p-1', 'p-2'])
      expect(await values({ search: 'p_1' })).toEqual([])
      expect(await listed({ kind: 'ip' })).toMatchObject({ rows: [], total: 0 })
      const page = await listed({ search: 'p-', sort: 'value', desc: true, limit: 1, offset: 1 })
      expect([page.total, page.rows.map(({ value }) => value)]).toEqual([2, ['p-1']])
    })

    it('says which of its entries are over, and tells them apart', async () => {
      const { id } = (await saving({ value: 'over', expiresOn: today })).data
      await house.deps.metadata.db
        .updateTable(`${which}_entry`)
        .set({ expires_on: dayFromToday(-1) })
        .where('id', '=', id)
        .execute()
      expect(await values({ state: 'expired' })).toEqual(['over'])
      expect(await values({ search: 'over', state: 'active' })).toEqual([])
      const changed = await saving({ id, value: 'over', reason: '仍留着', expiresOn: dayFromToday(-1) })
      expect(changed.data).toMatchObject({ expired: true, reason: '仍留着' })
    })

    it.each([
      [{ value: '' }, '值不能为空'],
      [{ value: ' \u200b ' }, '值不能为空'],
      [{ value: 'a b' }, '值不能含空格'],
      [{ value: 'a\nb' }, '值不能含换行等控制字符'],
      [{ value: '长'.repeat(201) }, '值最多 200 个字'],
      [{ value: '1.2.3', kind: 'ip' }, '不是有效的 IP 地址或网段'],
      [{ value: '1.2.3.4/33', kind: 'ip' }, '不是有效的 IP 地址或网段'],
      [{ value: 'x', expiresOn: '2026-02-30' }, '不是有效的日期'],
      [{ value: 'x', expiresOn: '2020-01-01' }, '已过'],
      [{ value: 'x', cgi: 'none' }, '没有游戏「none」'],
      [{ value: 'x', cgi: '' }, '没有游戏'],
    ])('refuses %o in Chinese', async (body, message) => {
      const answer = await saving(body)
      expect([answer.envelope?.isSuccess, answer.envelope?.msg]).toEqual([
        false,
        expect.stringContaining(message),
      ])
    })

    it('names all that is wrong at once, each at its field', async () => {
      const { envelope } = await saving({ value: '', cgi: 'none', reason: 'a\nb', expiresOn: '2020-01-01' })
      expect(envelope?.data).toEqual({
        fields: {
          value: '值不能为空',
          cgi: '没有游戏「none」，或不在你可看的游戏里',
          reason: '原因不能含换行等控制字符',
          expiresOn: '有效期 2020-01-01 已过，请填写今天或以后的日期',
        },
      })
    })

    it('takes texts of all kinds as they are', async () => {
      for (const value of ["'); drop table user;--", '😀玩家', '<img>', '=1+1', '%_\\', 'ſ'])
        expect((await saving({ value: value.replaceAll(' ', '') })).data.value).toBe(
          value.replaceAll(' ', ''),
        )
      expect((await saving({ value: '10.0.0.0/8', kind: 'ip' })).data.value).toBe('10.0.0.0/8')
      expect((await saving({ value: '2001:DB8::1', kind: 'ip' })).data.value).toBe('2001:db8::1')
    })

    it('holds a value once in a game, and says so', async () => {
      await saving({ value: 'once' })
      expect((await saving({ value: 'once' })).envelope).toMatchObject({
        code: 'name_taken',
        data: { fields: { value: expect.stringContaining('该值已在') } },
      })
      expect((await saving({ value: 'once', cgi: 'b' })).data.cgi).toBe('b')
      const both = await Promise.all([saving({ value: 'at-once' }), saving({ value: 'at-once' })])
      expect(both.map(({ envelope }) => envelope?.isSuccess).sort()).toEqual([false, true])
    })

    it('tells the second of two editors what the first has saved', async () => {
      const { id, revision } = (await saving({ value: 'edited' })).data
      await saving({ id, revision, value: 'edited', reason: '先' }, some)
      const late = await saving({ id, revision, value: 'edited', reason: '后' })
      expect(late.status).toBe(409)
      expect(late.envelope).toMatchObject({ code: 'object_conflict', data: { present: { reason: '先' } } })
      const forced = await saving({ id, revision, value: 'edited', reason: '后', overwrite: true })
      expect(forced.data).toMatchObject({ reason: '后', revision: 3 })
      const told = (await all.call<calls.ChangeHistory>(history, { params: { id } })).data
      expect(
        told.map(({ changes }) => changes.map(({ title, from, to }) => `${title} ${from}→${to}`)),
      ).toEqual([['原因 先→后'], ['原因 →先'], []])
    })

    it('brings back what was deleted, unless another has its place', async () => {
      const { id } = (await saving({ value: 'back' })).data
      expect((await all.call(remove, { params: { id }, body: {} })).data).toBeNull()
      expect((await all.call(remove, { params: { id }, body: {} })).status).toBe(404)
      expect(await values({ search: 'back' })).toEqual([])
      await all.call(restore, { body: { ids: [id] } })
      expect(await values({ search: 'back' })).toEqual(['back'])
      await all.call(remove, { params: { id }, body: {} })
      await saving({ value: 'back' })
      expect((await all.call(restore, { body: { ids: [id] } })).envelope?.code).toBe('name_taken')
    })

    it('shows and gives those of some games nothing of the others', async () => {
      const { id } = (await saving({ value: 'canary-b', cgi: 'b' })).data
      const answer = await some.call<calls.EntryList>(list, { query: { limit: 1000 } })
      expect(answer.data.games).toEqual([{ cgi: 'a', name: '游戏 a' }])
      expect(answer.text).not.toContain('canary-b')
      expect((await listed({ cgi: 'b' }, some)).total).toBe(0)
      const missing = (await some.call(remove, { params: { id: 999_999 }, body: {} })).text
      expect((await some.call(remove, { params: { id }, body: {} })).text).toBe(missing)
      expect((await some.call(history, { params: { id } })).text).toBe(missing)
      expect((await saving({ id, value: 'taken' }, some)).text).toBe(missing)
      expect((await saving({ value: 'x', cgi: 'b' }, some)).envelope?.code).toBe('parameter_wrong')
      const foreign = await pasting({ lines: [{ cgi: 'b', kind: 'player', value: 'x' }] }, some)
      expect(foreign.data.refused).toHaveLength(1)
      expect((await listed({}, await house.editor([]))).total).toBe(0)
      await all.call(remove, { params: { id }, body: {} })
      expect((await some.call(restore, { body: { ids: [id] } })).status).toBe(404)
    })

    it('takes many lines at once, and names the wrong ones by their places', async () => {
      await saving({ value: 'known', reason: '旧' })
      await saving({ value: 'same', reason: '批量' })
      const line = (value: string, more: Record<string, unknown> = {}) => ({
        cgi: 'a',
        kind: 'player',
        value,
        reason: '批量',
        ...more,
      })
      const lines = [
        line('n-1'),
        line('n-2', { reason: '代充' }),
        line('bad value'),
        line('n-3', { expiresOn: dayFromToday(9) }),
        line('known'),
        line('same'),
        line('n-1', { reason: '第二次' }),
        line('n-4', { expiresOn: '2020-01-01' }),
        line('n-5', { cgi: 'none' }),
      ]
      const checked = (await pasting({ lines, check: true })).data
      expect(checked.effects.map((effect) => effect.slice(0, 2)).join()).toBe('ad,ad,ad,ad,ch,un,un,ad,ad')
      expect(checked.refused).toEqual([
        { at: 2, problem: '值不能含空格' },
        { at: 7, problem: '有效期 2020-01-01 已过，请填写今天或以后的日期' },
        { at: 8, problem: '没有这个游戏，或不在你可看的游戏里' },
      ])
      expect(await values({ search: 'n-' })).toEqual([])
      expect((await pasting({ lines })).data).toEqual(checked)
      const { rows } = await listed({ source: 'paste', sort: 'value' })
      expect(rows.map(({ value, reason, expiresOn }) => [value, reason, expiresOn])).toEqual([
        ['n-1', '批量', null],
        ['n-2', '代充', null],
        ['n-3', '批量', dayFromToday(9)],
      ])
      expect((await listed({ search: 'known' })).rows[0]).toMatchObject({
        reason: '批量',
        source: 'hand',
        revision: 2,
      })
    })

    // Of one list on one store: it takes seconds.
    if (store.dialect === 'sqlite' && which === 'black')
      it('takes 100,000 lines, and refuses one more', async () => {
        const lines = Array.from({ length: 100_000 }, (_, index) => ({
          cgi: 'c',
          kind: 'player',
          value: `m-${index}`,
        }))
        expect((await pasting({ lines: [...lines, lines[0]] })).status).toBe(400)
        expect((await pasting({ lines: [] })).status).toBe(400)
        expect((await pasting({ lines })).data.refused).toEqual([])
        expect(new Set((await pasting({ lines, check: true })).data.effects)).toEqual(new Set(['unchanged']))
        expect((await listed({ cgi: 'c', limit: 1 })).total).toBe(100_000)
      })
  })
})
