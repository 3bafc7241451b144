// Palette sources: log stores, and this reader's former queries.
import { call, quiet } from '#web/api/client.ts'
import type { PaletteEntry } from '#web/shell/palette/entries.ts'
import { getLogStores, listEntrances } from '../contract.ts'
import { writeAddress } from './address.ts'
import { askedQueries } from './query/history.ts'

const mostQueries = 20

export async function readLogEntries(signal: AbortSignal): Promise<PaletteEntry[]> {
  const entrances = await call(listEntrances, {}, { ...quiet, signal })
  const stores = await Promise.all(
    entrances.map(async ({ name: entrance, title: place }) => {
      const found = await call(getLogStores, { params: { entrance } }, { ...quiet, signal })
      return found.map(({ name: store, title }) => ({
        id: `logs:${entrance}/${store}`,
        title: `${title}日志`,
        en: store,
        pinyin: '',
        icon: 'manual',
        detail: place,
        go: writeAddress({ entrance, store }),
      }))
    }),
  )
  const queries = askedQueries()
    .slice(0, mostQueries)
    .map((query) => ({
      id: `logs:query:${query}`,
      title: query,
      pinyin: '',
      icon: 'search',
      detail: '查过的日志',
      go: writeAddress({ query }),
    }))
  return [...stores.flat(), ...queries]
}
