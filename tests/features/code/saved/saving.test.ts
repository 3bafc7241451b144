// Saved queries: saving, versions, conflicts and deletion; on both stores.
import { expect, it } from 'vitest'
import type { Metadata } from '#server/metadata/open.ts'
import { readHistory } from '#server/objects/history.ts'
import type { Caller } from '#server/objects/types.ts'
import { describeStores } from '#tests/factories/stores.ts'
import type { SavedQuery } from '#features/code/contract.ts'
import { findQueries, listQueries } from '#features/code/server/saved/finding.ts'
import { savedQueries } from '#features/code/server/saved/objectKind.ts'
import {
  deleteQuery,
  type QueryChange,
  queryVersions,
  restoreQuery,
  saveQuery,
  shareQuery,
} from '#features/code/server/saved/queries.ts'
import { authorityOf, createUser, upsertRole } from '#features/session/server/index.ts'

async function twoPeople(metadata: Metadata): Promise<[Caller, Caller]> {
  const roleId = await upsertRole(metadata.db, 'sql', authorityOf(['search_sqlQuery']))
  const make = async (name: string): Promise<Caller> => {
    const email = `${name}@example.com`
    const id = await createUser(metadata.db, { email, passwordHash: 'p', roleId, games: 'all' })
    return { id, games: 'all', rules: [], authorityInfo: {} }
  }
  return [await make('mei'), await make('lan')]
}

const missing = { code: 'object_missing' }
const conflict = { code: 'object_conflict' }
const wrong = (message: string) => ({ code: 'parameter_wrong', message: expect.stringContaining(message) })

