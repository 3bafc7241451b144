// The lists that explain one cell of a report of players' value: the players, what they paid, and the cost. A quotient
// gets those of its numerator and of its denominator.
//
//   l7   分子：前 7 天付过的玩家, 分母：满 7 天的玩家, 分子：前 7 天的收入, 分母：首日的行
//   i7   分子：前 7 天付过的玩家, 分子：前 7 天的收入, 分母：成本的行      of the cohorts with a cost
import { reportInvalid } from '#semantic/model/problem.ts'
import type { ValueDay, ValuePlan } from '../tree.ts'

export interface ValueList {
  title: string
  what: 'players' | 'first' | 'earned' | 'spent'
  /** Only those whose n days count; null: all. */
  day: ValueDay | null
  /** Only players who paid in these days. */
  hasPaid: boolean
  /** Only players of cohorts with a cost. */
  isCosted: boolean
  /** Physical name of the rows' fact; null for players. */
  table: string | null
}

/** Throws report_invalid if `key` is not a figure column of the report. */
export function valueLists(plan: ValuePlan, key: string): ValueList[] {
  const column = plan.columns.find((one) => one.key === key)
  if (column === undefined || column.kind === 'dimension') throw reportInvalid('报表没有这一列，请刷新后再试')
  const day = plan.days.find(({ days }) => days - 1 === column.day) ?? null
  const { all, first, paid, earned, spent } = makersOf(plan, day)
  const count = day?.days ?? 0
  switch (column.role) {
    case 'spent':
      return spent('成本的行')
    case 'each':
      return plan.cost === null ? [] : [...spent('分子：成本的行'), all('分母：有成本的玩家', true)]
    case 'earned':
      return [paid(`前 ${count} 天付过的玩家`), earned(`前 ${count} 天的收入`)]
    case 'worth':
      return [
        paid(`分子：前 ${count} 天付过的玩家`),
        all(`分母：满 ${count} 天的玩家`),
        earned(`分子：前 ${count} 天的收入`),
        first('分母：首日的行'),
      ]
    case 'recovered':
      return plan.cost === null
        ? []
        : [
            paid(`分子：前 ${count} 天付过的玩家`, true),
            earned(`分子：前 ${count} 天的收入`, true),
            ...spent('分母：成本的行'),
          ]
    case 'expected':
    case 'low':
    case 'high':
      return [all('玩家'), earned('至今的收入')].map((list) => ({ ...list, day: null, hasPaid: false }))
    case 'payback':
      return plan.cost === null ? [] : [all('有成本的玩家', true), ...spent('成本的行')]
    default:
      return [all('玩家'), first('首日的行')]
  }
}

function makersOf({ entries, earned, cost }: ValuePlan, day: ValueDay | null) {
  const list = (title: string, changes: Partial<ValueList>): ValueList => ({
    title,
    what: 'players',
    day,
    hasPaid: false,
    isCosted: false,
    table: null,
    ...changes,
  })
  return {
    all: (title: string, isCosted = false) => list(title, { isCosted }),
    first: (title: string) => list(title, { what: 'first', table: entries.physicalName }),
    paid: (title: string, isCosted = false) => list(title, { hasPaid: true, isCosted }),
    earned: (title: string, isCosted = false) =>
      list(title, { what: 'earned', hasPaid: true, isCosted, table: earned.physicalName }),
    spent: (title: string) =>
      cost === null ? [] : [list(title, { what: 'spent', table: cost.physicalName })],
  }
}
