// Saves and reads scenarios; each user sees only their own.
import type { Selectable } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { addObject, changeObject } from '#server/objects/changing.ts'
import { anyTable } from '#server/objects/reading.ts'
import { cleanName } from '#server/objects/texts.ts'
import type { Caller, Db, ObjectKind } from '#server/objects/types.ts'
import { seenBy } from '#server/scopes/condition.ts'
import { AppError } from '#shared/errors.ts'
import type { KeptScenario, ScenarioEffect } from '../contract.ts'
import { wrong } from './days.ts'
import { assertEffects, effectText } from './effects.ts'
import { forecastScenario, type ScenarioRow } from './tables.ts'

type StoredScenario = Selectable<ScenarioRow>

const longestName = 60
const mostKept = 100

const readEffects = (stored: unknown): ScenarioEffect[] => JSON.parse(String(stored)) as ScenarioEffect[]

export const scenarios: ObjectKind<StoredScenario> = {
  table: 'forecast_scenario',
  name: 'forecastScenario',
  fields: {
    name: { title: '名称' },
    effects: { title: '影响', show: (stored) => readEffects(stored).map(effectText).join('；') },
  },
  seen: forecastScenario.seen,
  runs: 'never',
  names: ({ owner_id, name }) => [{ scope: String(owner_id), name }],
  taken: { field: 'name', message: '你已有同名的假设，请换一个名称' },
}

const shown = ({ id, revision, modified_at, name, effects }: StoredScenario): KeptScenario => ({
  id,
  revision,
  modifiedAt: modified_at,
  name,
  effects: readEffects(effects),
})

export async function ownScenarios({ metadata: { db } }: Deps, caller: Caller): Promise<KeptScenario[]> {
  const rows = (await anyTable(db)
    .selectFrom('forecast_scenario')
    .selectAll()
    .where(seenBy(db, forecastScenario, caller))
    .orderBy('id')
    .execute()) as unknown as StoredScenario[]
  return rows.map(shown)
}

interface Change {
  id?: number | undefined
  revision?: number | undefined
  overwrite?: boolean | undefined
  name: string
  effects: ScenarioEffect[]
}

export function keepScenario(
  { metadata }: Deps,
  caller: Caller,
  { id = -1, revision, overwrite, name, effects }: Change,
): Promise<KeptScenario> {
  if (effects.length === 0) throw wrong('假设里还没有影响，请先添加')
  assertEffects(effects)
  const values = { name: cleanName(name, '名称', longestName), effects: JSON.stringify(effects) }
  return metadata.transaction(async (db) => {
    if (id > 0)
      return shown(await changeObject(db, scenarios, caller, { id, values, revision, overwrite }, shown))
    await assertRoom(db, caller)
    return shown(await addObject(db, scenarios, caller, values, { name: values.name }))
  })
}

async function assertRoom(db: Db, caller: Caller): Promise<void> {
  const { count } = await db
    .selectFrom('forecast_scenario')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(seenBy(db, forecastScenario, caller))
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostKept)
    throw new AppError('quota_exceeded', `每人最多保存 ${mostKept} 个假设，请先删除不再需要的`)
}
