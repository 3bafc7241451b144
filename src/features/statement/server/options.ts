// Values of a dimension for its filter control, in the caller's games.

import { compileValues } from '#semantic/compile.ts'
import type { Dimension, Model } from '#semantic/model/types.ts'
import { emptyText, emptyWord } from '#semantic/model/valueText.ts'
import { contextFor } from '#server/compileContext.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { pinyinOf } from '#server/pinyin.ts'
import { syllablesOf } from '#shared/pinyin.ts'
import { readLabels } from '#features/dictionary/server/index.ts'
import { readValues, type StoredValue } from './valueLists.ts'

interface Option {
  /** Null: the null value. */
  value: string | null
  label: string
  pinyin?: string
}

interface Wanted {
  model: Model
  dimension: Dimension
  /** Searched in codes and labels. */
  like: string | undefined
  signal: AbortSignal
}

const mostOptions = 500
/** The warehouse does not know dictionary labels, so this many codes are read and searched. */
const mostCodes = 20_000

export async function readOptions(
  deps: Deps,
  user: SessionUser,
  { model, dimension, like, signal }: Wanted,
): Promise<{ options: Option[]; more: boolean }> {
  const { dictId } = dimension.info
  const isNamed = dictId !== undefined
  const limit = isNamed ? mostCodes : mostOptions + 1
  const request = { dimensionId: dimension.id, limit, ...(like && !isNamed && { like }) }
  const statement = compileValues(request, model, contextFor(deps, user))
  const values = await readValues(deps.warehouse, statement, limit, signal)
  const names = isNamed ? (await readLabels(deps.metadata.db, [dictId])).get(dictId) : undefined
  const options = values
    .map((value) => optionOf(value, names))
    .filter((option) => !isNamed || matches(option, like))
  const order = dimension.info.valueOrder ?? [...(names?.keys() ?? [])]
  return { options: inOrder(options, order).slice(0, mostOptions), more: options.length > mostOptions }
}

function optionOf({ value, label }: StoredValue, names: ReadonlyMap<string, string> | undefined): Option {
  if (value === null) return { value, label: emptyText }
  if (value === '') return { value, label: emptyWord }
  const shown = names?.get(value) ?? (label || value)
  const pinyin = pinyinOf(shown)
  return { value, label: shown, ...(pinyin && { pinyin }) }
}

function matches({ value, label, pinyin = '' }: Option, like = ''): boolean {
  const sought = like.trim().toLowerCase()
  if (sought === '') return true
  if (label.toLowerCase().includes(sought) || (value ?? '').toLowerCase().includes(sought)) return true
  const syllables = syllablesOf(pinyin)
  return syllables.some((_, start) => isSpelled(sought, syllables.slice(start)))
}

/** Whether the letters are prefixes of consecutive syllables: `hw`, `huaw`, `huawei`. */
function isSpelled(letters: string, [readings, ...others]: string[][]): boolean {
  if (letters === '') return true
  return (readings ?? []).some((reading) => {
    for (
      let length = 1;
      length <= reading.length && letters.startsWith(reading.slice(0, length));
      length += 1
    ) {
      if (isSpelled(letters.slice(length), others)) return true
    }
    return false
  })
}

/** In the dimension's own order, else in its dictionary's. */
function inOrder(options: Option[], order: readonly string[]): Option[] {
  const places = new Map(order.map((value, place) => [value, place]))
  const placeOf = ({ value }: Option) => places.get(value ?? '') ?? order.length
  return options.toSorted((one, other) => placeOf(one) - placeOf(other))
}
