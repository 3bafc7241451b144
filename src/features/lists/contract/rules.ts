// Rules that find black list entries in the warehouse.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { idSchema } from '#shared/ids.ts'
import { entryKinds } from './entries.ts'
import { edited, game, games, idParams, line, nullable, ours, told } from './shared.ts'

const access = { keys: ['search_blackList'] } as const

/** Finds values of `dim` in the rule's games whose `point` was at least `least` in the last `days` days. */
const ruleCondition = Type.Object(
  {
    /** Dimension whose values are listed. */
    dim: idSchema,
    point: idSchema,
    least: Type.Number(),
    /** Whether each day counts separately. */
    perDay: Type.Boolean(),
    days: Type.Integer({ minimum: 1, maximum: 365 }),
    /** Only fact rows that match these filters count. */
    filters: Type.Optional(
      Type.Array(
        Type.Object(
          {
            dim: idSchema,
            values: Type.Array(Type.String({ maxLength: 500 }), { minItems: 1, maxItems: 1_000 }),
          },
          closed,
        ),
        { maxItems: 10 },
      ),
    ),
  },
  closed,
)
export type RuleCondition = Static<typeof ruleCondition>

const ruleOwn = {
  name: line,
  games,
  kind: Type.Enum([...entryKinds]),
  condition: ruleCondition,
  reason: line,
  keepDays: nullable(Type.Integer({ minimum: 1, maximum: 3_650 })),
  /** HH:mm; null: runs only on request. */
  dailyAt: nullable(Type.String({ maxLength: 5 })),
}
const rule = Type.Object({
  ...told,
  ...ruleOwn,
  name: Type.String(),
  reason: Type.String(),
  /** The condition in words. */
  condition: ruleCondition,
  conditionText: Type.String(),
  lastRunAt: nullable(Type.String()),
  lastAdded: nullable(Type.Integer()),
  lastProblem: nullable(Type.String()),
})
export type BlackRule = Static<typeof rule>

const ruleList = Type.Object({
  rows: Type.Array(rule),
  games: Type.Array(game),
  /** The dimensions and points that rules may use. */
  dims: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
  points: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      unit: Type.String(),
      /** Dimensions whose values the point can be counted by. */
      dims: Type.Array(Type.Integer()),
    }),
  ),
})
export type BlackRuleList = Static<typeof ruleList>

export const listBlackRules = defineCall({
  name: 'listBlackRules',
  method: 'GET',
  path: `${ours}/black/rules`,
  access,
  reply: ruleList,
  example: {},
})

const ruleChange = Type.Object({ ...edited, ...ruleOwn }, closed)
export type BlackRuleChange = Static<typeof ruleChange>
const exampleRule = {
  name: '刷单',
  games: '*' as const,
  kind: 'player' as const,
  condition: { dim: 987654321, point: 987654321, least: 10, perDay: true, days: 7 },
  reason: '',
  keepDays: null,
  dailyAt: null,
}

export const saveBlackRule = defineCall({
  name: 'saveBlackRule',
  method: 'POST',
  path: `${ours}/black/rules/save`,
  access,
  body: ruleChange,
  reply: rule,
  example: { body: exampleRule },
})

/** Deletes a rule; the entries it found stay. `restored` undoes that. */
export const deleteBlackRule = defineCall({
  name: 'deleteBlackRule',
  method: 'POST',
  path: `${ours}/black/rules/delete/{id}`,
  access,
  params: idParams,
  body: Type.Object({ restored: Type.Optional(Type.Boolean()) }, closed),
  reply: Type.Null(),
  example: { params: { id: 987654321 }, body: {} },
})

const ruleFinding = Type.Object({
  cgi: Type.String(),
  game: Type.String(),
  value: Type.String(),
  /** The day with the highest figure, when each day counts separately. */
  day: nullable(Type.String()),
  figure: Type.Number(),
  /**
   * `new`: would be listed; `listed`: already is; `removed`: was removed by a user and stays off the list.
   */
  state: Type.Enum(['new', 'listed', 'removed']),
})
export type RuleFinding = Static<typeof ruleFinding>
const ruleFound = Type.Object({
  rows: Type.Array(ruleFinding),
  fresh: Type.Integer(),
  listed: Type.Integer(),
  removed: Type.Integer(),
  /** Whether the rule finds more values than it may list at once. */
  truncated: Type.Boolean(),
})
export type RuleFound = Static<typeof ruleFound>

/** What the rule would find now; saves nothing. */
export const previewBlackRule = defineCall({
  name: 'previewBlackRule',
  method: 'POST',
  path: `${ours}/black/rules/preview`,
  effect: 'read',
  access,
  body: ruleChange,
  reply: ruleFound,
  example: { body: exampleRule },
})

/** Adds what the rule finds now to the list. */
export const runBlackRule = defineCall({
  name: 'runBlackRule',
  method: 'POST',
  path: `${ours}/black/rules/run/{id}`,
  access,
  params: idParams,
  body: Type.Object({}, closed),
  reply: ruleFound,
  example: { params: { id: 987654321 }, body: {} },
})
