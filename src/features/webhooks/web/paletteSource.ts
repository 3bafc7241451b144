// Webhooks as entries of the palette.
import { pages } from '#shared/pages.ts'
import { call, quiet } from '#web/api/client.ts'
import type { PaletteEntry } from '#web/shell/palette/entries.ts'
import { eventTitle, listWebhooks } from '../contract.ts'

export async function readWebhooks(signal: AbortSignal): Promise<PaletteEntry[]> {
  const { rows } = await call(listWebhooks, {}, { ...quiet, signal })
  return rows.map(({ id, name, pinyin, events, note }) => ({
    id: `webhook:${id}`,
    title: name,
    pinyin,
    icon: 'send-message',
    detail: [events.map(eventTitle).join('、'), note].filter(Boolean).join(' '),
    go: pages.webhooks({ text: name }),
  }))
}
