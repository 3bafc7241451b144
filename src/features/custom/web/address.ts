// Addresses of custom reports: the report's id, and the parameter values that differ from the defaults.

import { pages } from '#shared/pages.ts'
import { queryOf } from '#web/shell/longAddress.ts'
import type { CustomParameter, CustomValues } from '../contract.ts'

const path = pages.customDetail.path
const valuePrefix = 'p.'

/** `new` opens an empty report for editing. */
export function reportAddress(id: string, values: CustomValues = {}, { editing = false } = {}): string {
  const query = new URLSearchParams({ id })
  if (editing) query.set('edit', '1')
  for (const [name, value] of Object.entries(values)) query.append(valuePrefix + name, textOf(value))
  return `${path}?${query}`
}

interface CustomAddress {
  id: string
  editing: boolean
  /** Values as they appear in the address, not parsed. */
  texts: ReadonlyMap<string, string>
}

export function readAddress(search: string): CustomAddress {
  const query = queryOf(search)
  const texts = [...query]
    .filter(([key]) => key.startsWith(valuePrefix))
    .map(([key, text]) => [key.slice(valuePrefix.length), text] as const)
  return { id: query.get('id') ?? '', editing: query.get('edit') === '1', texts: new Map(texts) }
}

/** A text is written plainly unless it would be parsed as another type. */
const textOf = (value: CustomValues[string]): string =>
  typeof value === 'string' && !/^[[{"]|^(true|false|null)$/.test(value) ? value : JSON.stringify(value)

function readText(text: string): CustomValues[string] {
  if (!/^[["]|^(true|false|null)$/.test(text)) return text
  try {
    const value: unknown = JSON.parse(text)
    const isPlain = (one: unknown) => typeof one === 'string' || typeof one === 'number'
    if (value === null || isPlain(value) || typeof value === 'boolean') return value as CustomValues[string]
    if (Array.isArray(value) && value.every(isPlain)) return value as (string | number)[]
  } catch {
    // Invalid JSON, typed by hand, stays a text.
  }
  return text
}

/** Values of the report's own parameters; other parameters in the address are ignored. */
export function valuesFrom(
  { texts }: Pick<CustomAddress, 'texts'>,
  params: readonly CustomParameter[],
): CustomValues {
  return Object.fromEntries(
    params.flatMap(({ name }) => {
      const text = texts.get(name)
      return text === undefined ? [] : [[name, readText(text)]]
    }),
  )
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Values that differ from the defaults and therefore belong in the address. */
export const changedValues = (values: CustomValues, params: readonly CustomParameter[]): CustomValues =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => !same(value, params.find((parameter) => parameter.name === name)?.default),
    ),
  )
