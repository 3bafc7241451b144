// A funnel by moments → one statement. Expressions, for three steps, strictly one after the other:
//
//   _opened    dimensions, keys, _t1                 rows of the first step in the range: each opens a window
//   _step1 …   keys, _time                           moments at which each step was taken, each once
//   _other2 …  keys, _time                           moments of the steps that may not lie before step 2
//   _walk2 …   … _t2, _j2                            with the earliest moment of step 2 that is not before step 1, if
//                                                    it is in the window; _j2: the same, else the end of time
//   _people    dimensions, _player, _t2, _taken, _place, _whole    _place: of the player's windows of a period the
//                                                    farthest is 1; _whole: of all windows
//   _levels    _level, dimensions, s1, s2, s3, m2 …  the total, the rows
//
// The earliest moment is enough: whatever a later one leads to, an earlier one does, too. Both warehouses find it by an
// ASOF join. Its keys can't be empty, so the game is a text beside a mark of emptiness.
import type { WindowStep, WindowsPlan } from '#semantic/plan/cohort/tree.ts'
import { define, groupByFirst, select } from '#semantic/sql/select.ts'
import type { Writer } from '#semantic/sql/writer.ts'
import { type Level, levelsPart, resultText } from '../levels.ts'
import { conjunction, fromFact } from '../players.ts'

/** Later than any moment: what was not taken leads nowhere. */
const never = '2290-01-01'
const timeKey = '_time'
const gameKey = '_of'
const noGameKey = '_ofNone'
const heldKey = '_held'
export const takenKey = '_taken'
export const placeKey = '_place'
export const wholeKey = '_whole'
export const at = (place: number): string => `_t${place}`
const reach = (place: number): string => `_j${place}`

interface Names {
  opened: string
  step: (place: number) => string
  other: (place: number) => string
  between: (place: number) => string
  walk: (place: number) => string
  people: string
  levels: string
}

export const namesIn = (prefix: string): Names => ({
  opened: `${prefix}opened`,
  step: (place) => `${prefix}step${place}`,
  other: (place) => `${prefix}other${place}`,
  between: (place) => `${prefix}between${place}`,
  walk: (place) => `${prefix}walk${place}`,
  people: `${prefix}people`,
  levels: `${prefix}levels`,
})

export function windowsText(plan: WindowsPlan, prefix: string, writer: Writer): string {
  const names = namesIn(prefix)
  const parts = [
    ...peopleParts(plan, names, writer),
    levelsPart(
      names.levels,
      plan.opening.dims.map(({ key }) => key),
      levelOf(plan, names.people, wholeKey, writer),
      levelOf(plan, names.people, placeKey, writer),
      writer,
    ),
  ]
  const result = resultText(plan, names.levels, ({ key, role }) => figure(key, role, writer), writer)
  return `WITH ${parts.join(',\n')}\n${result}`
}

/** Common table expressions; the last one has a row for each window. */
export function peopleParts(plan: WindowsPlan, names: Names, writer: Writer): string[] {
  const { dialect } = writer
  const places = plan.steps.map((_, index) => index + 1)
  const needed = plan.strictly ? places : places.slice(1)
  return [
    define(dialect.materialized(names.opened), openedText(plan, writer)),
    ...needed.map((place) =>
      define(dialect.materialized(names.step(place)), stepText(plan.steps[place - 1] as WindowStep, writer)),
    ),
    ...places.slice(1).flatMap((place) => walkParts(plan, place, names, writer)),
    define(dialect.materialized(names.people), peopleText(plan, names, writer)),
  ]
}

/** What rows of two steps have in common: the player, the game and the property that is held. */
function keysOf({ game, held }: WindowStep): string[] {
  return [...(game === null ? [] : [gameKey, noGameKey]), '_player', ...(held === null ? [] : [heldKey])]
}

