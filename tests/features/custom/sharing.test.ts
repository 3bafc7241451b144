// A custom report that is shared with people by name, before it is published. On both metadata stores.
import { afterAll, expect, it } from 'vitest'
import { readHistory } from '#server/objects/history.ts'
import type { WhoSees } from '#shared/whoSees.ts'
import { makeHouse, type Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import {
  type CustomReport,
  type CustomSummary,
  deleteCustomReport,
  getCustomReport,
  listCustomReports,
  runCustomReport,
  saveCustomReport,
  shareCustomReport,
  whoSeesCustomReport,
} from '#features/custom/contract.ts'
import { customReports } from '#features/custom/server/index.ts'
import { type Inbox, listInbox } from '#features/inbox/contract.ts'

describeStores('a custom report', (store) => {
  let dispose = async () => {}
  afterAll(() => dispose())

  it('is shared with one person before it is published', async () => {
    const { metadata } = await store.make()
    const house = await makeHouse({ metadata })
    dispose = () => house.dispose()
    const keys = ['search_customReport', 'search_sqlQuery'] as const
    const publisher = await house.person({ keys })
    const [reader, other] = [await house.person({ keys }), await house.person({ keys })]
    const draft = { name: '渠道对账', sql: 'select 1 as n', params: [], chart: null, published: false }
    const { id } = (await publisher.call<CustomReport>(saveCustomReport, { body: draft })).data
    const params = { id }
    const opens = async (person: Person) =>
      (await person.call(getCustomReport, { params })).envelope?.isSuccess
    const listed = async (person: Person) =>
      (await person.call<CustomSummary[]>(listCustomReports)).data.map(({ name }) => name)
    const share = async (person: Person, shared: boolean, right?: 'see' | 'edit') => {
      const grants = right ? [{ kind: 'user', id: reader.id, right }] : []
      return (await person.call(shareCustomReport, { body: { id, shared, grants } })).envelope
    }
    const change = async (person: Person, published = false) =>
      (await person.call(saveCustomReport, { body: { ...draft, id, sql: 'select 2 as n', published } }))
        .envelope

    expect(await share(publisher, false, 'see')).toMatchObject({ isSuccess: true })
    expect([await opens(reader), await opens(other)]).toEqual([true, false])
    expect([await listed(reader), await listed(other)]).toEqual([['渠道对账'], []])
    expect((await reader.call(runCustomReport, { params, body: {} })).envelope?.isSuccess).toBe(true)
    expect((await reader.call<Inbox>(listInbox)).data.rows[0]).toMatchObject({
      title: `${publisher.user.username} 与你共享了自定义报表「渠道对账」`,
      link: `/custom/detail?id=${id}`,
    })
    expect((await reader.call<WhoSees>(whoSeesCustomReport, { params })).data).toMatchObject({
      shared: false,
      editable: false,
      grants: [{ id: reader.id, right: 'see' }],
    })
    expect(await change(reader)).toMatchObject({ code: 'permission_missing' })
    expect(await share(reader, true, 'edit')).toMatchObject({ code: 'permission_missing' })

    await share(publisher, true, 'edit')
    expect(await opens(other)).toBe(true)
    expect(await change(reader, true)).toMatchObject({ isSuccess: true })
    // Withdrawing and deleting stay the publisher's.
    expect(await change(reader)).toMatchObject({ msg: '只有发布者可以撤回发布' })
    expect(await share(reader, false, 'edit')).toMatchObject({ msg: '只有发布者可以撤回发布' })
    expect((await reader.call(deleteCustomReport, { params, body: {} })).envelope?.isSuccess).toBe(false)
    const told = JSON.stringify(await readHistory(house.deps.metadata.db, customReports, publisher.user, id))
    expect(told).toContain(`${reader.user.username}（可以修改）`)
    await share(publisher, false)
    expect([await opens(reader), await opens(other), await opens(publisher)]).toEqual([false, false, true])
    // What the inbox told of it goes with it.
    expect((await reader.call<Inbox>(listInbox)).text).not.toContain('渠道对账')
  })
})
