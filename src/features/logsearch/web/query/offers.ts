// Suggestions at the caret: field names, their values, and operators.

import { typingAt, writtenValue } from '#shared/logQuery/words.ts'
import type { LogField, LogIndex } from '#features/logsearch/contract.ts'

export interface Offer {
  group: 'field' | 'value' | 'word'
  /** Replaces the word at the caret. */
  text: string
  note: string
  from: number
  to: number
}

const mostOffers = 12
const kindWords = { text: '文字', number: '数字', moment: '时间', switch: '是否' } as const

export function offersAt(query: string, caret: number, index: LogIndex | null): Offer[] {
  if (!index) return []
  const typing = typingAt(query, caret)
  const place = { from: typing.from, to: typing.to }
  const typed = typing.typed.toLowerCase().replace(/^["“”]/, '')
  if (typing.kind === 'value') {
    const field = index.fields.find(({ name }) => name === typing.field)
    return ranked(field?.values ?? [], typed, (value) => value)
      .filter((value) => value.toLowerCase() !== typed)
      .map((value) => ({ group: 'value', text: `${writtenValue(value)} `, note: '', ...place }))
  }
  // After a complete condition nothing is suggested before something is typed.
  if (typed === '' && query.trim() !== '') return []
  return ranked(index.fields, typed, ({ name, title }) => `${name}\n${title}`).map((field) => ({
    group: 'field',
    text: `${fieldText(field)}:`,
    note: [field.title !== field.name && field.title, kindWords[field.kind]].filter(Boolean).join('，'),
    ...place,
  }))
}

const fieldText = ({ name }: LogField): string =>
  /^[\p{L}_@$][\p{L}\p{N}_@$./-]*$/u.test(name) ? name : `"${name.replaceAll(/["\\]/g, '\\$&')}"`

/** Prefix matches first. */
function ranked<Item>(items: readonly Item[], typed: string, textOf: (item: Item) => string): Item[] {
  const texts = items.map((item) => ({ item, text: textOf(item).toLowerCase() }))
  const begins = texts.filter(({ text }) => text.startsWith(typed) || text.includes(`\n${typed}`))
  const holds = texts.filter((one) => !begins.includes(one) && one.text.includes(typed))
  return [...begins, ...holds].slice(0, mostOffers).map(({ item }) => item)
}
