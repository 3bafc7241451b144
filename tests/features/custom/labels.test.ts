// Labels from dictionaries for codes in a custom report's rows and files.

import XLSX from 'sheetjs-style'
import { expect, it } from 'vitest'
import {
  type CustomReport,
  type CustomTable,
  exportCustomReport,
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

it.each(['csv', 'xlsx'] as const)('stands in the place of them in a file, %s', async (format) => {
  const office = await makeOffice()
  try {
    const writer = await office.person({ keys: ['search_sqlQuery', 'search_customReport'] })
    const sql =
      "select channel, count(*) as n from (select channel from visit union all select 'unheard') group by all"
    const body = { name: '按渠道', sql, params: [], chart: null, published: true }
    const { id } = (await writer.call<CustomReport>(saveCustomReport, { body })).data
    const file = await writer.call(exportCustomReport, { params: { id }, body: { format } })
    const book =
      format === 'csv'
        ? XLSX.read(new TextDecoder().decode(file.bytes), { type: 'string' })
        : XLSX.read(file.bytes)
    const [sheet] = Object.values(book.Sheets)
    const rows = XLSX.utils.sheet_to_json<[string, number]>(sheet as XLSX.WorkSheet, { header: 1 })
    const names = rows.slice(1).map(([name]) => name)
    expect(names).toContain('官网')
    expect(names).toContain('unheard')
    expect(names).not.toContain('web')
  } finally {
    await office.dispose()
  }
})
