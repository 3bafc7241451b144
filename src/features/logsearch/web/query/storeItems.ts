// Stores to choose from, by entrance.

import type { PickItem } from '#web/pick/pickItem.ts'
import { timeText } from '#web/ui/timeText.ts'
import type { LogStore } from '#features/logsearch/contract.ts'
import type { Places } from '../store.ts'
import { bytesText } from '../words.ts'

export const storeItems = ({ entrances, stores }: Places, entrance: string, store: string): PickItem[] =>
  entrances.flatMap(({ name, title }) =>
    (stores[name] ?? []).map((one) => ({
      key: `${name}\n${one.name}`,
      title: one.title,
      pinyin: '',
      group: title,
      detail: bytesText(one.bytes),
      note: noteOf(one),
      checked: name === entrance && one.name === store,
    })),
  )

function noteOf({ note, last, limited, audited }: LogStore): string {
  const parts = [
    note,
    last && `最新 ${timeText(last)}`,
    limited && '只含你能看的部分',
    audited && '查询会记入审计',
  ]
  return parts.filter(Boolean).join('；')
}
