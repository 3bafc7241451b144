// The options of an alarm's form: what it can watch, and whom it can notify.

import { methodText } from '#forecast/index.ts'
import { unreachedDimensionsIn } from '#semantic/compile.ts'
import { allRows } from '#semantic/model/rowScope.ts'
import type { Model } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import { gamesOf } from '#server/objects/games.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { pinyinOf } from '#server/pinyin.ts'
import { seenBy } from '#server/scopes/condition.ts'
import { scopedTable } from '#server/scopes/known.ts'
import { living } from '#server/scopes/life.ts'
import { shareReaches } from '#shared/reaches.ts'
import type { AlarmOptions } from '#features/alarm/contract.ts'
import { readModel } from '#features/config/server/index.ts'
import { periodDimension, watchedTypes } from '../asking.ts'
import { alarmVariables, usualText, usualTitle } from '../text.ts'

export async function alarmOptions(deps: Deps, caller: Caller): Promise<AlarmOptions> {
  const { db } = deps.metadata
  const model = await readModel(deps)
  return {
    ...(await sharedPoints(model)),
    dims: watchedDims(model).map((dimension) => ({
      id: dimension.id,
      name: dimension.name,
      pinyin: pinyinOf(dimension.name),
      types: dimension.types,
      formType: dimension.form_type,
      dictId: dimension.info.dictId ?? null,
    })),
    games: await gamesOf(db, caller),
    allGames: caller.games === 'all',
    receivers: await receiversOf(db, caller),
    users: await usersOf(db),
    variables: Object.entries(alarmVariables).map(([name, { title, sample }]) => ({ name, title, sample })),
    title: usualTitle,
    text: usualText,
    forecastMethod: methodText,
    zone: deps.settings.zone,
  }
}

export const watchedDims = ({ dimensions }: Model) =>
  dimensions.filter(({ types }) => watchedTypes.has(types))

type WatchedPoint = Omit<AlarmOptions['points'][number], 'reach'> & { dims: number[] }
const known = new WeakMap<Model, Promise<WatchedPoint[]>>()

/** Cached: which dimensions a point reaches only changes with the model. */
export function watchedPoints(model: Model): Promise<WatchedPoint[]> {
  const found = known.get(model) ?? reachable(model)
  known.set(model, found)
  return found
}

const told = new WeakMap<Model, ReturnType<typeof shareReaches<WatchedPoint>>>()

async function sharedPoints(model: Model) {
  const found = told.get(model) ?? shareReaches(await watchedPoints(model))
  told.set(model, found)
  return found
}

async function reachable(model: Model): Promise<WatchedPoint[]> {
  const time = timeOf(model)
  const dims = watchedDims(model)
  const unreached = unreachedDimensionsIn(model, allRows)
  const points: WatchedPoint[] = []
  for (const point of model.points) {
    const dimensions = unreached({ points: [point.id] })
    points.push({
      id: point.id,
      name: point.name,
      pinyin: pinyinOf(point.name),
      unit: point.info.unit ?? '',
      format: point.info.format ?? null,
      hourly: time !== null && !dimensions.has(time),
      ...(point.types === 'distinct' && { people: true }),
      ...(point.info.retired && { retired: point.info.retired }),
      dims: dims.flatMap(({ id }) => (dimensions.has(id) ? [] : [id])),
    })
    await breathe()
  }
  return points
}

function timeOf(model: Model): number | null {
  try {
    return periodDimension(model, 'hour')
  } catch {
    return null
  }
}

async function receiversOf(db: Db, caller: Caller): Promise<AlarmOptions['receivers']> {
  const rows = await db
    .selectFrom('receiver')
    .select(['id', 'name', 'kind'])
    .where(seenBy(db, scopedTable(db, 'receiver'), caller))
    .orderBy('name')
    .execute()
  return rows.map(({ id, name, kind }) => ({ id, name, kind }))
}

async function usersOf(db: Db): Promise<AlarmOptions['users']> {
  const rows = await db
    .selectFrom('user')
    .select(['id', 'username'])
    .where('disabled', '=', 0)
    .where(living('user'))
    .orderBy('username')
    .execute()
  return rows.map(({ id, username }) => ({ id, name: username }))
}
