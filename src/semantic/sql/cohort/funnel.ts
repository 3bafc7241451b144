// Funnel → one statement. Expressions, for three steps:
//
//   _step1     _game, _player, _day            each player's first row of the first step in the range
//   _step2     _game, _player, _day, _time     those who took the next step, too, and when they first did:
//                                              one pass over its fact, joined to the step before
//   _step3     _game, _player, _day, _time
//   _people    dimensions, _player, _taken     _taken: number of the last step that the player took
//   _levels    _level, dimensions, s1, s2, s3  the total, the rows: count(*) FILTER (WHERE "_taken" >= 2)
//   result     … s1, s2, c2, s3, c3, t3        shares of the step before and of the first, ordered, cut
import type { entryColumns, FunnelPlan, StepPlan } from '#semantic/plan/cohort/tree.ts'
import { define, select } from '../select.ts'
import type { Writer } from '../writer.ts'
import { type Level, levelsPart, resultText } from './levels.ts'
import { column, entriesParts, entryDims, fromFollowed, keptEntry, sameEntry } from './players.ts'

export const takenKey = '_taken'

export function funnelText(plan: FunnelPlan, prefix: string, writer: Writer): string {
  const stepName = (place: number): string => `${prefix}step${place}`
  const names = { people: `${prefix}people`, levels: `${prefix}levels` }
  const hasGame = plan.entries.game !== null
  const steps = plan.steps.map((step, index) =>
    define(
      writer.dialect.materialized(stepName(index + 2)),
      stepText(step, stepName(index + 1), hasGame, writer),
    ),
  )
  const taken = plan.steps.map((_, index) => stepName(index + 2))
  const parts = [
    ...entriesParts(plan.entries, stepName(1), writer),
    ...steps,
    define(writer.dialect.materialized(names.people), peopleText(plan, stepName(1), taken, hasGame, writer)),
    levelsPart(
      names.levels,
      plan.entries.dims.map(({ key }) => key),
      levelOf(plan, names.people, writer),
      levelOf(plan, names.people, writer),
      writer,
    ),
  ]
  const result = resultText(plan, names.levels, ({ key, role }) => figure(key, role, writer), writer)
  return `WITH ${parts.join(',\n')}\n${result}`
}

/** Players of `before` (a step's name) who took this step. `further`: more columns, for lists of players. */
export function stepText(
  step: StepPlan,
  before: string,
  hasGame: boolean,
  writer: Writer,
  further: string[] = [],
): string {
  const { dialect } = writer
  const names = [...(hasGame ? (['game'] as const) : []), 'player' as const, 'day' as const]
  const least = (node: StepPlan['time'], key: keyof typeof entryColumns): string[] =>
    node === null ? [] : [`${dialect.aggregate('min', writer.write(node), null)} AS ${column(key, writer)}`]
  return select(
    [
      ...names.map((name) => keptEntry(name, writer)),
      ...least(step.time, 'time'),
      ...least(step.on, 'on'),
      ...further,
    ],
    [...fromFollowed(step, before, writer), `GROUP BY ${names.map((_, index) => index + 1).join(', ')}`],
  )
}

/**
 * All players with the last step they took, which implies all earlier ones. `more`: further columns, for
 * lists.
 */
export function peopleText(
  plan: FunnelPlan,
  first: string,
  taken: string[],
  hasGame: boolean,
  writer: Writer,
  more: string[] = [],
): string {
  const player = column('player', writer)
  const reached = taken
    .map((name, index) => ` WHEN ${name}.${player} IS NOT NULL THEN ${index + 2}`)
    .reverse()
    .join('')
  return select(
    [
      ...entryDims(plan.entries, writer),
      keptEntry('player', writer),
      ...more,
      `CASE${reached} ELSE 1 END AS ${writer.name(takenKey)}`,
    ],
    [
      `FROM ${first} AS e`,
      ...taken.map((name) => `LEFT JOIN ${name} ON ${sameEntry(name, 'e', hasGame, writer)}`),
    ],
  )
}

/** Counts by step. */
function levelOf(plan: FunnelPlan, people: string, writer: Writer): Level {
  const { dialect } = writer
  const taken = writer.name(takenKey)
  const figures = Array.from({ length: plan.steps.length + 1 }, (_, index) => {
    const place = index + 1
    const condition = place === 1 ? null : `${taken} >= ${place}`
    return `${dialect.aggregate('count', null, condition)} AS ${writer.name(`s${place}`)}`
  })
  return { from: people, figures }
}

function figure(key: string, role: string | undefined, writer: Writer): string {
  const place = Number(key.slice(1))
  const step = (at: number): string => `r.${writer.name(`s${at}`)}`
  if (role === 'conversion') return writer.dialect.divide(step(place), step(place - 1))
  if (role === 'reached') return writer.dialect.divide(step(place), step(1))
  return step(place)
}
