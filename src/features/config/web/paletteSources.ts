// Undefined tables of the warehouse as entries of the palette, for users who may define them.
import { CallError } from '#web/api/callError.ts'
import { call } from '#web/api/client.ts'
import type { PaletteEntry } from '#web/shell/palette/entries.ts'
import { undefinedTables } from '../contract.ts'

export async function readUndefinedEntries(signal: AbortSignal): Promise<PaletteEntry[]> {
  const tables = await call(undefinedTables, {}, { quiet: true, loading: null, signal }).catch((error) => {
    // Users with row rules may not define tables, so nothing is offered.
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
