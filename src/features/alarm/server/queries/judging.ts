// Judges a query's values by the rule's conditions, over its runs: the same findings as for a report's figures.

import type { AlarmRule } from '#features/alarm/contract.ts'
import { type Evaluation, type JudgedValue, judgePeriods } from '../checking/evaluating.ts'
import type { Value } from '../checking/figures.ts'
import type { Grounds } from '../checking/judging.ts'
import type { Answer, QueryValue } from './answer.ts'
import { columnPoints, queryOf } from './points.ts'

/** A run and its minute on the business's clock. */
export interface Run extends Answer {
  minute: number
}

/** `runs` in chronological order; judged are those from `first` on. */
export function judgeRuns(
  rule: AlarmRule,
  runs: readonly Run[],
  first = runs.at(-1)?.minute ?? 0,
): Evaluation {
  const query = queryOf(rule)
  if (!query) throw new Error('only a query has runs')
  const minutes = runs.map(({ minute }) => minute)
  const known = new Map(
    runs.map(({ minute, values }) => [minute, new Map(values.map((value) => [keyOf(value), value]))]),
  )
  const rows = new Map(runs.map((run) => [run.minute, run.rows]))
  const isWhole = query.keys.length === 0
  const grounds: Grounds = {
    points: columnPoints(query),
    figure: ({ key }, point, minute) => known.get(minute)?.get(key)?.figures[point - 1] ?? null,
    expected: () => null,
    isWhole: () => true,
    former: (minute) => minutes[minutes.indexOf(minute) - 1] ?? null,
    rows: ({ key }, minute) => (isWhole ? (rows.get(minute) ?? 0) : known.get(minute)?.has(key) ? 1 : 0),
  }
  const judged = runs.filter(({ minute }) => minute >= first)
  const from = runs.length - judged.length
  // A value that was there the run before may be gone.
  const present = runs.slice(Math.max(0, from - 1)).flatMap(({ values }) => values)
  const values = new Map(present.map((value) => [keyOf(value), value]))
  const labels = new Map([...values].map(([key, { label }]) => [key, label]))
  return {
    values: [...values].map(([key, { cells }]): JudgedValue => {
      const value: Value = { key, cells, figures: new Map() }
      return { value, periods: judgePeriods(rule, value, minutes, first, grounds) }
    }),
    method: '',
    grounds,
    labelOf: (_, cells) => labels.get(JSON.stringify(cells)) ?? '',
  }
}

const keyOf = ({ cells }: QueryValue): string => JSON.stringify(cells)
