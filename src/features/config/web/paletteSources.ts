// Tables of the warehouse that no definition names, as entries of the palette, for those who may define them.
import { CallError } from '#web/api/callError.ts'
import { call } from '#web/api/client.ts'
import type { PaletteEntry } from '#web/shell/palette/entries.ts'
import { undefinedTables } from '../contract.ts'

export async function readUndefinedEntries(signal: AbortSignal): Promise<PaletteEntry[]> {
  const tables = await call(undefinedTables, {}, { quiet: true, loading: null, signal }).catch((error) => {
    // Whose rows are limited may define no tables: there is nothing to offer them.
    if (!(error instanceof CallError) || error.code !== 'permission_missing') throw error
    return []
  })
  return tables.map(({ name, comment, rowCount }) => ({
    id: `config.undefined:${name}`,
    title: `定义数据表 ${name}`,
    en: name,
    pinyin: '',
    icon: 'panel-table',
    detail: [comment, `${rowCount.toLocaleString('en-US')} 行`].filter(Boolean).join('，'),
    run: () => void import('./undefined/open.tsx').then(({ showUndefined }) => showUndefined(name)),
  }))
}
