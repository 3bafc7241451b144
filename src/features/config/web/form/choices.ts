// The options of select fields. Ids are passed as texts; an empty text means none.

import type { Choice } from '#web/form/types.ts'
import type { SettingOptions } from '#features/config/contract.ts'
import { physicalTable, referenceData } from '../referenceData.ts'

export const idOf = (id: number | null | undefined): string =>
  id === null || id === undefined ? '' : String(id)
export const typedId = (text: string): number | null => (text === '' ? null : Number(text))

export const choicesOfRows = (rows: readonly { id: number; name: string }[]): Choice[] =>
  rows.map(({ id, name }) => ({ value: String(id), title: name }))

export const optionChoices = (name: keyof SettingOptions): Choice[] =>
  referenceData().options[name].map(({ value, label }) => ({ value, title: label }))

/** Columns of a physical table, after `none` when the column is optional. */
export function columnChoices(table: unknown, none?: string): Choice[] {
  const columns = physicalTable(String(table ?? ''))?.columns ?? []
  return [
    ...(none === undefined ? [] : [{ value: '', title: none }]),
    ...columns.map(({ name, type, comment }) => ({
      value: name,
      title: [name, comment, type].filter(Boolean).join('　'),
    })),
  ]
}

export const tableChoices = (kind: 'dim' | 'point'): Choice[] =>
  referenceData().physical[kind].map(({ name, comment }) => ({
    value: name,
    title: comment ? `${name}　${comment}` : name,
  }))
