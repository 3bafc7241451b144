// Receivers as entries of the palette.
import { pages } from '#shared/pages.ts'
import { call } from '#web/api/client.ts'
import type { PaletteEntry } from '#web/shell/palette/entries.ts'
import { listReceivers, receiverKindTitles } from '../contract.ts'

export async function readReceivers(signal: AbortSignal): Promise<PaletteEntry[]> {
  const { rows } = await call(listReceivers, {}, { signal, quiet: true, loading: null })
  return rows.map(({ id, name, pinyin, kind, note }) => ({
    id: `receiver:${id}`,
    title: name,
    pinyin,
    icon: 'send-message',
    detail: [receiverKindTitles[kind], note].filter(Boolean).join(' '),
    go: pages.alarmReceivers({ text: name }),
  }))
}
