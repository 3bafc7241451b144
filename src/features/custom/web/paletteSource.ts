// Custom reports as entries of the palette, loaded on first use.
import { call } from '#web/api/client.ts'
import type { PaletteEntry } from '#web/shell/palette/entries.ts'
import { type CustomSummary, listCustomReports } from '../contract.ts'
import { reportAddress } from './address.ts'

export async function readCustomReports(signal: AbortSignal): Promise<PaletteEntry[]> {
  return (await call(listCustomReports, {}, { signal, quiet: true, loading: null })).map(entryOf)
}

const entryOf = ({ id, name, pinyin, folder, describe, owner, published }: CustomSummary): PaletteEntry => ({
  id: `custom:${id}`,
  title: name,
  pinyin,
  icon: 'panel-table',
  detail: [folder, published ? '' : '未发布'].filter(Boolean).join(' '),
  go: reportAddress(id),
  preview: async () => ({
    title: name,
    subtitle: folder || '自定义报表',
    ...(describe && { text: describe }),
    facts: [{ label: '发布者', value: owner }],
  }),
})
