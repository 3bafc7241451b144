// Lists the points and dimensions that can be forecast and searched.

import { methodText } from '#forecast/index.ts'
import type { Deps } from '#server/deps.ts'
import { gamesOf } from '#server/objects/games.ts'
import type { Caller } from '#server/objects/types.ts'
import { pinyinOf } from '#server/pinyin.ts'
import { businessDay } from '#shared/businessDay.ts'
import { dayNumber } from '#shared/day.ts'
import { shareReaches } from '#shared/reaches.ts'
import { watchedDims, watchedPoints } from '#features/alarm/server/index.ts'
import { readModel } from '#features/config/server/index.ts'
import type { PredictionOptions } from '../contract.ts'
import { addsUp, turnoverOf } from './asked.ts'
import { marksOf } from './marks.ts'

const threeYears = 1_095

/** How the bands of sums are computed. */
const sumMethod =
  '一周、一月的合计不是把每天的上下限相加：按同一模型模拟 2,000 种走法，逐种求和后取分位数。' +
  '各天的分布与逐日区间一致，天与天之间的关联由模型与过去成段预测的误差得出；合计的预测值是这些走法的中位数。'

export async function predictionOptionsOf(deps: Deps, caller: Caller): Promise<PredictionOptions> {
  const model = await readModel(deps)
  const known = new Map(model.points.map((point) => [point.id, point]))
  const today = businessDay(deps.settings)
  const day = dayNumber(today)
  const marks = await marksOf(deps, { from: day - threeYears, to: day })
  const points = (await watchedPoints(model)).flatMap(({ id, name, pinyin, unit, format, dims }) => {
    const point = known.get(id)
    return point ? [{ id, name, pinyin, unit, format, dims, addsUp: addsUp(point) }] : []
  })
  return {
    ...shareReaches(points),
    dims: watchedDims(model).map(({ id, name, types, info }) => ({
      id,
      name,
      pinyin: pinyinOf(name),
      types,
      dictId: info.dictId ?? null,
    })),
    games: await gamesOf(deps.metadata.db, caller),
    turnover: turnoverOf(model)?.id ?? null,
    holidays: [...new Set(marks.flatMap(({ kind, name }) => (kind === 'rest' ? [name] : [])))],
    today,
    method: methodText,
    sumMethod,
  }
}
