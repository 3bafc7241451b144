// The latest push tasks as palette entries.
import { pages } from '#shared/pages.ts'
import { call } from '#web/api/client.ts'
import type { PaletteEntry } from '#web/shell/palette/entries.ts'
import { findPushTasks, taskStateTitles } from '../contract.ts'

const mostTasks = 200

export async function readTasks(signal: AbortSignal): Promise<PaletteEntry[]> {
  const query = { limit: mostTasks }
  const { rows } = await call(findPushTasks, { query }, { signal, quiet: true, loading: null })
  return rows.map(({ id, title, game, state, scheduleText }) => ({
    id: `push:${id}`,
    title,
    pinyin: '',
    icon: 'notifications',
    detail: [game, taskStateTitles[state], scheduleText].join(' '),
    go: pages.pushPushlist({ text: title }),
  }))
}
