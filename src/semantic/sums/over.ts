// A plan over kept sums: each read of a fact that they answer exactly reads them instead, for its points that add up.
//
//   facts   SELECT f."channel" AS "d4", sum(f."amount") AS "p2" FROM pay_order AS f WHERE f."pay_date" >= …
//   sums    SELECT f."kept key 2" AS "d4", sum(f."kept figure 2") AS "p2" FROM sums_… AS f WHERE f."kept key 3" >= …
import type { KeptSums } from '../model/sums.ts'
import { exactOf, exactOfAggregate } from '../plan/tree/exact.ts'
import { factSource } from '../plan/tree/reached.ts'
import type {
  ComparedPeriod,
  FactPlan,
  FactSums,
  Join,
  Node,
  PeriodPlan,
  ReportPlan,
  SharedRead,
} from '../plan/tree/tree.ts'
import { type Keyed, overKeys } from './keys.ts'
import { figureColumn, keyColumn } from './names.ts'
import { addingPoints, figureOf, textOf } from './wanted.ts'

/** Null where none of them answers any read. */
export function planOverSums(
  plan: ReportPlan,
  kept: readonly KeptSums[],
): { plan: ReportPlan; names: string[] } | null {
  const names = new Set<string>()
  // Of several matching ones, the one with the fewest rows.
  const smallest = [...kept].sort((one, other) => one.rowCount - other.rowCount)
  const over = <Fact extends FactPlan>(fact: Fact): Fact => {
    if (fact.shared !== undefined) return fact
    for (const sums of smallest) {
      const read = sums.fact === fact.physicalName ? readOver(fact, sums) : null
      if (read === null) continue
      names.add(sums.name)
      return { ...fact, sums: read }
    }
    return fact
  }
  const period = (own: PeriodPlan): PeriodPlan => ({
    ...own,
    facts: own.facts.map(over),
    pasts: own.pasts.map((past) => ({ ...past, compared: past.compared && sides(past.compared) })),
  })
  const sides = (compared: ComparedPeriod): ComparedPeriod => ({
    ...compared,
    prior: period(compared.prior),
    base: compared.base && period(compared.base),
  })
  const { comparison, calculations } = plan
  const changed: ReportPlan = {
    ...plan,
    shared: plan.shared.map((fact) => ({ ...fact, reads: fact.reads.map(over<SharedRead>) })),
    period: period(plan.period),
    calculations: {
      ...calculations,
      windows: calculations.windows.map((window) => ({ ...window, period: period(window.period) })),
      wholes: calculations.wholes.map((whole) => ({ ...whole, period: period(whole.period) })),
      baseRows: calculations.baseRows.map((rows) => ({ ...rows, period: period(rows.period) })),
    },
    comparison: comparison && {
      ...comparison,
      periods: comparison.periods.map(sides),
    },
  }
  return names.size === 0 ? null : { plan: changed, names: [...names] }
}

function readOver(fact: FactPlan | SharedRead, sums: KeptSums): FactSums | null {
  const adding = addingPoints(fact)
  if (adding === null) return null
  const keyed = keysOf(sums)
  const figures = new Map<string, FactSums['figures'] extends Map<string, infer Figure> ? Figure : never>()
  for (const point of adding) {
    const text = figureOf(point)
    const place = text === null ? -1 : sums.figures.indexOf(text)
    const condition = point.condition && overKeys(point.condition, keyed)
    if (place < 0 || (point.condition !== null && condition === null)) return null
    figures.set(point.key, {
      column: {
        kind: 'field',
        source: factSource,
        name: figureColumn(place),
        type: point.kind,
        narrow: false,
        exact: exactOfAggregate(point.aggregate, point.argument),
      },
      condition,
    })
  }
  const dims = allOver(fact.dims, keyed)
  const where = allOver(fact.where, keyed)
  const joins = fact.joins.map((join): Join | null => {
    const on = allOver(join.on, keyed)
    return on && { ...join, on }
  })
  const day = 'day' in fact ? overKeys(fact.day, keyed) : null
  if (dims === null || where === null || joins.includes(null) || ('day' in fact && day === null)) return null
  const { copies } = fact
  const read = { physicalName: sums.name, joins: joins as Join[], dims, where, figures, day }
  return copies === undefined ? read : { ...read, copies }
}

function allOver(nodes: Node[], keyed: Keyed): Node[] | null {
  const over = nodes.map((node) => overKeys(node, keyed))
  return over.includes(null) ? null : (over as Node[])
}

/** Replaces expressions by the sums' columns, with their types. */
function keysOf({ keys }: KeptSums): Keyed {
  const places = new Map(keys.map((text, place) => [text, place]))
  return (key) => {
    const place = places.get(textOf(key) ?? '')
    if (place === undefined) return null
    const column = { kind: 'field', source: factSource, name: keyColumn(place) } as const
    return key.kind === 'field'
      ? { ...key, ...column }
      : { ...column, type: 'date', narrow: false, exact: exactOf(key) }
  }
}
