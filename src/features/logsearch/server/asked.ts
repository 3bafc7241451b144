// Parses and checks a caller's question: the store, its lines visible to the caller, the query, the times.

import { isAllRows } from '#semantic/model/rowScope.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { seenPeople } from '#server/people.ts'
import { AppError } from '#shared/errors.ts'
import { readQuery } from '#shared/logQuery/read.ts'
import type { LineScope } from './engine/asking/evaluate.ts'
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

/** Null where the caller sees all lines. */
export async function scopeOf(
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

export function askingOf({ query = '', from, to }: Question, scope: LineScope | null): Asking {
  const { condition, problems } = readQuery(query)
  const [first] = problems
  if (first)
    throw new AppError('parameter_wrong', `查询有误：${first.message}（第 ${first.from + 1} 个字）`, {
      problems,
    })
  const asking = { condition, scope, from: momentOf(from), to: momentOf(to) }
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
