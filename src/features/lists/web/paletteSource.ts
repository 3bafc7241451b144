// List entries in the palette, loaded on first use; of long lists only the latest entries.
import { pages } from '#shared/pages.ts'
import { call } from '#web/api/client.ts'
import type { PaletteEntry } from '#web/shell/palette/entries.ts'
import {
  entryKindTitles,
  eventStateTitles,
  getAdAccount,
  type ListEntry,
  listBlackEntries,
  listEvents,
  listWhiteEntries,
} from '../contract.ts'

const mostEntries = 2_000
const options = (signal: AbortSignal) => ({ signal, quiet: true, loading: null }) as const

/** Opens the list filtered to the chosen entry. */
const found = (page: (query: { text: string }) => string, text: string) => page({ text })

export async function readEvents(signal: AbortSignal): Promise<PaletteEntry[]> {
  return (await call(listEvents, {}, options(signal))).map(
    ({ id, code, name, pinyin, category, state, describe }) => ({
      id: `event:${id}`,
      title: name,
      en: code,
      pinyin,
      icon: 'numerical',
      detail: [code, category].filter(Boolean).join(' '),
      go: found(pages.othersEventList, code),
      preview: async () => ({
        title: name,
        subtitle: code,
        ...(describe && { text: describe }),
        facts: [{ label: '状态', value: eventStateTitles[state] }],
      }),
    }),
  )
}

export async function readAccounts(signal: AbortSignal): Promise<PaletteEntry[]> {
  const { rows, platforms } = await call(getAdAccount, {}, options(signal))
  return rows.map(({ id, name, pinyin, accountId, platform, keeper }) => ({
    id: `adAccount:${id}`,
    title: name,
    en: accountId,
    pinyin,
    icon: 'chart',
    detail: [platforms.find(({ key }) => key === platform)?.title ?? platform, accountId, keeper]
      .filter(Boolean)
      .join(' '),
    go: found(pages.othersAdUserList, accountId),
  }))
}

export const readBlackEntries = (signal: AbortSignal) => readEntries('black', signal)
export const readWhiteEntries = (signal: AbortSignal) => readEntries('white', signal)

async function readEntries(which: 'black' | 'white', signal: AbortSignal): Promise<PaletteEntry[]> {
  const query = { limit: mostEntries }
  const { rows } =
    which === 'black'
      ? await call(listBlackEntries, { query }, options(signal))
      : await call(listWhiteEntries, { query }, options(signal))
  return rows.map((entry) => entryOf(which, entry))
}

const entryOf = (which: 'black' | 'white', { id, value, kind, game, reason }: ListEntry): PaletteEntry => ({
  id: `${which}:${id}`,
  title: value,
  pinyin: '',
  icon: which === 'black' ? 'stop' : 'star',
  detail: [entryKindTitles[kind], game, reason].filter(Boolean).join(' '),
  go: found(which === 'black' ? pages.othersBlackList : pages.othersWhiteList, value),
})
