// How to find a query's lines in a stretch of a file: by the kernel as far as possible, the rest line by
// line.
import { numberOf } from '#shared/logQuery/read.ts'
import type { FieldTest, LogCondition, Pattern } from '#shared/logQuery/types.ts'
import { longestNeedle } from '../kernel/functions.ts'
import type { Kernel, Lines } from '../kernel/kernel.ts'
import { makeNeedle, type Needle } from '../kernel/needle.ts'
import { allBut, allUnsure, both, either, endOf } from '../kernel/sets.ts'
import type { Format } from '../reading/formats.ts'
import { exactDigits, type LineScope } from './evaluate.ts'
import type { LineMasks } from './masking.ts'
import { writtenForms } from './written.ts'

export type Plan =
  /** Every line; `open`: each must be checked individually. */
  | { kind: 'all' | 'open' }
  | { kind: 'needles'; needles: Needle[]; sure: boolean }
  /** `within`: a text that lines with such a number must contain, where known. */
  | { kind: 'number'; needle: Needle; least: number; greatest: number; within: Needle | null }
  | { kind: 'and' | 'or'; parts: Plan[] }
  | { kind: 'not'; part: Plan }

export function planOf(condition: LogCondition, scope: LineScope | null, format: Format): Plan {
  const plan = plannedPart(condition, format)
  return scope ? joinedPlans('and', [plan, { kind: 'open' }]) : plan
}

function plannedPart(condition: LogCondition, format: Format): Plan {
  switch (condition.kind) {
    case 'all':
      return { kind: 'all' }
    case 'text':
      return textPlan(condition.pattern)
    case 'field':
      return fieldPlan(condition.name, condition.test, format)
    case 'not': {
      const part = plannedPart(condition.part, format)
      return part.kind === 'open' ? part : { kind: 'not', part }
    }
    case 'and':
    case 'or':
      return joinedPlans(
        condition.kind,
        condition.parts.map((part) => plannedPart(part, format)),
      )
  }
}

function joinedPlans(kind: 'and' | 'or', parts: Plan[]): Plan {
  const isOpen = parts.some((part) => part.kind === 'open')
  if (kind === 'or') return isOpen ? { kind: 'open' } : { kind, parts }
  const useful = parts.filter((part) => part.kind !== 'open' && part.kind !== 'all')
  if (useful.length === 0) return { kind: isOpen ? 'open' : 'all' }
  // Cheap parts first: the rest is searched in what is left.
  useful.sort((one, other) => costOf(one) - costOf(other))
  const kept = isOpen ? [...useful, { kind: 'open' } as Plan] : useful
  return kept.length === 1 ? (kept[0] as Plan) : { kind, parts: kept }
}

const costOf = (plan: Plan): number =>
  plan.kind === 'needles'
    ? plan.needles.length
    : plan.kind === 'number'
      ? 50
      : plan.kind === 'not'
        ? 200
        : 100

const textPlan = (pattern: Pattern): Plan =>
  pattern.length === 1 ? needlePlan(pattern[0] ?? '', true) : needlePlan(longestOf(pattern), false)

const longestOf = (pattern: Pattern): string =>
  pattern.reduce((longest, part) => (part.length > longest.length ? part : longest), '')

function needlePlan(text: string, sure: boolean): Plan {
  if (text === '') return { kind: 'open' }
  const forms = writtenForms(text)
  const isShort = forms.every((form) => Buffer.byteLength(form) <= longestNeedle)
  return { kind: 'needles', needles: forms.map(makeNeedle), sure: sure && isShort }
}

function fieldPlan(name: string, test: FieldTest, format: Format): Plan {
  // Plain texts have no fields, so nothing matches.
  if (format === 'text') return { kind: 'not', part: { kind: 'all' } }
  if (test.kind === 'range') return rangePlan(name, test, format)
  if (test.kind === 'exists') return namePlan(name, format)
  const [only = ''] = test.pattern
  const number = test.pattern.length === 1 ? numberOf(only) : null
  if (number === null) return needlePlan(longestOf(test.pattern), false)
  if (only.length > exactDigits) return needlePlan(only, false)
  if (format === 'json' && isPlainName(name))
    return {
      kind: 'number',
      needle: keyNeedle(name),
      least: number,
      greatest: number,
      within: wholeNeedle(only),
    }
  // 500.0 equals 500.
  return namePlan(name, format)
}