function keyTexts({ game, player, held }: WindowStep, writer: Writer): string[] {
  const named = (text: string, name: string): string => `${text} AS ${writer.name(name)}`
  const ofGame =
    game === null
      ? []
      : [
          named(`coalesce(${writer.write(game)}, '')`, gameKey),
          named(`CASE WHEN ${writer.write(game)} IS NULL THEN 1 ELSE 0 END`, noGameKey),
        ]
  return [
    ...ofGame,
    named(writer.value(player), '_player'),
    ...(held === null ? [] : [named(writer.value(held), heldKey)]),
  ]
}

/** The game as it is, of the rows of windows. */
export const gameText = (writer: Writer): string =>
  `CASE WHEN ${writer.name(noGameKey)} = 0 THEN ${writer.name(gameKey)} END`

const momentText = ({ time }: WindowStep, writer: Writer): string =>
  `coalesce(${writer.write(time)}, ${writer.dialect.moment(never, 0)})`

const fromStep = (step: WindowStep, writer: Writer): string[] => [
  ...fromFact(step.physicalName, step.joins, writer),
  `WHERE ${conjunction(step.where, writer)} AND ${writer.write(step.time)} IS NOT NULL`,
]

function openedText({ opening }: WindowsPlan, writer: Writer): string {
  const moment = momentText(opening, writer)
  return select(
    [
      ...opening.dims.map(({ key, node }) => `${writer.value(node)} AS ${writer.name(key)}`),
      ...keyTexts(opening, writer),
      `${moment} AS ${writer.name(at(1))}`,
      `${moment} AS ${writer.name(reach(1))}`,
    ],
    fromStep(opening, writer),
  )
}

function stepText(step: WindowStep, writer: Writer): string {
  const columns = [...keyTexts(step, writer), `${momentText(step, writer)} AS ${writer.name(timeKey)}`]
  return select(columns, [...fromStep(step, writer), groupByFirst(columns.length)])
}

const columnsUntil = (plan: WindowsPlan, place: number): string[] => [
  ...plan.opening.dims.map(({ key }) => key),
  ...keysOf(plan.opening),
  ...Array.from({ length: place }, (_, index) => at(index + 1)),
  reach(place),
]

function walkParts(plan: WindowsPlan, place: number, names: Names, writer: Writer): string[] {
  const { dialect } = writer
  const before = place === 2 ? names.opened : names.walk(place - 1)
  const others = plan.steps.map((_, index) => index + 1).filter((one) => one !== place && one !== place - 1)
  if (!plan.strictly || others.length === 0)
    return [
      define(dialect.materialized(names.walk(place)), walkText(plan, place, before, false, names, writer)),
    ]
  const all = others.map((one) => `SELECT * FROM ${names.step(one)}`).join('\nUNION ALL\n')
  return [
    define(dialect.materialized(names.other(place)), all),
    define(dialect.materialized(names.between(place)), betweenText(plan, place, before, names, writer)),
    define(
      dialect.materialized(names.walk(place)),
      walkText(plan, place, names.between(place), true, names, writer),
    ),
  ]
}

const otherKey = '_otherTime'

function asof(
  plan: WindowsPlan,
  source: string,
  place: number,
  operator: '<=' | '<',
  writer: Writer,
): string {
  const same = keysOf(plan.opening).map((key) => `w.${writer.name(key)} = s.${writer.name(key)}`)
  const [left, right] = [writer.name(reach(place - 1)), writer.name(timeKey)]
  return `ASOF LEFT JOIN ${source} AS s ON ${same.join(' AND ')} AND w.${left} ${operator} s.${right}`
}

const kept = (keys: string[], writer: Writer): string[] =>
  keys.map((key) => writer.dialect.selected(`w.${writer.name(key)}`, writer.name(key)))

/** The first moment of another step after the step before. */
function betweenText(plan: WindowsPlan, place: number, before: string, names: Names, writer: Writer): string {
  return select(
    [...kept(columnsUntil(plan, place - 1), writer), `s.${writer.name(timeKey)} AS ${writer.name(otherKey)}`],
    [`FROM ${before} AS w`, asof(plan, names.other(place), place, '<', writer)],
  )
}

