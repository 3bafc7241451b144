// Conditions in groups: compared with an evaluator without groups that lists what is enough for a fire, put into a
// sentence, refused where meaningless, and changed by the editor.

import { describe, expect, it } from 'vitest'
import type { Model } from '#semantic/model/types.ts'
import { Lottery } from '#tests/golden/lottery.ts'
import { makePoint } from '#tests/semantic/model.ts'
import { exampleRule } from '#features/alarm/contract/rule.ts'
import type { AlarmCondition, AlarmPart, AlarmRule } from '#features/alarm/contract.ts'
import type { Value } from '#features/alarm/server/checking/figures.ts'
import { reasonOf } from '#features/alarm/server/checking/fires.ts'
import { findingsOf, type Grounds, judge } from '#features/alarm/server/checking/judging.ts'
import { cleanConditions } from '#features/alarm/server/keeping/conditions.ts'
import { meansOfFire } from '#features/alarm/server/keeping/together.ts'
import { pointsOf } from '#features/alarm/server/queries/points.ts'
import { conditionTextsOf } from '#features/alarm/server/words.ts'
import {
  added,
  moved,
  numbered,
  opened,
  partAt,
  refusalOf,
  replaced,
  without,
  wrapped,
} from '#features/alarm/web/editor/groups.ts'

const names = ['收入', '活跃', '退款']
const model = {
  points: names.map((name, at) => makePoint({ id: at + 1, name, info: { fill: 'empty' } })),
  dimensions: [],
} as unknown as Model
const points = new Map(model.points.map((point) => [point.id, point]))
const today = 20_000

const rule = (conditions: AlarmPart[], join: AlarmRule['join'] = 'or'): AlarmRule => ({
  ...exampleRule,
  name: '组',
  watch: { points: [1, 2, 3], dims: [], grain: 'day' },
  join,
  conditions,
  level: 'info',
})
const below = (point: number, value: number): AlarmCondition => ({
  kind: 'threshold',
  point,
  op: 'lt',
  value,
})
const above = (point: number, value: number): AlarmCondition => ({
  kind: 'threshold',
  point,
  op: 'gt',
  value,
})
const none = (point: number): AlarmCondition => ({ kind: 'noData', point })
const late: AlarmCondition = { kind: 'late', by: '10:00' }

/** Figures of today and of the day before, by point. */
type Day = Readonly<Record<number, readonly [number | null, number | null]>>
const value: Value = { key: '[]', cells: [], figures: new Map() }
const groundsOf = (day: Day): Grounds => ({
  points,
  figure: (_, point, period) => day[point]?.[today - period] ?? null,
  expected: () => null,
  isWhole: () => true,
})
const judged = (given: AlarmRule, day: Day) => judge(given, value, today, groundsOf(day))

const levels = ['info', 'warning', 'critical'] as const
const leaf = (draw: Lottery): AlarmCondition => {
  const point = draw.one([1, 2, 3])
  const level = draw.chance(40) ? { level: draw.one(levels) } : {}
  const direction = draw.one(['up', 'down', 'either'] as const)
  return draw.one<AlarmCondition>([
    { ...below(point, draw.below(10)), ...level },
    { ...above(point, draw.below(10)), ...level },
    { kind: 'change', point, against: 'yesterday', unit: 'absolute', direction, value: 3, ...level },
    { kind: 'forecast', point, band: 95, direction, ...level },
    { ...none(point), ...level },
    { ...late, ...level },
  ])
}
const part = (draw: Lottery, depth: number): AlarmPart => {
  if (depth === 0 || draw.chance(55)) return leaf(draw)
  const parts = Array.from({ length: 1 + draw.below(3) }, () => part(draw, depth - 1))
  return draw.chance(50) ? { any: parts } : { all: parts }
}
const leavesOf = (parts: readonly AlarmPart[]): AlarmCondition[] =>
  parts.flatMap((one) => ('any' in one ? leavesOf(one.any) : 'all' in one ? leavesOf(one.all) : [one]))