/** JSON writers don't escape such a name. */
const isPlainName = (name: string): boolean => /^[\w@$ -]{1,100}$/.test(name)
const keyNeedle = (name: string): Needle => makeNeedle(`"${name}"`)
/** An integer is written with its own digits, with or without a fraction. */
const wholeNeedle = (text: string): Needle | null => (/^[1-9]\d{2,}$/.test(text) ? makeNeedle(text) : null)

function rangePlan(name: string, test: Extract<FieldTest, { kind: 'range' }>, format: Format): Plan {
  if (format !== 'json' || !isPlainName(name)) return namePlan(name, format)
  const least = test.beyondLeast ? next(test.least, 1) : test.least
  const greatest = test.beforeMost ? next(test.most, -1) : test.most
  return { kind: 'number', needle: keyNeedle(name), least, greatest, within: null }
}

/** Lines that may have such a field. */
function namePlan(name: string, format: Format): Plan {
  if (format === 'combined') return { kind: 'open' }
  const last = format === 'json' ? (name.split('.').findLast((part) => part !== '') ?? name) : name
  return needlePlan(last, false)
}

/** The next representable number in that direction. */
function next(value: number, direction: 1 | -1): number {
  if (!Number.isFinite(value)) return value
  if (value === 0) return direction * Number.MIN_VALUE
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  const step = value > 0 === direction > 0 ? 1n : -1n
  view.setBigInt64(0, view.getBigInt64(0) + step)
  return view.getFloat64(0)
}

/** Lines of the stretch that match, or may match. */
export function chosen(kernel: Kernel, plan: Plan, from: number, end: number): Lines {
  switch (plan.kind) {
    case 'all':
      return kernel.lines(from, end)
    case 'open':
      return allUnsure(kernel.lines(from, end))
    case 'needles': {
      const found = formsFor(kernel, plan.needles, from, end)
        .map((needle) => kernel.holding(needle, from, end))
        .reduce(either)
      return plan.sure ? found : allUnsure(found)
    }
    case 'number':
      return plan.within
        ? kernel.numbersAmong(plan.needle, plan.least, plan.greatest, kernel.holding(plan.within, from, end))
        : kernel.numbers(plan.needle, plan.least, plan.greatest, from, end)
    case 'not':
      return allBut(kernel.lines(from, end), chosen(kernel, plan.part, from, end))
    case 'or':
      return plan.parts.map((part) => chosen(kernel, part, from, end)).reduce(either)
    case 'and':
      return joint(kernel, plan.parts, from, end)
  }
}

const backslash = makeNeedle('\\')

/** All except the first are escaped forms. */
const formsFor = (
  kernel: Kernel,
  needles: readonly Needle[],
  from: number,
  end: number,
): readonly Needle[] =>
  needles.length > 1 && !kernel.has(backslash, from, end) ? needles.slice(0, 1) : needles

function joint(kernel: Kernel, parts: readonly Plan[], from: number, end: number): Lines {
  let left: Lines | null = null
  for (const part of parts) {
    if (part.kind === 'open') return allUnsure(left ?? kernel.lines(from, end))
    if (left && part.kind === 'number')
      left = kernel.numbersAmong(part.needle, part.least, part.greatest, left)
    else {
      const found = chosen(kernel, part, from, end)
      left = left ? both(left, found) : found
    }
    if (left.length === 0) break
  }
  return left ?? kernel.lines(from, end)
}

/** Lines that were found, with those that may hold masks left to be decided one by one. */
export type MaskedLines = (kernel: Kernel, found: Lines, from: number, end: number) => Lines

/** Null where no line of the format has such a field. */
export function maskedLines(format: Format, { fields }: LineMasks): MaskedLines | null {
  if (format === 'text') return null
  if (format === 'combined') {
    const isAny = fields.some(([name]) => combinedNames.has(name))
    return isAny ? (kernel, _, from, end) => allUnsure(kernel.lines(from, end)) : null
  }
  const needles = fields.flatMap(([name]) => writtenForms(name).map(makeNeedle))
  return (kernel, found, from, end) => {
    const masked = needles.map((needle) => kernel.holding(needle, from, end)).reduce(either)
    return either(allBut(found, sure(masked)), allUnsure(masked))
  }
}

const combinedNames = new Set(['address', 'user', 'path', 'referer', 'agent'])

const sure = (lines: Lines): Lines => lines.map((value, at) => (at % 2 === 1 ? endOf(value) : value))
