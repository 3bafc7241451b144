// Conditions in an address, a part each. Without its last part nothing is chosen yet.
//
//   d3~in~iOS,Android                        a filter
//   p11~gt-p12~1.2    p11~gt-week            a point against another, 1.2 times; against its own past
//   any(d3~in~iOS;all(p11~gt~100;p2~lt~10))  a group; within it !o !e !s stand for ( ) ; of a value
import { deepestGroups, isGroup, mostConditions, partsOf } from '../conditions.ts'
import {
  type FilterOp,
  type FilterThan,
  filterOps,
  type PastPeriod,
  pastPeriods,
  type ReportCondition,
  type ReportFilter,
} from '../types.ts'
import { decodeValues, encodeValues } from './textCode.ts'

export const isId = (text: string): boolean =>
  /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text))

/** Id of a point, or of one of the report's own formulas. */
export const isPointId = (text: string): boolean => isId(text) || /^-[1-9]\d{0,2}$/.test(text)

// ---- writing

export function writeFilter({ dim, point, op, values, than }: ReportFilter): string {
  const subject = dim === undefined ? `p${point}` : `d${dim}`
  if (than !== undefined) {
    const other = 'past' in than ? than.past : `p${than.point}`
    return `${subject}~${op}-${other}${than.times === undefined ? '' : `~${than.times}`}`
  }
  return values.length === 0 ? `${subject}~${op}` : `${subject}~${op}~${encodeValues(values)}`
}

const marks: Record<string, string> = { '(': '!o', ')': '!e', ';': '!s' }

function writeCondition(condition: ReportCondition): string {
  if (!isGroup(condition)) return writeFilter(condition)
  const parts = partsOf(condition).map((part) =>
    isGroup(part)
      ? writeCondition(part)
      : writeFilter(part).replace(/[();]/g, (mark) => marks[mark] as string),
  )
  return `${'any' in condition ? 'any' : 'all'}(${parts.join(';')})`
}

export const writeConditions = (conditions: readonly ReportCondition[]): string[] =>
  conditions.length === 0 ? [''] : conditions.map(writeCondition)

// ---- reading

export function readFilter(text: string): ReportFilter | undefined {
  const [, kind, id = '', op = '', other, rest] =
    /^([dp])(-?\d{1,16})~(\w{1,20})(?:-(\w-?\w{1,20}))?(?:~([\s\S]*))?$/.exec(text) ?? []
  if (!(kind === 'd' ? isId(id) : isPointId(id)) || !filterOps.includes(op as FilterOp)) return undefined
  const subject = { [kind === 'd' ? 'dim' : 'point']: Number(id), op: op as FilterOp }
  if (other !== undefined) {
    const than = kind === 'p' ? readThan(other, rest) : undefined
    return than && { ...subject, values: [], than }
  }
  const values = rest === undefined ? [] : decodeValues(rest)
  return values && { ...subject, values }
}

function readThan(other: string, times: string | undefined): FilterThan | undefined {
  const number = Number(times)
  if (times !== undefined && !(/^\d{1,7}(?:\.\d{1,6})?$/.test(times) && number > 0)) return undefined
  const factor = times === undefined ? {} : { times: number }
  if (pastPeriods.includes(other as PastPeriod)) return { past: other as PastPeriod, ...factor }
  const id = other.slice(1)
  return other.startsWith('p') && isPointId(id) ? { point: Number(id), ...factor } : undefined
}

const unmarked: Record<string, string> = { '!o': '(', '!e': ')', '!s': ';' }

/** Parses the text in one pass; undefined where it is malformed. */
class Reading {
  readonly #text: string
  #at = 0
  count = 0

  constructor(text: string) {
    this.#text = text
  }

  whole(): ReportCondition | undefined {
    const isGroupText = this.#text.startsWith('any(') || this.#text.startsWith('all(')
    if (!isGroupText) {
      this.count += 1
      return readFilter(this.#text)
    }
    const read = this.#group(1)
    return this.#at === this.#text.length ? read : undefined
  }

  #group(depth: number): ReportCondition | undefined {
    const join = this.#text.slice(this.#at, this.#at + 3)
    this.#at += 4
    this.count += 1
    if (depth > deepestGroups || this.count > mostConditions) return undefined
    const parts: ReportCondition[] = []
    for (;;) {
      const part = this.#part(depth)
      if (part === undefined) return undefined
      parts.push(part)
      const end = this.#text[this.#at]
      this.#at += 1
      if (end === ')') return join === 'any' ? { any: parts } : { all: parts }
      if (end !== ';') return undefined
    }
  }

  #part(depth: number): ReportCondition | undefined {
    if (this.#text.startsWith('any(', this.#at) || this.#text.startsWith('all(', this.#at))
      return this.#group(depth + 1)
    const start = this.#at
    while (this.#at < this.#text.length && !');('.includes(this.#text[this.#at] as string)) this.#at += 1
    this.count += 1
    const text = this.#text.slice(start, this.#at)
    if (this.count > mostConditions) return undefined
    return readFilter(text.replace(/![\s\S]/g, (pair) => unmarked[pair] ?? pair))
  }
}

/** One empty part means no conditions, where the saved report has some. */
export function readConditions(texts: string[]): ReportCondition[] | undefined {
  if (texts.length === 1 && texts[0] === '') return []
  if (texts.length > mostConditions) return undefined
  const conditions: ReportCondition[] = []
  let count = 0
  for (const text of texts) {
    const reading = new Reading(text)
    const condition = reading.whole()
    count += reading.count
    if (condition === undefined || count > mostConditions) return undefined
    conditions.push(condition)
  }
  return conditions
}
