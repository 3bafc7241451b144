// Team folders: who may read, run and edit their queries, and what each right excludes; on both stores.
import { expect, it } from 'vitest'
import { knownQueries, type Reader } from '#server/queryRights.ts'
import { describeStores } from '#tests/factories/stores.ts'
import type { FolderGrant } from '#features/code/contract.ts'
import {
  deleteFolder,
  folderHistory,
  giveFolder,
  listFolders,
  restoreFolder,
  saveFolder,
} from '#features/code/server/library/folders.ts'
import { folderPeople } from '#features/code/server/library/people.ts'
import { findQueries, listQueries } from '#features/code/server/saved/finding.ts'
import {
  deleteQuery,
  moveQueries,
  type QueryChange,
  queryVersions,
  restoreQuery,
  saveQuery,
  shareQuery,
} from '#features/code/server/saved/queries.ts'
import { authorityOf, createUser, upsertRole } from '#features/session/server/index.ts'

const missing = { code: 'object_missing' }
const refused = (message = '') => ({
  code: 'permission_missing',
  message: expect.stringContaining(message),
})
const wrong = (message: string) => ({ code: 'parameter_wrong', message: expect.stringContaining(message) })

describeStores('the team’s library', (store) => {
  async function open() {
    const metadata = await store.open()
    const { db } = metadata
    const analysts = await upsertRole(db, 'analysts', authorityOf(['search_sqlQuery']))
    const others = await upsertRole(db, 'others', authorityOf(['search_sqlQuery']))
    const managers = await upsertRole(db, 'managers', authorityOf(['search_sqlQuery', 'manage_authority']))
    const make = async (name: string, roleId: number, keys: Parameters<typeof authorityOf>[0] = []) => {
      const email = `${name}@example.com`
      const id = await createUser(db, { email, passwordHash: 'p', roleId, games: 'all' })
      return {
        id,
        roleId,
        role: roleId,
        games: 'all',
        rules: [],
        authorityInfo: authorityOf(['search_sqlQuery', ...keys]),
      } as const
    }
    const [mei, lan, tao, boss] = [
      await make('mei', analysts),
      await make('lan', others),
      await make('tao', analysts),
      await make('boss', managers, ['manage_authority']),
    ]
    const folder = (grants: FolderGrant[], name = '运营') =>
      saveFolder({ metadata }, mei, { name, note: '', grants })
    const save = (change: Partial<QueryChange> = {}, user: Reader = mei) =>
      saveQuery(metadata, user, { name: '登录', sql: 'select 1', ...change })
    const names = async (user: Reader) => (await listQueries(metadata, user)).map(({ name }) => name)
    const regrant = async (id: number, grants: FolderGrant[]) => {
      const { revision } = (await listFolders({ metadata }, mei)).find((one) => one.id === id) ?? {}
      return saveFolder({ metadata }, mei, { id, revision, name: '运营', note: '', grants })
    }
    return { metadata, db, mei, lan, tao, boss, analysts, folder, save, names, regrant }
  }

  it('shows what a role, a user or everyone was given, by the highest right', async () => {
    const { metadata, mei, lan, tao, analysts, folder, save, names, regrant } = await open()
    const { id: folderId } = await folder([])
    const own = await save({ name: '自己的' })
    const team = await save({ name: '团队的', folder: '日报', folderId })
    expect([own.right, own.team, team.right, team.team, team.folder]).toEqual([
      'own',
      '',
      'edit',
      '运营',
      '日报',
    ])
    expect(await names(lan)).toEqual([])
    expect(await listFolders({ metadata }, lan)).toEqual([])

    await regrant(folderId, [
      { kind: 'everyone', id: null, right: 'read' },
      { kind: 'role', id: analysts, right: 'run' },
      { kind: 'user', id: tao.id, right: 'read' },
    ])
    const rightOf = async (user: Reader) => (await listQueries(metadata, user)).map(({ right }) => right)
    expect([await rightOf(lan), await rightOf(tao)]).toEqual([['read'], ['run']])
    const [seen] = await listFolders({ metadata }, lan)
    expect(seen).toMatchObject({ name: '运营', own: false, right: 'read', owner: 'mei', grants: [] })
    const [mine] = await listFolders({ metadata }, mei)
    expect(mine?.grants.map(({ name, right }) => [name, right])).toEqual([
      ['所有人', 'read'],
      ['analysts', 'run'],
      ['tao', 'read'],
    ])
    const inFolder = await findQueries(metadata, mei, { folderId })
    const outside = await findQueries(metadata, mei, { folderId: null })
    expect([inFolder.rows[0]?.name, outside.rows[0]?.name]).toEqual(['团队的', '自己的'])
    // Seen as another role: that role's rights, not one's own (a session's `role` is the role seen as).
    expect(await names({ ...tao, role: -5 })).toEqual(['团队的'])
    await regrant(folderId, [{ kind: 'role', id: analysts, right: 'run' }])
    expect(await names({ ...tao, role: -5 })).toEqual([])
    expect([await names(tao), await names(lan)]).toEqual([['团队的'], []])
  })

  it('refuses each change to those who may read or run alone, and knows nothing of it for others', async () => {
    const { metadata, lan, tao, analysts, folder, save } = await open()
    const { id: folderId } = await folder([{ kind: 'role', id: analysts, right: 'run' }])
    const { id } = await save({ folderId })
    const attempts = (user: Reader) => [
      () => save({ id, sql: 'select 2' }, user),
      () => save({ name: '新的', folderId }, user),
      () => moveQueries(metadata, user, { ids: [id], folderId: null }),
      () => moveQueries(metadata, user, { ids: [id], folderId, folder: '别处' }),
      () => deleteQuery(metadata, user, id),
      () => shareQuery(metadata, user, id, 'query'),
      () => saveFolder({ metadata }, user, { id: folderId, name: '改', note: '', grants: [] }),
      () => deleteFolder({ metadata }, user, folderId),
      () => giveFolder({ metadata }, user, { id: folderId, userId: user.id }),
      () => folderHistory({ metadata }, user, folderId),
    ]
    for (const attempt of attempts(tao)) await expect(attempt()).rejects.toMatchObject(refused())
    for (const attempt of attempts(lan)) await expect(attempt()).rejects.toMatchObject(missing)
    await expect(queryVersions(metadata, lan, id)).rejects.toMatchObject(missing)
    expect(await queryVersions(metadata, tao, id)).toHaveLength(1)
    expect((await listQueries(metadata, tao))[0]).toMatchObject({ sql: 'select 1', folder: '', version: 1 })
    const known = await knownQueries(metadata.db, lan)
    const of = { owner_id: tao.id, folder_id: folderId, audience: null }
    expect(known({ ...of, share: 'off' })).toBe(false)
    expect(known({ ...of, share: 'query' })).toBe(true)
    const some = (users: number[]) => JSON.stringify({ kind: 'some', roles: [], users })
    expect(known({ ...of, share: 'query', audience: some([tao.id]) })).toBe(false)
    expect(known({ ...of, share: 'query', audience: some([lan.id]) })).toBe(true)
  })

  it('lets those who may edit work on it together, and shows the second what the first saved', async () => {
    const { metadata, mei, tao, folder, save, names } = await open()
    const { id: folderId } = await folder([{ kind: 'user', id: tao.id, right: 'edit' }])
    const { id } = await save({ folderId })
    await save({ id, sql: 'select 2', version: 1 }, tao)
    const late = save({ id, sql: 'select 3', version: 1 })
    await expect(late).rejects.toMatchObject({
      code: 'object_conflict',
      data: { sql: 'select 2', version: 2, modifiedBy: 'tao', owner: 'mei', right: 'edit' },
    })
    // A name is one in its folder, whoever made it.
    await expect(save({ folderId }, tao)).rejects.toMatchObject({ code: 'name_taken' })
    await save({ name: '登录' }, tao)
    const second = await save({ name: '充值', folderId }, tao)
    await expect(moveQueries(metadata, mei, { ids: [second.id], folderId: null })).rejects.toMatchObject(
      refused('只有创建者'),
    )
    expect(await moveQueries(metadata, tao, { ids: [second.id], folderId: null })).toEqual({ moved: 1 })
    expect(await moveQueries(metadata, tao, { ids: [second.id], folderId: null })).toEqual({ moved: 0 })
    await deleteQuery(metadata, tao, id)
    expect(await names(mei)).toEqual([])
    expect(await restoreQuery(metadata, mei, id)).toMatchObject({ id, sql: 'select 2' })
    // Only its maker's games could be shared with it; whoever may edit it ends that.
    await shareQuery(metadata, mei, id, 'query')
    await expect(shareQuery(metadata, tao, id, 'result')).rejects.toMatchObject(refused('只有创建者'))
    expect((await shareQuery(metadata, tao, id, 'off')).share).toBe('off')
  })

  it('moves all or none', async () => {
    const { metadata, mei, lan, folder, save } = await open()
    const { id: folderId } = await folder([])
    const one = await save({ name: '一' })
    const foreign = await save({ name: '二' }, lan)
    const both = moveQueries(metadata, mei, { ids: [one.id, foreign.id], folderId })
    await expect(both).rejects.toMatchObject(missing)
    await save({ name: '一', folderId })
    await expect(moveQueries(metadata, mei, { ids: [one.id], folderId })).rejects.toMatchObject({
      code: 'name_taken',
    })
    expect((await findQueries(metadata, mei, { folderId })).total).toBe(1)
    await moveQueries(metadata, mei, { ids: [one.id], folderId, folder: ' 日报 / 渠道' })
    expect((await findQueries(metadata, mei, { folderId, folder: '日报' })).total).toBe(1)
    await expect(moveQueries(metadata, mei, { ids: [one.id], folderId: 987_654 })).rejects.toMatchObject(
      missing,
    )
  })

  it('names in its history whom it was shared with', async () => {
    const { metadata, mei, tao, analysts, folder, regrant } = await open()
    const { id } = await folder([{ kind: 'everyone', id: null, right: 'read' }])
    await regrant(id, [
      { kind: 'role', id: analysts, right: 'run' },
      { kind: 'user', id: tao.id, right: 'edit' },
    ])
    const [latest] = await folderHistory({ metadata }, mei, id)
    expect(latest?.changes).toEqual([
      { field: 'grants', title: '权限', from: '所有人：查看', to: '角色 analysts：运行；用户 tao：编辑' },
    ])
  })

  it('goes when it is empty, comes back, and is given to another', async () => {
    const { metadata, db, mei, tao, boss, folder, save, names } = await open()
    const { id: folderId } = await folder([{ kind: 'everyone', id: null, right: 'read' }])
    const { id } = await save({ folderId })
    await expect(deleteFolder({ metadata }, mei, folderId)).rejects.toMatchObject({
      code: 'object_in_use',
      message: expect.stringContaining('1 个查询'),
    })
    await deleteQuery(metadata, mei, id)
    await deleteFolder({ metadata }, mei, folderId)
    await expect(restoreQuery(metadata, mei, id)).rejects.toMatchObject(missing)
    await expect(restoreFolder({ metadata }, tao, folderId)).rejects.toMatchObject(missing)
    expect((await restoreFolder({ metadata }, mei, folderId)).name).toBe('运营')
    await restoreQuery(metadata, mei, id)

    await expect(giveFolder({ metadata }, boss, { id: folderId, userId: boss.id })).rejects.toMatchObject(
      refused(),
    )
    await giveFolder({ metadata }, mei, { id: folderId, userId: tao.id })
    expect((await listFolders({ metadata }, tao))[0]).toMatchObject({ own: true, right: 'edit' })
    expect((await listFolders({ metadata }, mei))[0]).toMatchObject({ own: false, right: 'edit' })
    await db.updateTable('user').set({ disabled: 1 }).where('id', '=', tao.id).execute()
    await giveFolder({ metadata }, boss, { id: folderId, userId: boss.id })
    expect((await listFolders({ metadata }, boss))[0]).toMatchObject({ own: true, ownerGone: false })
    expect(await names(mei)).toEqual(['登录'])
    const [latest] = await folderHistory({ metadata }, boss, folderId)
    expect(latest).toMatchObject({ by: 'boss', action: 'change' })
    await expect(giveFolder({ metadata }, boss, { id: folderId, userId: tao.id })).rejects.toMatchObject(
      wrong('接手的用户'),
    )
  })

  it('refuses rights for nobody, twice, for the gone; a name that is taken or blank; an older state', async () => {
    const { metadata, db, mei, tao, analysts, folder, regrant } = await open()
    const role: FolderGrant = { kind: 'role', id: analysts, right: 'run' }
    const cases: [FolderGrant[], string][] = [
      [[role, { ...role, right: 'edit' }], '出现了两次'],
      [[{ kind: 'role', id: 987_654, right: 'run' }], '不存在或已停用'],
      [[{ kind: 'user', id: null, right: 'run' }], '没有指明给谁'],
      [[{ kind: 'everyone', id: 3, right: 'run' }], '没有指明给谁'],
      [
        Array.from({ length: 201 }, (_, at) => ({ kind: 'user', id: at + 1, right: 'run' }) as const),
        '最多给 200',
      ],
    ]
    for (const [grants, message] of cases)
      await expect(folder(grants), message).rejects.toMatchObject(wrong(message))
    await expect(folder([], ' ')).rejects.toMatchObject(wrong('名称不能为空'))
    const { id, revision } = await folder([role, { kind: 'user', id: tao.id, right: 'edit' }])
    await expect(folder([], ' 运营 ')).rejects.toMatchObject({ code: 'name_taken' })
    // Who has gone keeps the line that tells of it, and may be left out.
    await db.updateTable('user').set({ disabled: 1 }).where('id', '=', tao.id).execute()
    const kept = await regrant(id, [{ kind: 'user', id: tao.id, right: 'edit' }])
    expect(kept.grants).toEqual([{ kind: 'user', id: tao.id, right: 'edit', name: '' }])
    const late = saveFolder({ metadata }, mei, { id, revision, name: '运营', note: '新', grants: [] })
    await expect(late).rejects.toMatchObject({ code: 'object_conflict' })
    expect((await folderPeople({ metadata })).users.map(({ name }) => name)).toEqual(['boss', 'lan', 'mei'])
  })
})
