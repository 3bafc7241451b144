// A dimension's history names its dictionary, which is stored by id.
import { expect, it } from 'vitest'
import * as calls from '#features/config/contract.ts'
import { makeOffice } from '../statement/office.ts'

it('a dimension’s history names its dictionary', async () => {
  const office = await makeOffice()
  try {
    const dimension = { name: '来源', types: 'dictionary', form_type: 'multiSelect' }
    const info = { expression: 'channel', valueOrder: ['web'] }
    const { data, text } = await office.admin.call<{ id: number; revision: number }>(
      calls.addOrUpdateAnaDim,
      {
        body: { ...dimension, info: { ...info, dictId: office.dictionary } },
      },
    )
    expect(data.id, text).toBeGreaterThan(0)
    const body = { ...dimension, types: 'string', id: data.id, revision: data.revision, info }
    await office.admin.call(calls.addOrUpdateAnaDim, { body })
    const params = { kind: 'dimension', id: data.id }
    const history = await office.admin.call<calls.DefinitionHistory>(calls.definitionHistory, { params })
    const change = history.data[0]?.changes.find(({ field }) => field === 'info')
    expect(change).toMatchObject({ from: expect.stringContaining('字典：渠道') })
    expect(change?.to).not.toContain('字典')
  } finally {
    await office.dispose()
  }
})
