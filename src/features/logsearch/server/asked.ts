// Parses and checks a caller's question: the store, its lines visible to the caller, the query, the times.

import { isAllRows, seesPersonal } from '#semantic/model/rowScope.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { seenPeople } from '#server/people.ts'
import { personalKey } from '#server/personalKey.ts'
import { AppError } from '#shared/errors.ts'
import { readQuery } from '#shared/logQuery/read.ts'
import { personalNames } from '#features/config/server/index.ts'
import type { LineScope, LineSight } from './engine/asking/evaluate.ts'
import type { LineMasks } from './engine/asking/masking.ts'
import type { Asking, LinePlace } from './engine/orders.ts'
import { type Entrance, entrancesOf, type Place } from './places.ts'

/** Stores whose lines can't be assigned to people or games are only for users who see all rows. */
const maySee = ({ narrowedBy }: Place, user: SessionUser): boolean => isAllRows(user) || narrowedBy !== null

export function seenEntrances({ settings }: Deps, user: SessionUser): Entrance[] {
  return entrancesOf(settings)
    .map((entrance) => ({ ...entrance, stores: entrance.stores.filter((store) => maySee(store, user)) }))
    .filter(({ stores }) => stores.length > 0)
}

export function placeOf(deps: Deps, user: SessionUser, entrance: string, logStore: string): Place {
  const stores = seenEntrances(deps, user).find(({ name }) => name === entrance)?.stores ?? []
  const place = stores.find(({ name }) => name === logStore)
  if (!place) throw new AppError('object_missing', '没有这个日志库，或无权查看')
  return place
}

/** Which lines the caller sees, and which of their fields as masks. */
export async function sightOf(deps: Deps, user: SessionUser, place: Place): Promise<LineSight> {
  return { scope: await scopeOf(deps, user, place), masks: await masksOf(deps, user) }
}

/** Fields are named as the columns that are marked, in whichever table. */
async function masksOf({ metadata, settings }: Deps, user: SessionUser): Promise<LineMasks | null> {
  if (seesPersonal(user)) return null
  const names = await personalNames(metadata.db)
  return names.size === 0 ? null : { fields: [...names], key: personalKey(settings.dataDir) }
}

/** Null where the caller sees all lines. */
async function scopeOf(
  { metadata }: Deps,
  user: SessionUser,
  { narrowedBy }: Place,
): Promise<LineScope | null> {
  if (isAllRows(user)) return null
  if (narrowedBy === 'people') {
    const people = await seenPeople(metadata.db, user)
    return { field: 'userId', values: people.map(({ id }) => String(id)) }
  }
  if (narrowedBy) return user.games === 'all' ? null : { field: narrowedBy.games, values: [...user.games] }
  throw new AppError('object_missing')
}

export interface Question {
  query?: string
  from?: string
  to?: string
}

export function askingOf({ query = '', from, to }: Question, sight: LineSight): Asking {
  const { condition, problems } = readQuery(query)
  const [first] = problems
  if (first)
    throw new AppError('parameter_wrong', `查询有误：${first.message}（第 ${first.from + 1} 个字）`, {
      problems,
    })
  const asking = { condition, ...sight, from: momentOf(from), to: momentOf(to) }
  if (asking.from !== null && asking.to !== null && asking.to <= asking.from)
    throw new AppError('parameter_wrong', '结束时间应晚于开始时间')
  return asking
}

function momentOf(text: string | undefined): number | null {
  if (text === undefined || text === '') return null
  const isZoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(text)
  const at = isZoned ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at))
    throw new AppError('parameter_wrong', `「${text}」不是有效的时间，应为 2026-01-31T08:00:00Z`)
  return at
}

export const writtenCursor = ({ time, file, offset }: LinePlace): string => `${time}_${file}_${offset}`

export function readCursor(text: string | undefined): LinePlace | null {
  if (text === undefined) return null
  const found = /^(-?\d{1,16})_([0-9a-f]{16}|~|)_(-1|\d{1,16})$/.exec(text)
  if (!found) throw new AppError('parameter_wrong', '翻页的位置有误，请重新查询')
  return { time: Number(found[1]), file: found[2] ?? '', offset: Number(found[3]) }
}

export const isoOf = (time: number | null): string | null => {
  if (time === null || !Number.isFinite(time) || Math.abs(time) > 8.64e15) return null
  return new Date(time).toISOString()
}