function walkText(
  plan: WindowsPlan,
  place: number,
  before: string,
  isStrict: boolean,
  names: Names,
  writer: Writer,
): string {
  const { dialect } = writer
  const time = `s.${writer.name(timeKey)}`
  const other = `w.${writer.name(otherKey)}`
  const conditions = [
    `${time} IS NOT NULL`,
    `${dialect.microseconds(`w.${writer.name(at(1))}`, time)} <= ${plan.microseconds}`,
    ...(isStrict ? [`(${other} IS NULL OR ${other} >= ${time})`] : []),
  ].join(' AND ')
  const taken = `CASE WHEN ${conditions} THEN ${time} END`
  const keys = columnsUntil(plan, place - 1).filter((key) => key !== reach(place - 1))
  return select(
    [
      ...kept(keys, writer),
      `${taken} AS ${writer.name(at(place))}`,
      `coalesce(${taken}, ${dialect.moment(never, 0)}) AS ${writer.name(reach(place))}`,
    ],
    [`FROM ${before} AS w`, asof(plan, names.step(place), place, '<=', writer)],
  )
}

/** A row for each window with the number of its last step, and its place among the player's windows. */
function peopleText(plan: WindowsPlan, names: Names, writer: Writer): string {
  const { dialect } = writer
  const last = plan.steps.length
  const places = Array.from({ length: last - 1 }, (_, index) => index + 2).reverse()
  const cases = places.map((place) => ` WHEN ${writer.name(at(place))} IS NOT NULL THEN ${place}`).join('')
  const taken = `CASE${cases} ELSE 1 END`
  const identity = keysOf({ ...plan.opening, held: null })
  const dims = plan.opening.dims.map(({ key }) => key)
  const order = [
    `${taken} DESC`,
    writer.name(at(1)),
    ...[...dims, ...(plan.opening.held === null ? [] : [heldKey])].map(
      (key) => `${writer.name(key)} NULLS LAST`,
    ),
  ].join(', ')
  const placeIn = (keys: string[]): string =>
    plan.each
      ? '1'
      : dialect.over(
          'row_number',
          [],
          `PARTITION BY ${keys.map((key) => writer.name(key)).join(', ')} ORDER BY ${order}`,
        )
  return select(
    [
      ...columnsUntil(plan, last)
        .filter((key) => key !== reach(last))
        .map((key) => writer.name(key)),
      `${taken} AS ${writer.name(takenKey)}`,
      `${placeIn([...identity, ...plan.periods])} AS ${writer.name(placeKey)}`,
      `${placeIn(identity)} AS ${writer.name(wholeKey)}`,
    ],
    [`FROM ${names.walk(last)}`],
  )
}

function levelOf(plan: WindowsPlan, people: string, which: string, writer: Writer): Level {
  const { dialect } = writer
  const taken = writer.name(takenKey)
  const figures = plan.steps.flatMap((_, index) => {
    const place = index + 1
    const condition = place === 1 ? null : `${taken} >= ${place}`
    const count = `${dialect.aggregate('count', null, condition)} AS ${writer.name(`s${place}`)}`
    if (place === 1 || !plan.times) return [count]
    const passed = dialect.microseconds(writer.name(at(place - 1)), writer.name(at(place)))
    const time = `CASE WHEN ${taken} >= ${place} THEN ${dialect.divide(passed, String(plan.unitMicroseconds))} END`
    const told = (share: number, key: string): string =>
      `${dialect.statistic({ how: 'percentile', share, approximate: false }, time)} AS ${writer.name(`${key}${place}`)}`
    return [count, told(0.5, 'm'), told(0.9, 'w')]
  })
  return { from: `${people}\nWHERE ${writer.name(which)} = 1`, figures }
}

function figure(key: string, role: string | undefined, writer: Writer): string {
  if (role === 'duration') return `r.${writer.name(key)}`
  const place = Number(key.slice(1))
  const step = (one: number): string => `r.${writer.name(`s${one}`)}`
  if (role === 'conversion') return writer.dialect.divide(step(place), step(place - 1))
  if (role === 'reached') return writer.dialect.divide(step(place), step(1))
  return step(place)
}
