// Labels from dictionaries for codes in a custom report's rows.
import { expect, it } from 'vitest'
import {
  type CustomReport,
  type CustomTable,
  runCustomReport,
  saveCustomReport,
} from '#features/custom/contract.ts'
import { makeOffice } from '../statement/office.ts'

it('stands beside them, by the tables and columns that the text reads', async () => {
  const office = await makeOffice()
  try {
    const writer = await office.person({ keys: ['search_sqlQuery', 'search_customReport'] })
    const reader = await office.person({ keys: ['search_customReport'] })
    const tableOf = async (sql: string) => {
      const body = { name: sql.slice(0, 60), sql, params: [], chart: null, published: true }
      const { id } = (await writer.call<CustomReport>(saveCustomReport, { body })).data
      return (await reader.call<CustomTable>(runCustomReport, { params: { id }, body: {} })).data
    }
    const { labels, data } = await tableOf(
      'select day, channel as via, sum(minutes) as m from visit group by all',
    )
    expect(labels.map(({ column }) => column)).toEqual([1])
    expect(labels[0]?.names).toContainEqual({ code: 'web', label: '官网' })
    // The rows themselves keep the codes.
    expect(data[1]).toContain('web')
    const computed = await tableOf(
      "select upper(channel) || '' as channel2, count(*) as n from visit group by all",
    )
    expect(computed.labels).toEqual([])
  } finally {
    await office.dispose()
  }
})
