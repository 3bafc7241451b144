// What a report can use: dimensions and points, including its own formulas.

import { formulaInNames } from '#semantic/model/formulaText.ts'
import { pointsUnder } from '#semantic/model/references.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { call } from '#web/api/client.ts'
import {
  type CheckedFormulas,
  checkOwnFormulas,
  getReportQueryParam,
  type QueryPoint,
} from '#features/statement/contract.ts'
import type { QueryParams } from '../report/store.ts'

interface ParamsWish {
  /** 0: an unsaved report. */
  reportId: number
  info: ReportInfo
  /** Dimensions whose values are wanted, and the search text. */
  options?: readonly number[]
  like?: string
  signal: AbortSignal
}

export async function readParams(wish: ParamsWish): Promise<QueryParams> {
  const { reportId, info, options = [], like = '', signal } = wish
  const { dims, formulas = [] } = info
  const silently = { signal, quiet: true, loading: null } as const
  const [params, checked] = await Promise.all([
    call(
      getReportQueryParam,
      {
        params: { reportId },
        query: {
          dims: dims.join(','),
          points: pointsUnder(info).join(','),
          ...(options.length > 0 && { options: options.join(',') }),
          ...(like && { like }),
        },
      },
      silently,
    ),
    formulas.length > 0 ? call(checkOwnFormulas, { body: { dims, formulas } }, silently) : null,
  ])
  if (!checked) return params
  return { ...params, points: [...params.points, ...ownPoints(info, checked, params.points)] }
}

/** The formulas as points, for pickers and the filter bar. */
function ownPoints(
  { formulas = [] }: ReportInfo,
  checked: CheckedFormulas,
  points: readonly QueryPoint[],
): QueryPoint[] {
  const told = new Map(checked.formulas.map((one) => [one.id, one]))
  return formulas.map(({ id, name, formula, unit = '' }) => {
    const { pinyin = '', unreachable = '', noShare = '' } = told.get(id) ?? {}
    return {
      id,
      name,
      describe: `= ${formulaInNames(formula, [...points, ...formulas])}`,
      note: '',
      pinyin,
      types: 'computed',
      unit,
      synonyms: [],
      synonymsPinyin: '',
      categoryId: null,
      unreachable,
      ...(noShare && { noShare }),
    }
  })
}
