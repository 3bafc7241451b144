// ORDER BY of the result: the total first. Without subtotals the rows follow as asked. With subtotals each
// group's subtotal comes before its rows, and groups are ordered by their subtotals' figures; 其他 comes last
// in its group.
//
//   d3 by p2 descending    total 210 · a 120 · a 01-02 90 · a 01-01 30 · c 60 · c 01-02 60 · b 30 …
import { rowSource } from '../plan/tree/reached.ts'
import type { OrderTerm, ReportPlan } from '../plan/tree/tree.ts'
import { keysUpTo, levelColumn } from './levels.ts'
import type { Section } from './section.ts'
import { indent, select } from './select.ts'
import { otherColumn } from './top.ts'
import type { Writer } from './writer.ts'

interface Ordered {
  /** The FROM source, with helper columns for the terms. */
  from: string
  terms: string[]
}

export function orderOf(plan: ReportPlan, section: Section, figures: string, writer: Writer): Ordered {
  const level = column(levelColumn, writer)
  const { dims, subtotals } = plan.period
  if (!subtotals || plan.hidesSubtotals || dims.length < 2)
    return { from: figures, terms: [level, ...rowTerms(plan, writer)] }
  const added: string[] = []
  const terms = [`${level} = 0 DESC`]
  const placed = new Set<string>()
  for (const [index, dim] of dims.entries()) {
    const isLast = index === dims.length - 1
    const present = keysUpTo(section.keys, dim)
    if (present.at(-1) === otherColumn) terms.push(column(otherColumn, writer))
    for (const term of plan.order) {
      const isDimension = dims.includes(term.key)
      // A dimension below this level is null in its rows and orders nothing here.
      if (isDimension && !present.includes(term.key)) continue
      // A level above already orders by it; repeating it has no effect, and ClickHouse is slow for each term.
      if (placed.has(term.key)) continue
      if (isDimension) placed.add(term.key)
      if (isDimension || isLast) terms.push(...orderTexts(column(term.key, writer), term, writer))
      else {
        const name = writer.name(`_${index + 1}_${term.key}`)
        added.push(`${ofGroup(term.key, index + 1, present, writer)} AS ${name}`)
        terms.push(...orderTexts(`${rowSource}.${name}`, term, writer))
      }
    }
    if (!isLast) terms.push(`${level} > ${index + 1}`)
  }
  const text = select([`${rowSource}.*`, ...added], [`FROM ${figures}`])
  return { from: added.length === 0 ? figures : `(\n${indent(text)}\n) AS ${rowSource}`, terms }
}

const column = (key: string, writer: Writer): string => `${rowSource}.${writer.name(key)}`

/**
 * Puts `_other` before the first term that is a figure or its own dimension, so that 其他 comes last among
 * them.
 */
function rowTerms({ period, order }: ReportPlan, writer: Writer): string[] {
  const { top, dims } = period
  const texts = order.map((term) => orderTexts(column(term.key, writer), term, writer))
  if (top === null) return texts.flat()
  const place = order.findIndex((term) => term.key === top.dim || !dims.includes(term.key))
  texts.splice(place < 0 ? order.length : place, 0, [column(otherColumn, writer)])
  return texts.flat()
}

/** The figure of a row's group, from its subtotal row, as a window over the group. */
function ofGroup(key: string, level: number, keys: string[], writer: Writer): string {
  const ownRow = `CASE WHEN ${column(levelColumn, writer)} = ${level} THEN ${column(key, writer)} END`
  return `${writer.dialect.aggregate('max', ownRow, null)} OVER (PARTITION BY ${keys.map((own) => column(own, writer)).join(', ')})`
}

/**
 * ORDER BY terms; nulls come last in both directions. With a `valueOrder` the values' positions come first.
 */
export function orderTexts(text: string, term: OrderTerm, writer: Writer): string[] {
  const direction = term.desc ? 'DESC' : 'ASC'
  const own = `${text} ${direction} NULLS LAST`
  if (term.valueOrder === null) return [own]
  const rank = writer.dialect.rank(text, writer.bind({ value: term.valueOrder }), term.valueOrder.length)
  return [`${rank} ${direction} NULLS LAST`, own]
}
