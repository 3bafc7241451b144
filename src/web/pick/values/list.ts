// Items of a list parameter: numbers where all are numbers without leading zeros, else texts.
import { typedValues } from './typed.ts'

export type ListItem = string | number

/** Texts that a number can't represent exactly are not converted. */
const isNumber = (text: string): boolean =>
  String(Number(text)) === text && (Number.isSafeInteger(Number(text)) || !Number.isInteger(Number(text)))

/**
 * Added items get the type of the present ones. Present items are not converted: one text makes the engine read all as
 * texts.
 */
export function listWith(given: readonly ListItem[], added: readonly ListItem[]): ListItem[] {
  const numeric =
    given.every((item) => typeof item === 'number') && added.every((item) => isNumber(String(item)))
  return [...given, ...(numeric ? added.map(Number) : added.map(String))]
}

export const listTyped = (text: string): ListItem[] =>
  listWith(
    [],
    typedValues(text).map((one) => one.text),
  )
