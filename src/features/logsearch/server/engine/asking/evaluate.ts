// Decides from a line's text whether it matches, where the kernel could not.
import { numberOf } from '#shared/logQuery/read.ts'
import type { FieldTest, LogCondition, Pattern } from '#shared/logQuery/types.ts'
import { type Format, fieldOf } from '../reading/formats.ts'
import { type LineMasks, textOfLine } from './masking.ts'
import { folded, holdsPattern, isPattern } from './patterns.ts'
import { writtenForms } from './written.ts'

/** Lines visible to a reader: those whose field has one of these values. */
export interface LineScope {
  field: string
  values: string[]
}

/** What a reader sees: which lines, and of which fields masks alone. Null: all. */
export interface LineSight {
  scope: LineScope | null
  masks: LineMasks | null
}

export type Decide = (text: string) => boolean

/** Digits that a double keeps exactly. */
export const exactDigits = 15

/** The scope is decided by the line itself, what is asked by the line as it is seen. */
export function decider(condition: LogCondition, { scope, masks }: LineSight, format: Format): Decide {
  const plain = deciderOf(condition, format)
  const asked: Decide = masks ? (text) => plain(textOfLine(format, masks, text)) : plain
  if (!scope) return asked
  const name = scope.field.toLowerCase()
  const values = new Set(scope.values)
  return (text) => values.has(fieldOf(format, text, name) ?? '') && asked(text)
}

function deciderOf(condition: LogCondition, format: Format): Decide {
  switch (condition.kind) {
    case 'all':
      return () => true
    case 'text':
      return holdsText(condition.pattern)
    case 'field': {
      const name = condition.name.toLowerCase()
      const fits = valueTest(condition.test)
      return (text) => {
        const value = fieldOf(format, text, name)
        return value !== null && fits(value)
      }
    }
    case 'not': {
      const part = deciderOf(condition.part, format)
      return (text) => !part(text)
    }
    case 'and': {
      const parts = condition.parts.map((part) => deciderOf(part, format))
      return (text) => parts.every((part) => part(text))
    }
    case 'or': {
      const parts = condition.parts.map((part) => deciderOf(part, format))
      return (text) => parts.some((part) => part(text))
    }
  }
}

function holdsText(pattern: Pattern): Decide {
  const [only] = pattern
  if (pattern.length > 1) {
    const lowered = pattern.map(folded)
    return (text) => holdsPattern(folded(text), lowered, { whole: false })
  }
  const forms = writtenForms(only ?? '').map(folded)
  return (text) => {
    const lowered = folded(text)
    return forms.some((form) => lowered.includes(form))
  }
}

function valueTest(test: FieldTest): Decide {
  if (test.kind === 'exists') return () => true
  if (test.kind === 'range') return inRange(test)
  const pattern = test.pattern.map(folded)
  const [only = ''] = pattern
  const number = pattern.length === 1 ? numberOf(only) : null
  const asText: Decide =
    test.kind === 'same'
      ? (value) => isPattern(folded(value), pattern)
      : (value) => holdsPattern(folded(value), pattern, { whole: true })
  if (number === null) return asText
  // Numbers are compared as numbers, unless they have too many digits or an exponent.
  const isLong = only.length > exactDigits
  return (value) => {
    const own = numberOf(value)
    if (own === null) return asText(value)
    return isLong || value.length > exactDigits || /e/i.test(value) ? folded(value) === only : own === number
  }
}

const inRange =
  ({ least, most, beyondLeast, beforeMost }: Extract<FieldTest, { kind: 'range' }>): Decide =>
  (value) => {
    const number = numberOf(value)
    if (number === null) return false
    return (beyondLeast ? number > least : number >= least) && (beforeMost ? number < most : number <= most)
  }
