// The options of a report's filter bar and pickers: dimensions, points, why one is unreachable, values.

import { shareRefusals, sumRefusals, unjoinable } from '#semantic/compile.ts'
import type { LastName } from '#semantic/model/gone.ts'
import { pointsUnder } from '#semantic/model/references.ts'
import {
  type Dimension,
  type Grain,
  grains,
  type Model,
  type Point,
  type ReportInfo,
} from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { pinyinOf } from '#server/pinyin.ts'
import { AppError } from '#shared/errors.ts'
import { standingOf } from '#shared/standing.ts'
import { lastNames, readModel } from '#features/config/server/index.ts'
import type { QueryDimension, QueryPoint } from '../contract.ts'
import { readOptions } from './options.ts'
import { findReport } from './reports.ts'

interface QueryParamsRequest {
  /** 0: an unsaved report. */
  reportId: number
  dims?: string | undefined
  points?: string | undefined
  options?: string | undefined
  like?: string | undefined
}

const mostOptionLists = 20

export async function readQueryParams(
  deps: Deps,
  user: SessionUser,
  request: QueryParamsRequest,
  signal: AbortSignal,
): Promise<{ dimensions: QueryDimension[]; points: QueryPoint[]; gone: LastName[] }> {
  const saved = await savedInfo(deps, user, request.reportId)
  const model = await readModel(deps)
  const asked = {
    dims: idsOf(request.dims) ?? saved.dims,
    points: idsOf(request.points) ?? pointsUnder(saved),
  }
  const chosen = known(model, asked)
  const reasons = unjoinable(chosen, model, user)
  const wanted = new Set(idsOf(request.options) ?? [])
  if (wanted.size > mostOptionLists)
    throw new AppError('parameter_wrong', `一次最多查询 ${mostOptionLists} 个维度的取值`)
  const dimensions = await Promise.all(
    model.dimensions.map(async (dimension) => {
      const values = wanted.has(dimension.id)
        ? await readOptions(deps, user, { model, dimension, like: request.like, signal })
        : null
      return {
        ...shownDimension(dimension),
        unreachable: reasons.dimensions.get(dimension.id) ?? '',
        options: values?.options ?? null,
        moreOptions: values?.more ?? false,
      }
    }),
  )
  const shares = shareRefusals(chosen, model)
  const sums = sumRefusals(model)
  const points = model.points.map((point) => {
    const noShare = shares.get(point.id)
    const noSum = sums.get(point.id)
    return {
      ...shownPoint(point),
      unreachable: reasons.points.get(point.id) ?? '',
      ...(noShare !== undefined && { noShare }),
      ...(noSum !== undefined && { noSum }),
    }
  })
  const gone = await lastNames(deps.metadata.db, model, { ...asked, dims: [...asked.dims, ...wanted] })
  return { dimensions, points, gone }
}

async function savedInfo({ metadata }: Deps, user: SessionUser, reportId: number): Promise<ReportInfo> {
  if (reportId === 0) return { dims: [], points: [] }
  return (await findReport(metadata.db, user, reportId)).report.info
}

function idsOf(list: string | undefined): number[] | undefined {
  const ids = list?.split(',').flatMap((text) => (text === '' ? [] : [Number(text)]))
  if (ids?.some((id) => id > Number.MAX_SAFE_INTEGER)) throw new AppError('request_malformed')
  return ids
}

/** Deleted definitions reach nothing; the others' reach is still computed. */
export function known(model: Model, { dims, points }: Pick<ReportInfo, 'dims' | 'points'>): ReportInfo {
  const dimensions = new Set(model.dimensions.map(({ id }) => id))
  const pointIds = new Set(model.points.map(({ id }) => id))
  return { dims: dims.filter((id) => dimensions.has(id)), points: points.filter((id) => pointIds.has(id)) }
}

export const shownDimension = (dimension: Dimension) => ({
  id: dimension.id,
  name: dimension.name,
  describe: dimension.describe,
  pinyin: pinyinOf(dimension.name),
  types: dimension.types,
  formType: dimension.form_type,
  grains: grainsOf(dimension),
  dictId: dimension.info.dictId ?? null,
  categoryId: dimension.dim_typeId,
})

function grainsOf({ types, count_quantum }: Dimension): Grain[] {
  if (types !== 'date' && types !== 'time') return []
  return grains.slice(grains.indexOf(count_quantum ?? 'day'))
}

const shownPoint = (point: Point) => ({
  id: point.id,
  name: point.name,
  describe: point.describe,
  note: point.note,
  pinyin: pinyinOf(point.name),
  types: point.types,
  unit: point.info.unit ?? '',
  synonyms: point.info.synonyms ?? [],
  synonymsPinyin: pinyinOf((point.info.synonyms ?? []).join(' ')),
  categoryId: point.point_typeId,
  ...standingOf(point.info),
})
