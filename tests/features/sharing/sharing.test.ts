// Content readable without a session: who may open it, and that managers of users find and stop it.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type OpenSharing, readInstallation } from '#server/installation.ts'
import type { Person } from '#tests/factories/house.ts'
import { getView, type SavedQuery, saveQuery, shareQuery } from '#features/code/contract.ts'
import { type Embed, openEmbed, readEmbed, renewEmbed, saveEmbed } from '#features/embed/contract.ts'
import { setDisabled } from '#features/session/server/index.ts'
import { listOpenThings, type OpenThing, stopSharing } from '#features/sharing/contract.ts'
import { addOrUpdateViewMeta } from '#features/statement/contract.ts'
import { makeOffice, type Office } from '../statement/office.ts'

let office: Office
let manager: Person
beforeAll(async () => {
  office = await makeOffice()
  manager = await office.person({ keys: ['manage_authority'] })
})
afterAll(() => office.dispose())
afterEach(() => allow('everybody'))

function allow(openSharing: OpenSharing): void {
  office.deps.settings.installation = readInstallation({ openSharing })
}

const viewOf = async (owner: Person, name = '对外') =>
  (await owner.call<{ id: number }>(addOrUpdateViewMeta, { body: { name } })).data.id
const embed = (owner: Person, viewId: number, enabled = true) =>
  owner.call<Embed>(saveEmbed, { body: { viewId, enabled } })
const queryOf = async (owner: Person, name: string) =>
  (await owner.call<SavedQuery>(saveQuery, { body: { name, sql: 'SELECT 1' } })).data.id
const share = (owner: Person, id: string, mode = 'query') =>
  owner.call<SavedQuery>(shareQuery, { params: { id }, body: { share: mode } })
const isOpen = async (id: string) => (await office.send(openEmbed, { params: { id } })).status === 200
const isShared = async (id: string) => (await office.send(getView, { params: { id } })).status === 200
const listed = async () => (await manager.call<OpenThing[]>(listOpenThings)).data
const audits = () =>
  office.deps.metadata.db.selectFrom('audit').select('detail').where('action', '=', 'sharing.stop').execute()

it('is listed for those who manage users: whose it is, and when others last read it', async () => {
  const owner = await office.person({ keys: ['search_sqlQuery'] })
  const view = await viewOf(owner, '渠道日报')
  const { id: address } = (await embed(owner, view)).data
  const query = await queryOf(owner, '充值明细')
  await queryOf(owner, '自己的')
  await share(owner, query, 'result')
  await owner.call(getView, { params: { id: query } })
  const mine = async () => (await listed()).filter((one) => one.owner === owner.user.username)
  expect(await mine()).toMatchObject([
    { kind: 'embed', id: String(view), name: '渠道日报', extent: '全部报表', problem: '', lastReadAt: null },
    { kind: 'query', id: query, name: '充值明细', extent: 'SQL 和结果', problem: '', lastReadAt: null },
  ])
  expect([await isOpen(address as string), await isShared(query)]).toEqual([true, true])
  await expect
    .poll(async () => (await mine()).map(({ lastReadAt }) => typeof lastReadAt))
    .toEqual(['string', 'string'])

  await setDisabled(office.deps.metadata.db, owner.id, true)
  expect((await mine()).map(({ problem }) => problem !== '')).toEqual([true, true])
})

it('is stopped by them at once, and may be shared anew by its owner', async () => {
  const owner = await office.person({ keys: ['search_sqlQuery'] })
  const view = await viewOf(owner)
  const address = (await embed(owner, view)).data.id as string
  const query = await queryOf(owner, '给外部')
  await share(owner, query)
  const before = (await audits()).length
  for (const body of [
    { kind: 'embed', id: String(view) },
    { kind: 'query', id: query },
  ]) {
    expect((await manager.call(stopSharing, { body })).envelope).toMatchObject({ isSuccess: true })
    expect((await manager.call(stopSharing, { body })).envelope?.code).toBe('object_missing')
  }
  expect([await isOpen(address), await isShared(query)]).toEqual([false, false])
  expect((await listed()).filter((one) => one.owner === owner.user.username)).toEqual([])
  expect((await audits()).slice(before).map(({ detail }) => JSON.parse(detail))).toEqual([
    { kind: 'embed', viewId: view, ownerId: owner.id },
    { kind: 'query', id: query, ownerId: owner.id },
  ])
  expect((await owner.call<Embed>(readEmbed, { params: { viewId: view } })).data).toMatchObject({
    enabled: false,
    own: true,
  })
  await embed(owner, view)
  await share(owner, query)
  expect([await isOpen(address), await isShared(query)]).toEqual([true, true])
})

it.each(['x', '-1', '1.5', '9'.repeat(99), "1' or 1=1"])('has nothing of the id «%s»', async (id) => {
  for (const kind of ['embed', 'query'])
    expect((await manager.call(stopSharing, { body: { kind, id } })).envelope?.code).toBe('object_missing')
})

it.each([
  ['permitted', [], false],
  ['permitted', ['search_config'], false],
  ['permitted', ['search_sqlQuery'], true],
  ['permitted', ['manage_authority'], true],
  ['nobody', ['search_sqlQuery', 'manage_authority'], false],
  ['everybody', [], true],
] as const)('is opened, where the setting is %s, by holders of %j: %s', async (setting, keys, may) => {
  const owner = await office.person({ keys })
  const view = await viewOf(owner)
  allow(setting)
  const opened = await embed(owner, view)
  expect(opened.envelope?.isSuccess).toBe(may)
  if (!may)
    expect(opened.envelope).toMatchObject({
      code: 'permission_missing',
      msg: expect.stringMatching(/公开分享/),
    })
  // Preparing an embed opens nothing.
  expect((await embed(owner, view, false)).envelope?.isSuccess).toBe(true)
})

it('ends at once where the setting becomes stricter, and comes back with it', async () => {
  const owner = await office.person({ keys: ['search_sqlQuery'] })
  const view = await viewOf(owner)
  const address = (await embed(owner, view)).data.id as string
  const query = await queryOf(owner, '一直公开')
  await share(owner, query)
  allow('nobody')
  expect([await isOpen(address), await isShared(query)]).toEqual([false, false])
  expect((await share(owner, query, 'result')).envelope?.code).toBe('permission_missing')
  expect((await owner.call<Embed>(readEmbed, { params: { viewId: view } })).data.problem).toContain('不允许')
  expect((await listed()).filter((one) => one.owner === owner.user.username && one.problem === '')).toEqual(
    [],
  )
  // What is shared can still be given another address, or taken back.
  expect((await owner.call(renewEmbed, { params: { viewId: view }, body: {} })).envelope?.isSuccess).toBe(
    true,
  )
  expect((await share(owner, query, 'off')).envelope?.isSuccess).toBe(true)
})
