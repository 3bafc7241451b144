// What-if scenarios, saved by name; each user has their own.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { idOrNewSchema, idSchema } from '#shared/ids.ts'
import { scenarioContent } from './interval.ts'
import { maybe, ours, predicting } from './shared.ts'

const kept = Type.Object({
  id: Type.Integer(),
  revision: Type.Integer(),
  modifiedAt: Type.String(),
  ...scenarioContent,
})
export type KeptScenario = Static<typeof kept>

export const listScenarios = defineCall({
  name: 'listScenarios',
  method: 'GET',
  path: `${ours}/scenarios`,
  access: predicting,
  reply: Type.Array(kept),
  example: {},
})

/** Without id, or with -1, it adds a scenario; answers object_conflict when a newer revision exists. */
export const saveScenario = defineCall({
  name: 'saveScenario',
  method: 'POST',
  path: `${ours}/scenarios/save`,
  access: predicting,
  body: Type.Object(
    {
      id: maybe(idOrNewSchema),
      revision: maybe(Type.Integer({ minimum: 1 })),
      overwrite: maybe(Type.Boolean()),
      ...scenarioContent,
    },
    closed,
  ),
  reply: kept,
  example: {
    body: { id: -1, name: '双十一', effects: [{ from: '2026-11-01', to: '2026-11-11', percent: 20 }] },
  },
})

const params = Type.Object({ id: idSchema })

export const deleteScenario = defineCall({
  name: 'deleteScenario',
  method: 'POST',
  path: `${ours}/scenarios/delete/{id}`,
  access: predicting,
  params,
  body: Type.Object({}, closed),
  reply: Type.Null(),
  example: { params: { id: 987654321 }, body: {} },
})

/** Undoes a deletion. */
export const restoreScenario = defineCall({
  name: 'restoreScenario',
  method: 'POST',
  path: `${ours}/scenarios/restore/{id}`,
  access: predicting,
  params,
  body: Type.Object({}, closed),
  reply: Type.Null(),
  example: { params: { id: 987654321 }, body: {} },
})
