// 系统设置: what is kept for all servers, below what a file says, followed by every server.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readInstallation } from '#server/installation.ts'
import { type House, makeHouse, type Person } from '#tests/factories/house.ts'
import { silentLog } from '#tests/factories/stores.ts'
import { listSettings, type SettingsOfGroup, saveSettings } from '#features/installation/contract.ts'
import { Following } from '#features/installation/server/settings/follow.ts'

let house: House
let boss: Person
beforeAll(async () => {
  house = await makeHouse()
  boss = await house.person({ keys: ['manage_authority'] })
})
afterAll(() => house.dispose())

const groupOf = async (name: string): Promise<SettingsOfGroup> => {
  const { envelope } = await boss.call<SettingsOfGroup[]>(listSettings, {})
  return envelope?.data?.find((each) => each.name === name) as SettingsOfGroup
}
const save = (group: string, revision: number, values: Record<string, unknown>) =>
  boss.call<SettingsOfGroup>(saveSettings, { body: { group, revision, values } })
const one = (group: SettingsOfGroup, key: string) => group.settings.find((each) => each.key === key)

it('come into force at once, are told with their source, and another server follows', async () => {
  const other = { ...house.deps.settings, installation: readInstallation({}) }
  const following = new Following({ settings: other, metadata: house.deps.metadata, log: silentLog })
  await following.look()
  const { revision } = await groupOf('sharing')
  const { envelope } = await save('sharing', revision, { openSharing: 'nobody' })
  expect(envelope?.isSuccess).toBe(true)
  expect(house.deps.settings.installation.openSharing).toBe('nobody')
  expect(one(await groupOf('sharing'), 'openSharing')).toMatchObject({ value: 'nobody', source: 'page' })
  expect(other.installation.openSharing).toBe('everybody')
  await following.look()
  expect(other.installation.openSharing).toBe('nobody')
  await save('sharing', revision + 1, { openSharing: null })
  await following.look()
  expect(other.installation.openSharing).toBe('everybody')
})

it('of the file go before those of the page, on its server alone', async () => {
  const file = readInstallation({ mail: { host: 'file.example.com', from: 'a@example.com' } })
  const other = { ...house.deps.settings, installation: file }
  const { revision } = await groupOf('mail')
  await save('mail', revision, {
    'mail.host': 'page.example.com',
    'mail.from': 'b@example.com',
    'mail.port': 26,
  })
  await new Following({ settings: other, metadata: house.deps.metadata, log: silentLog }).look()
  expect(other.installation.mail).toMatchObject({ host: 'file.example.com', from: 'a@example.com', port: 26 })
  expect(house.deps.settings.installation.mail).toMatchObject({ host: 'page.example.com', port: 26 })
})

it('are refused where they are wrong or contradict each other, and nothing changes', async () => {
  const before = JSON.stringify(await groupOf('site'))
  const refused = async (group: string, values: Record<string, unknown>) => {
    const { revision } = await groupOf(group)
    return (await save(group, revision, values)).envelope
  }
  expect(await refused('keeping', { 'keepDays.audit': -1 })).toMatchObject({
    isSuccess: false,
    code: 'parameter_wrong',
  })
  expect((await refused('site', { https: true, publicUrl: 'http://a.example.com' }))?.msg).toContain('矛盾')
  expect(
    (await refused('site', { hostNames: ['a.example.com'], publicUrl: 'https://b.example.com' }))?.msg,
  ).toContain('b.example.com')
  expect((await refused('site', { 'mail.host': 'x' }))?.msg).toContain('不在这一组里')
  expect(JSON.stringify(await groupOf('site'))).toBe(before)
})

it('of two managers: the second sees what the first has saved', async () => {
  const { revision } = await groupOf('keeping')
  expect((await save('keeping', revision, { 'keepDays.runs': 30 })).envelope?.isSuccess).toBe(true)
  const { envelope } = await save('keeping', revision, { 'keepDays.runs': 60 })
  expect(envelope).toMatchObject({ code: 'object_conflict', data: { present: { revision: revision + 1 } } })
  expect(house.deps.settings.installation.keepDays.runs).toBe(30)
})

it('that are read at the start alone wait for it, and say so', async () => {
  const { revision } = await groupOf('limits')
  await save('limits', revision, { 'logKeep.days': 7 })
  expect(one(await groupOf('limits'), 'logKeep.days')).toMatchObject({ kept: 7, value: 30, waits: true })
})

it('are in the audit with what they were and became, and secrets are told by nobody', async () => {
  const rows = await house.deps.metadata.db
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', 'settings.change')
    .execute()
  expect(rows.map(({ detail }) => detail).join()).toContain('keepDays.runs：默认 → 30')
  const environment = await groupOf('environment')
  expect(one(environment, 'METADATA')?.value).toMatch(/^(内置|外部)$/)
  expect(one(environment, 'MAIL_PASSWORD')?.value).toMatch(/^(已设置|未设置)$/)
})

it('are changed by nobody of some games, and open no private net', async () => {
  const some = await house.person({ keys: ['manage_authority'], games: ['a'] })
  const { revision } = await groupOf('sharing')
  const body = { group: 'sharing', revision, values: { openSharing: 'nobody' } }
  expect((await some.call<SettingsOfGroup>(saveSettings, { body })).envelope).toMatchObject({
    isSuccess: false,
    code: 'permission_missing',
  })
  expect(house.deps.settings.installation.openSharing).toBe('everybody')
  for (const [group, key] of [
    ['mail', 'mail.allowed'],
    ['outbound', 'webhookNets'],
    ['push', 'push.webPushAllowed'],
  ] as const) {
    const { revision: now } = await groupOf(group)
    expect((await save(group, now, { [key]: ['10.0.0.0/8'] })).envelope?.msg).toContain(key)
    expect(one(await groupOf('file'), key)).toMatchObject({ kind: 'shown', source: 'default' })
  }
})