describe('random groups over random figures', () => {
  /** True, false, or null where nothing can be said. */
  const truth = ({ kind, point = 0, op, value: bound = 0, direction }: AlarmCondition, day: Day) => {
    const [now, before] = day[point] ?? [null, null]
    if (kind === 'noData') return now === null || now === 0
    if (kind === 'late' || kind === 'forecast' || now === null) return null
    if (kind === 'threshold') return op === 'lt' ? now < bound : now > bound
    if (before === null) return null
    if (direction === 'either') return Math.abs(now - before) >= bound
    return direction === 'up' ? now - before >= bound : before - now >= bound
  }
  /** Sets of conditions, each of which is enough. */
  const enough = (one: AlarmPart): AlarmCondition[][] => {
    if ('any' in one) return one.any.flatMap(enough)
    if (!('all' in one)) return [[one]]
    const [first, ...rest] = one.all
    if (!first) return [[]]
    return enough(first).flatMap((set) => enough({ all: rest }).map((more) => [...set, ...more]))
  }

  it('are met by what is enough, which leads to the fire, at its highest level', () => {
    const draw = new Lottery(7)
    const seen = { met: 0, unmet: 0, idle: 0, unknown: 0 }
    for (let turn = 0; turn < 3_000; turn += 1) {
      const join = draw.one(['and', 'or'] as const)
      const conditions = Array.from({ length: 1 + draw.below(4) }, () => part(draw, 3))
      const figure = () => (draw.chance(25) ? null : draw.below(10))
      const day = Object.fromEntries([1, 2, 3].map((id) => [id, [figure(), figure()] as const]))
      const sets = enough(join === 'and' ? { all: conditions } : { any: conditions })
      const met = sets.filter((set) => set.every((one) => truth(one, day) === true))
      const led = new Set(met.flat())
      const leaves = leavesOf(conditions)
      const highest = Math.max(0, ...[...led].map(({ level }) => levels.indexOf(level ?? 'info')))
      const told = judged(rule(conditions, join), day)
      const asked = JSON.stringify({ conditions, join, day })
      expect(told.met, asked).toBe(met.length > 0)
      expect(
        told.found.map((one) => one.led),
        asked,
      ).toEqual(leaves.map((one) => led.has(one)))
      if (told.met) expect(told.level, asked).toBe(levels[highest])
      // Of each group: met, unmet whatever is unknown, or unknown.
      const groups = told.found.flatMap((one) => one.groups ?? [])
      const outcomes = numbered(conditions).flatMap(({ part: one }) => {
        if (!('any' in one || 'all' in one)) return []
        const own = enough(one)
        if (own.some((set) => set.every((each) => truth(each, day) === true))) return [true]
        return [own.some((set) => set.every((each) => truth(each, day) !== false)) ? null : false]
      })
      expect(
        groups.map((one) => one.met),
        asked,
      ).toEqual(outcomes)
      seen[told.met ? 'met' : 'unmet'] += 1
      if (leaves.some((one) => truth(one, day) && !led.has(one)) && told.met) seen.idle += 1
      if (outcomes.includes(null)) seen.unknown += 1
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(100)
  })

  it('have no more ways to a fire than they may', () => {
    const threes = Array.from({ length: 6 }, () => ({ any: [late, late, late] }))
    expect(meansOfFire({ all: [...threes, { any: [late, late] }] })).toHaveLength(1_458)
  })
})

it('fires by what is met beside a group that is not, and says that alone', () => {
  const conditions = [{ all: [below(1, 100), below(2, 5)] }, { ...above(3, 1), level: 'warning' as const }]
  const given = rule(conditions)
  const told = judged(given, { 1: [80, null], 2: [7, null], 3: [2, null] })
  expect([told.met, told.level]).toEqual([true, 'warning'])
  const findings = findingsOf(given, told.found, points)
  expect(findings.map(({ met, led }) => [met, led])).toEqual([
    [true, false],
    [false, false],
    [true, true],
  ])
  expect(findings[0]?.groups).toEqual([{ join: 'all', size: 2, met: false }])
  expect(reasonOf(findings)).toBe('退款 2，大于 1')
})

it('can’t judge a group that a missing figure decides, and judges one that it does not', () => {
  const day: Day = { 1: [null, null], 2: [3, null], 3: [9, null] }
  const outcome = (group: AlarmPart) => judged(rule([group]), day).found[0]?.groups?.[0]?.met
  expect(outcome({ all: [below(1, 100), below(2, 5)] })).toBeNull()
  expect(outcome({ all: [below(1, 100), below(2, 1)] })).toBe(false)
  expect(outcome({ any: [below(1, 100), below(2, 5)] })).toBe(true)
  expect(outcome({ any: [none(1), below(2, 1)] })).toBe(true)
  expect(judged(rule([{ all: [below(1, 100), below(2, 5)] }]), day).met).toBe(false)
})

it.each<[string, AlarmPart[], AlarmRule['join'], string]>([
  ['none', [below(1, 100), below(2, 5)], 'and', '收入小于 100 且 活跃小于 5'],
  [
    'one beside a condition',
    [{ all: [below(1, 100), below(2, 5)] }, late],
    'or',
    '（收入小于 100 且 活跃小于 5） 或 前一天的数据在 10:00 前没有更新',
  ],
  ['one alone', [{ all: [below(1, 100), below(2, 5)] }], 'or', '收入小于 100 且 活跃小于 5'],
  ['of one condition', [{ any: [below(1, 100)] }, none(2)], 'and', '收入小于 100 且 活跃没有数据'],
  [
    'joined as what is around it',
    [{ any: [below(1, 100), { any: [none(3)] }] }, none(2)],
    'or',
    '收入小于 100 或 退款没有数据 或 活跃没有数据',
  ],
  [
    'within another',
    [{ any: [above(1, 9), { all: [none(2), none(3)] }] }, below(1, 50)],
    'and',
    '（收入大于 9 或 （活跃没有数据 且 退款没有数据）） 且 收入小于 50',
  ],
  [
    'through one that says nothing',
    [{ all: [{ any: [none(1), none(2)] }] }, none(3)],
    'and',
    '（收入没有数据 或 活跃没有数据） 且 退款没有数据',
  ],
])('reads groups with the brackets that are needed: %s', (_, conditions, join, expected) => {
  expect(conditionTextsOf(model)(conditions, join)).toBe(expected)
})

describe('what is kept', () => {
  const kept = (conditions: AlarmPart[], join?: AlarmRule['join']) =>
    cleanConditions(pointsOf(model), rule(conditions, join))
  const deep = (levels: number): AlarmPart => (levels === 0 ? none(1) : { any: [none(2), deep(levels - 1)] })

  it('are groups as they were typed, without what a condition does not need', () => {
    const typed = { all: [{ ...below(1, 5), band: 95 as const }, { any: [none(2)] }] }
    expect(kept([typed, late])).toEqual([{ all: [below(1, 5), { any: [none(2)] }] }, late])
    expect(kept([deep(3)])).toEqual([deep(3)])
  })

  it.each<[string, AlarmPart[], AlarmRule['join'], string]>([
    ['an empty group', [none(1), { any: [] }], 'or', '条件组 1：里面没有条件，请添加条件，或删除这个组'],
    ['an empty group in one', [{ all: [none(1), { any: [] }] }], 'or', '条件组 2：里面没有条件'],
    ['too deep', [none(1), deep(4)], 'or', '条件组 4：条件组最多套 3 层'],
    [
      'too many in all groups',
      Array.from({ length: 3 }, () => ({ any: Array.from({ length: 7 }, () => none(1)) })),
      'or',
      '条件最多 20 个，连同条件组里的；现在有 21 个',
    ],
    [
      'a condition that lacks something',
      [none(1), { all: [none(2), { kind: 'threshold', point: 1, op: 'lt' }] }],
      'or',
      '第 3 个条件（条件组 1）：请填数值',
    ],
    [
      'one of a point that is gone',
      [{ any: [none(9)] }, none(1)],
      'or',
      '第 1 个条件（条件组 1）：指标不存在',
    ],
    [
      'bounds that exclude each other',
      [none(2), { all: [below(1, 5), above(1, 10)] }],
      'or',
      '第 2 个条件（条件组 1）：「收入」的数值条件互相矛盾',
    ],
    [
      'one that what is around its group excludes',
      [below(1, 5), { any: [above(1, 10), above(2, 1)] }],
      'and',
      '第 2 个条件（条件组 1）：「收入」的数值条件互相矛盾',
    ],
    [
      'late data beside figures',
      [{ any: [none(2), late] }, { any: [below(1, 5), below(3, 5)] }],
      'and',
      '第 2 个条件（条件组 1）：「数据迟到」不能与其他条件同时满足',
    ],
    [
      'late data in a group of which all are met',
      [none(2), { all: [below(1, 5), late] }],
      'or',
      '第 3 个条件（条件组 1）：「数据迟到」不能与其他条件同时满足',
    ],
    [
      'no data beside its figure',
      [{ all: [none(1), above(1, 5)] }, none(2)],
      'or',
      '第 1 个条件（条件组 1）：「收入」没有数据时没有数值可比',
    ],
  ])('is never %s', (_, conditions, join, message) => {
    expect(() => kept(conditions, join)).toThrow(message)
  })

  it('may exclude each other in two groups, as long as each has a way to a fire', () => {
    const either = [{ any: [below(1, 5), none(2)] }, { any: [above(1, 10), none(3)] }]
    expect(kept(either, 'and')).toEqual(either)
  })
})

describe('the editor', () => {
  const [a, b, c] = [none(1), none(2), none(3)]
  const parts: AlarmPart[] = [a, { all: [b, { any: [c] }] }]

  it('numbers conditions and groups as they are read', () => {
    expect(numbered(parts).map(({ place, number }) => [place.join('.'), number])).toEqual([
      ['0', 1],
      ['1', 1],
      ['1.0', 2],
      ['1.1', 2],
      ['1.1.0', 3],
    ])
  })

  it('puts conditions into groups and out of them, and keeps no empty one', () => {
    expect(moved(parts, [0], [1])).toEqual([{ all: [b, { any: [c] }, a] }])
    expect(moved(parts, [0], [1, 1])).toEqual([{ all: [b, { any: [c, a] }] }])
    // Out of a group it stands behind it.
    expect(moved([...parts, a], [1, 0], [])).toEqual([a, { all: [{ any: [c] }] }, b, a])
    expect(moved(parts, [1, 1, 0], [1])).toEqual([a, { all: [b, c] }])
    expect(moved(parts, [1, 1, 0], [])).toEqual([a, { all: [b] }, c])
    expect(without(without(parts, [1, 1, 0]), [1, 0])).toEqual([a])
  })

  it('puts whole groups into others and out of them', () => {
    const two: AlarmPart[] = [{ any: [a, { all: [b] }] }, { all: [c] }]
    expect(moved(two, [0], [1])).toEqual([{ all: [c, { any: [a, { all: [b] }] }] }])
    expect(moved(two, [0, 1], [1])).toEqual([{ any: [a] }, { all: [c, { all: [b] }] }])
    expect(moved(two, [0, 1], [])).toEqual([{ any: [a] }, { all: [b] }, { all: [c] }])
    expect(moved(two, [1], [0, 1])).toEqual([{ any: [a, { all: [b, { all: [c] }] }] }])
  })

  it('refuse a group in itself, and more groups within groups than there may be', () => {
    const two: AlarmPart[] = [{ any: [a, { all: [b] }] }, { all: [c] }]
    const itself = '条件组不能放进它自己，或它里面的条件组'
    expect([refusalOf(two, [0], [0], 3), refusalOf(two, [0], [0, 1], 3)]).toEqual([itself, itself])
    expect(refusalOf(two, [0, 1], [0], 3)).toBe('')
    expect([refusalOf(two, [0], [1], 3), refusalOf(two, [0], [1], 2)]).toEqual(['', '条件组最多套 2 层'])
    expect([refusalOf(two, [1], [0, 1], 3), refusalOf(two, [1], [0, 1], 2)]).toEqual([
      '',
      '条件组最多套 2 层',
    ])
    expect([refusalOf(two, [0], null, 3), refusalOf(two, [0], null, 2)]).toEqual(['', '条件组最多套 2 层'])
    // A condition is no group: it may stand in the deepest, and in one of its own there is room for.
    expect([refusalOf(two, [0, 0], [0, 1], 2), refusalOf(two, [0, 1, 0], null, 2)]).toEqual([
      '',
      '条件组最多套 2 层',
    ])
  })

  it('loses no condition, and keeps no empty group, whatever goes where', () => {
    const draw = new Lottery(11)
    const sorted = (own: AlarmPart[]) =>
      leavesOf(own)
        .map((one) => JSON.stringify(one))
        .sort()
    for (let turn = 0; turn < 500; turn += 1) {
      const before = Array.from({ length: 1 + draw.below(4) }, () => part(draw, 3))
      const all = numbered(before)
      const isGroup = ({ part: one }: (typeof all)[number]) => 'any' in one || 'all' in one
      const { place } = draw.one(all)
      const groups = [[], ...all.filter(isGroup).map((one) => one.place)]
      const group = draw.one(groups.filter((one) => refusalOf(before, place, one, 9) === ''))
      const after = moved(before, place, group)
      expect(sorted(after)).toEqual(sorted(before))
      expect(sorted(wrapped(before, place, 'any'))).toEqual(sorted(before))
      if (group.length > 0) expect(sorted(opened(before, group))).toEqual(sorted(before))
      const gone = leavesOf([partAt(before, place) as AlarmPart]).length
      expect(leavesOf(without(before, place))).toHaveLength(leavesOf(before).length - gone)
      expect(JSON.stringify([after, without(before, place)])).not.toContain('[]}')
    }
  })

  it('wraps one, opens a group, adds to it and changes it', () => {
    expect(wrapped(parts, [1, 0], 'any')).toEqual([a, { all: [{ any: [b] }, { any: [c] }] }])
    expect(opened(parts, [1])).toEqual([a, b, { any: [c] }])
    expect(added(parts, [1, 1], a)).toEqual([a, { all: [b, { any: [c, a] }] }])
    expect(replaced(parts, [1, 1, 0], a)).toEqual([a, { all: [b, { any: [a] }] }])
  })
})
