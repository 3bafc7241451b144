// Sources as entries of the command palette.
import { pages } from '#shared/pages.ts'
import { call } from '#web/api/client.ts'
import type { PaletteEntry } from '#web/shell/palette/entries.ts'
import { listSources, timingText } from '../contract.ts'

export async function readSources(signal: AbortSignal): Promise<PaletteEntry[]> {
  const { rows } = await call(listSources, {}, { signal, quiet: true, loading: null })
  return rows.map(({ id, name, pinyin, kindTitle, table, timing }) => ({
    id: `source:${id}`,
    title: name,
    pinyin,
    icon: 'import',
    detail: [kindTitle, `→ ${table}`, timingText(timing)].join(' '),
    go: pages.configSource({ text: name }),
  }))
}