describeStores('saved queries', (store) => {
  async function open() {
    const metadata = await store.open()
    const [mei, lan] = await twoPeople(metadata)
    const save = (change: Partial<QueryChange> = {}, user = mei) =>
      saveQuery(metadata, user, { name: '登录', sql: 'select 1', ...change })
    return { metadata, mei, lan, save }
  }

  it('are kept as they were given, and listed to their owner alone', async () => {
    const { metadata, mei, lan, save } = await open()
    const param = { name: 'day', type: 'date', label: '日期', default: '2026-01-01', dictId: null } as const
    const given = {
      name: ' 每日登录 ',
      folder: ' 运营 //日报/',
      tags: ['日报', ' 登录', '日报'],
      params: [param],
    }
    const saved = await save(given)
    expect(saved).toMatchObject({
      name: '每日登录',
      folder: '运营/日报',
      tags: ['日报', '登录'],
      params: [param],
      version: 1,
      share: 'off',
      owner: 'mei',
      pinyin: expect.stringMatching(/^mei ri /),
    })
    expect(saved.id).toMatch(/^[A-Za-z0-9_-]{20,}$/)
    expect(await listQueries(metadata, mei)).toEqual([saved])
    expect(await listQueries(metadata, lan)).toEqual([])
  })

  it('become a version with each save, and equal text none', async () => {
    const { metadata, mei, save } = await open()
    const { id } = await save()
    const second = await save({ id, sql: 'select 2', version: 1 })
    const again = await save({ id, sql: 'select 2', version: 2 })
    expect([second.version, again]).toEqual([2, second])
    expect((await save({ id, sql: 'select 3', name: '新名' })).version).toBe(3)
    expect(
      (await queryVersions(metadata, mei, id)).map(({ version, name, sql }) => [version, name, sql]),
    ).toEqual([
      [3, '新名', 'select 3'],
      [2, '登录', 'select 2'],
      [1, '登录', 'select 1'],
    ])
  })

  it('keep what a save leaves out', async () => {
    const { save } = await open()
    const { id } = await save({ folder: '甲', tags: ['乙'] })
    expect(await save({ id, sql: 'select 2' })).toMatchObject({ folder: '甲', tags: ['乙'] })
    expect(await save({ id, sql: 'select 2', folder: '', tags: [] })).toMatchObject({ folder: '', tags: [] })
  })

  it('move to another folder without a version, whatever version was opened', async () => {
    const { metadata, mei, save } = await open()
    const { id } = await save()
    await save({ id, sql: 'select 2' })
    expect(await save({ id, sql: 'select 2', version: 1, folder: '甲' })).toMatchObject({
      folder: '甲',
      version: 2,
    })
    expect(await queryVersions(metadata, mei, id)).toHaveLength(2)
  })

  it('refuse to be saved over a newer version, and tell it', async () => {
    const { metadata, mei, save } = await open()
    const { id } = await save()
    const newer = await save({ id, sql: 'select 2', version: 1 })
    await expect(save({ id, sql: 'select 3', version: 1 })).rejects.toMatchObject({
      ...conflict,
      data: newer,
    })
    expect(await listQueries(metadata, mei)).toEqual([newer])
    const over = await save({ id, sql: 'select 3', version: 1, overwrite: true })
    expect([over.version, over.sql]).toEqual([3, 'select 3'])
    expect((await queryVersions(metadata, mei, id)).map(({ sql }) => sql)).toEqual([
      'select 3',
      'select 2',
      'select 1',
    ])
  })

  it('let one of two saves at once through, and lose none', async () => {
    const { metadata, mei, save } = await open()
    const { id } = await save()
    const saves = ['a', 'b', 'c', 'd'].map((name) => save({ id, sql: `select '${name}'`, version: 1 }))
    const settled = await Promise.allSettled(saves)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of settled) if (one.status === 'rejected') expect(one.reason).toMatchObject(conflict)
    const blind = await Promise.all(['e', 'f', 'g'].map((name) => save({ id, sql: `select '${name}'` })))
    expect(blind.map(({ version }) => version).sort()).toEqual([3, 4, 5])
    expect((await queryVersions(metadata, mei, id)).map(({ version }) => version)).toEqual([5, 4, 3, 2, 1])
  })

  it('are deleted, and brought back as they were', async () => {
    const { metadata, mei, save } = await open()
    const saved = await save({ folder: '甲', tags: ['乙'] })
    const shared = await shareQuery(metadata, mei, saved.id, 'query')
    await deleteQuery(metadata, mei, saved.id)
    expect(await listQueries(metadata, mei)).toEqual([])
    const works = [
      () => save({ id: saved.id }),
      () => deleteQuery(metadata, mei, saved.id),
      () => shareQuery(metadata, mei, saved.id, 'off'),
      () => queryVersions(metadata, mei, saved.id),
    ]
    for (const work of works) await expect(work()).rejects.toMatchObject(missing)
    expect(await restoreQuery(metadata, mei, saved.id)).toEqual(shared)
    expect(await restoreQuery(metadata, mei, saved.id)).toEqual(shared)
    expect(await listQueries(metadata, mei)).toEqual([shared])
  })

  it('are out of reach for another, as if they were not', async () => {
    const { metadata, mei, lan, save } = await open()
    const { id } = await save()
    const told = await Promise.allSettled([
      save({ id, sql: 'select 2', overwrite: true }, lan),
      save({ id: 'none', sql: 'select 2' }, lan),
      deleteQuery(metadata, lan, id),
      deleteQuery(metadata, lan, 'none'),
      restoreQuery(metadata, lan, id),
      shareQuery(metadata, lan, id, 'result'),
      queryVersions(metadata, lan, id),
      queryVersions(metadata, lan, 'none'),
    ])
    const messages = told.map((one) => (one.status === 'rejected' ? String(one.reason) : 'done'))
    expect(new Set(messages)).toEqual(new Set(['AppError: 内容不存在或已被删除']))
    expect(await queryVersions(metadata, mei, id)).toHaveLength(1)
  })

  it('have names of their own in each folder, whatever case and width, while they live', async () => {
    const { metadata, mei, lan, save } = await open()
    const taken = { code: 'name_taken', data: { fields: { name: expect.stringContaining('同名') } } }
    const first = await save({ name: 'ROI', folder: '投放' })
    await expect(save({ name: 'ｒｏｉ', folder: '投放' })).rejects.toMatchObject(taken)
    await save({ name: 'ROI', folder: '投放' }, lan)
    const other = await save({ name: 'roi', folder: '' })
    await expect(save({ ...other, folder: '投放' })).rejects.toMatchObject(taken)
    await deleteQuery(metadata, mei, first.id)
    await save({ ...other, folder: '投放' })
    await expect(restoreQuery(metadata, mei, first.id)).rejects.toMatchObject(taken)
    await save({ ...other, folder: '别处' })
    expect((await restoreQuery(metadata, mei, first.id)).name).toBe('ROI')
  })

  it('let one of two through that take one name at once', async () => {
    const { save } = await open()
    const both = await Promise.allSettled([save({ name: '同名' }), save({ name: '同名' })])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('tell who changed what, newest first', async () => {
    const { metadata, mei, save } = await open()
    const { id } = await save({ tags: ['甲'] })
    await save({ id, sql: 'select 2', tags: ['甲', '乙'] })
    await shareQuery(metadata, mei, id, 'result')
    await deleteQuery(metadata, mei, id)
    await restoreQuery(metadata, mei, id)
    const told = await readHistory(metadata.db, savedQueries, mei, id)
    expect(told.map(({ by, action }) => [by, action])).toEqual(
      ['restore', 'delete', 'change', 'change', 'add'].map((action) => ['mei', action]),
    )
    expect(told[2]?.changes).toEqual([{ field: 'share', title: '分享', from: '未分享', to: 'SQL 和结果' }])
    expect(told[3]?.changes).toEqual([
      { field: 'tags', title: '标签', from: '甲', to: '甲、乙' },
      { field: 'sql', title: 'SQL', from: 'select 1', to: 'select 2' },
    ])
  })

  it('note each change of sharing in the audit, and none that changes nothing', async () => {
    const { metadata, mei, save } = await open()
    const { id } = await save()
    for (const share of ['off', 'query', 'query', 'result', 'off'] as const)
      await shareQuery(metadata, mei, id, share)
    const rows = await metadata.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'sql.share')
      .orderBy('id')
      .execute()
    expect(rows.map(({ user_id, detail }) => [user_id, JSON.parse(detail)])).toEqual([
      [mei.id, { id, name: '登录', from: 'off', to: 'query' }],
      [mei.id, { id, name: '登录', from: 'query', to: 'result' }],
      [mei.id, { id, name: '登录', from: 'result', to: 'off' }],
    ])
  })

  it('are told in Chinese what is wrong with them, and nothing is saved', async () => {
    const { metadata, mei, save } = await open()
    const param = { name: 'a', type: 'text', label: '', default: '', dictId: null } as const
    const cases: [Partial<QueryChange>, string][] = [
      [{ name: '' }, '名称不能为空'],
      [{ name: ' \u200b\t' }, '名称不能为空'],
      [{ name: '长'.repeat(101) }, '名称最多 100 个字'],
      [{ name: 'a\nb' }, '控制字符'],
      [{ name: 'a\u2028b' }, '控制字符'],
      [{ folder: 'a/b/c/d/e/f' }, '文件夹最多 5 层'],
      [{ folder: '长'.repeat(51) }, '每层文件夹'],
      [{ folder: 'a/b\nc' }, '控制字符'],
      [{ tags: [' '] }, '标签不能为空'],
      [{ tags: ['长'.repeat(31)] }, '最多 30 个字'],
      [{ tags: ['a\tb'] }, '控制字符'],
      [{ tags: Array.from({ length: 21 }, (_, at) => `t${at}`) }, '标签最多 20 个'],
      [{ sql: ' \n\t' }, 'SQL 为空'],
      [{ params: [param, param] }, '参数「a」重复'],
      [{ params: [{ ...param, name: ' ' }] }, '参数的名称不能为空'],
    ]
    for (const [change, message] of cases) {
      await expect(save(change), message).rejects.toMatchObject(wrong(message))
    }
    expect(await listQueries(metadata, mei)).toEqual([])
    // The longest that is allowed is counted in characters, not in UTF-16.
    expect((await save({ name: '😀'.repeat(100), folder: 'a/b/c/d/e' })).name).toHaveLength(200)
  })

  it('are found by name, pinyin, tag and SQL, in a folder with those within it', async () => {
    const { metadata, mei, lan, save } = await open()
    await save({ name: '渠道 ROI', folder: '投放', tags: ['周报'], sql: 'select cost from ad_cost' })
    await save({ name: '每日登录', folder: '运营/日报', tags: ['日报'], sql: 'select 100%2 as "a_b"' })
    await save({ name: '充值', folder: '运营', sql: 'select 2' })
    await save({ name: '别处', folder: '运营二' })
    await save({ name: '他人的登录' }, lan)
    const find = async (filter: object): Promise<string[]> =>
      (await findQueries(metadata, mei, filter)).rows.map(({ name }: SavedQuery) => name)
    expect(await find({})).toEqual(['别处', '充值', '每日登录', '渠道 ROI'])
    expect(await find({ text: 'roi' })).toEqual(['渠道 ROI'])
    expect(await find({ text: 'mrdl' })).toEqual(['每日登录'])
    expect(await find({ text: 'zhoubao' })).toEqual(['渠道 ROI'])
    expect(await find({ text: 'AD_COST' })).toEqual(['渠道 ROI'])
    // What a LIKE would take for a wildcard is a character.
    expect(await find({ text: '%2' })).toEqual(['每日登录'])
    expect(await find({ text: 'a%b' })).toEqual([])
    expect(await find({ folder: '运营' })).toEqual(['充值', '每日登录'])
    expect(await find({ folder: '运营/日报/' })).toEqual(['每日登录'])
    expect(await find({ tag: '日报' })).toEqual(['每日登录'])
    expect(await find({ tag: '日' })).toEqual([])
    expect(await find({ folder: '投放', text: 'mrdl' })).toEqual([])
    const pages = [1, 2, 3].map((page) => findQueries(metadata, mei, { page, size: 2 }))
    expect((await Promise.all(pages)).map(({ total, rows }) => [total, rows.length])).toEqual([
      [4, 2],
      [4, 2],
      [4, 0],
    ])
  })
})
