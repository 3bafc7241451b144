// Dictionaries as entries of the palette; Tab lists the values of one, for copying a code or label.

import { pages } from '#shared/pages.ts'
import { holdsPermission } from '#shared/permissions.ts'
import { call } from '#web/api/client.ts'
import { cachedDictionaries, labelsOf } from '#web/api/dictionaries.ts'
import type { PaletteEntry } from '#web/shell/palette/entries.ts'
import { useSession } from '#web/shell/session.ts'
import { copyText } from '#web/ui/copyText.ts'
import { anaDictListsByDictId, type Dictionary, type DictionarySummary, simplelist } from '../contract.ts'

/** Limit for one dictionary; its table shows the rest. */
const mostValues = 20_000

export async function readDictionaryEntries(signal: AbortSignal): Promise<PaletteEntry[]> {
  const role = useSession.getState().roleData?.role
  const mayManage = role !== undefined && holdsPermission(role, 'manage_dictionary')
  const all = await call(simplelist, {}, { signal, quiet: true, loading: null })
  return all.map((dictionary) => entryOf(dictionary, mayManage))
}

const entryOf = (
  { id, name, formName, pinyin, rowCount }: DictionarySummary,
  mayManage: boolean,
): PaletteEntry => ({
  id: `dictionary:${id}`,
  title: name,
  en: formName,
  pinyin,
  icon: 'manual',
  detail: `${formName} ${rowCount.toLocaleString('en-US')} 行`,
  ...(mayManage && { go: pages.dictionaryDetail({ id }) }),
  page: {
    title: name,
    placeholder: '代码或名称：Enter 复制代码，Tab 选择复制什么',
    load: (signal) => readValues(id, signal),
  },
})

async function readValues(id: number, signal: AbortSignal): Promise<PaletteEntry[]> {
  const fetchMissing = (ids: number[]) =>
    call(anaDictListsByDictId, { body: ids }, { signal, quiet: true, loading: null })
  const [dictionary] = await cachedDictionaries<Dictionary>([id], fetchMissing)
  if (!dictionary) return []
  return labelsOf(dictionary)
    .slice(0, mostValues)
    .map(({ code, label }) => valueEntry(id, String(code), label))
}

const valueEntry = (id: number, code: string, label: string): PaletteEntry => ({
  id: `dictionaryValue:${id}:${code}`,
  title: label,
  en: code,
  pinyin: '',
  icon: 'duplicate',
  detail: code,
  run: () => void copyText(code, `已复制代码「${code}」`),
  page: {
    title: label,
    placeholder: '',
    load: async () => [
      copyEntry(`dictionaryCode:${id}:${code}`, '复制代码', code),
      copyEntry(`dictionaryLabel:${id}:${code}`, '复制名称', label),
    ],
  },
})

const copyEntry = (id: string, title: string, text: string): PaletteEntry => ({
  id,
  title,
  pinyin: title === '复制代码' ? 'fu zhi dai ma' : 'fu zhi ming cheng',
  icon: 'duplicate',
  detail: text,
  run: () => void copyText(text, `已复制「${text}」`),
})
