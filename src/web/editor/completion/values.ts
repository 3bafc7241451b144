// Values of a column with a dictionary: shown by label, inserted as codes.

import type { DictionaryLabel } from '#web/api/dictionaries.ts'
import type { Item } from './items.ts'
import { resolve } from './resolving.ts'
import type { Scope, ScopeColumn } from './scopeTypes.ts'
import { isKeyword, isName, nameOf, type Words } from './words.ts'

/** A column whose value is being typed. */
export interface ValueWish {
  dictId: number
  /** Whether the cursor is already inside quotes. */
  within: boolean
  /** Codes of a numeric column are written without quotes. */
  isNumber: boolean
}

const comparisons = new Set(['=', '==', '<>', '!='])
const numeric = /^(u?(tiny|small|big|huge)?int(eger)?|decimal|numeric|double|float|real)/i

/** The column whose value is expected before word `at`; null where none is, or it has no dictionary. */
export function valueWish(words: Words, scope: Scope, at: number, within: boolean): ValueWish | null {
  const column = comparedColumn(words, scope, at)
  if (!column || column.dictId === null || column.dictId === undefined) return null
  return { dictId: column.dictId, within, isNumber: numeric.test(column.type) }
}

function comparedColumn(words: Words, scope: Scope, at: number): ScopeColumn | null {
  const previous = words.all[at - 1]
  if (previous && comparisons.has(previous.text)) return columnBefore(words, scope, at - 2)
  const open = previous?.text === '(' ? at - 1 : (words.around[at - 1] ?? -1)
  if (previous?.text !== '(' && previous?.text !== ',') return null
  if (!isKeyword(words, open - 1, 'in')) return null
  return columnBefore(words, scope, isKeyword(words, open - 2, 'not') ? open - 3 : open - 2)
}

function columnBefore(words: Words, scope: Scope, last: number): ScopeColumn | null {
  if (!isName(words.all[last])) return null
  const path = [nameOf(words.all[last]) as string]
  for (let at = last; words.all[at - 1]?.text === '.' && isName(words.all[at - 2]); at -= 2) {
    path.unshift(nameOf(words.all[at - 2]) as string)
  }
  return resolve(scope, path)
}

export function valueItems(labels: readonly DictionaryLabel[], wish: ValueWish, group: number): Item[] {
  return labels.map(({ code, label, pinyin = '' }) => {
    const escaped = String(code).replaceAll("'", "''")
    return {
      kind: 'value',
      name: label,
      namePinyin: pinyin,
      type: '',
      comment: String(code),
      insert: wish.within ? escaped : wish.isNumber ? escaped : `'${escaped}'`,
      group,
    }
  })
}
