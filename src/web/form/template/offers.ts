// Variables that fit at the caret of a text with variables.
import { type TemplateVariables, variableText } from '#shared/template.ts'

export interface VariableOffer {
  name: string
  title: string
  sample: string
}

export interface VariableOffers {
  /** Range that the chosen variable replaces, end exclusive. */
  start: number
  end: number
  offers: readonly VariableOffer[]
}

export const offersOf = (variables: TemplateVariables): VariableOffer[] =>
  Object.entries(variables).map(([name, { title, sample }]) => ({ name, title, sample }))

/** Null where no variable is begun before the caret. */
export function variablesAt(
  text: string,
  caret: number,
  variables: TemplateVariables,
): VariableOffers | null {
  const before = text.slice(Math.max(0, caret - longestName), caret)
  const open = before.lastIndexOf('{{')
  if (open < 0) return null
  const typed = before.slice(open + 2)
  if (/[{}\n]/.test(typed)) return null
  const wanted = typed.trim().toLowerCase()
  const offers = offersOf(variables).filter(
    ({ name, title }) => title.toLowerCase().includes(wanted) || name.toLowerCase().startsWith(wanted),
  )
  const start = caret - typed.length - 2
  return offers.length === 0 ? null : { start, end: caret + closedAfter(text, caret), offers }
}

/** No variable name is longer. */
const longestName = 60

/** A `}}` directly after the caret belongs to the variable begun before it. */
const closedAfter = (text: string, caret: number): number => (text.startsWith('}}', caret) ? 2 : 0)

export const insertedText = ({ title }: VariableOffer): string => variableText({ title, sample: '' })
