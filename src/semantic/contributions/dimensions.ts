// The dimensions by which a change is split, those that people ask about first in front.
import { unreachedDimensionsIn } from '../compile.ts'
import { isFilter } from '../model/conditions.ts'
import type { RowScope } from '../model/rowScope.ts'
import type { Dimension, Model, ReportCondition } from '../model/types.ts'

const telling = ['渠道', '平台', '区服', '服务器', '游戏', '国家', '地区', '版本', '类型']
const splitting = new Set<Dimension['types']>(['string', 'game', 'dictionary'])

const rank = (name: string): number => {
  const at = telling.findIndex((word) => name.includes(word))
  return at === -1 ? telling.length : at
}

/** Dimensions of which one value is left say nothing. */
function fixedDimensions(filters: readonly ReportCondition[]): number[] {
  return filters
    .filter(isFilter)
    .flatMap(({ dim, op, values }) =>
      op === 'isNull' || (op === 'in' && values.length === 1) ? (dim ?? []) : [],
    )
}

/** Reached by all points within the scope. Free texts are left out, and numbers, which have too many values. */
export function splittingDimensions(
  model: Model,
  scope: RowScope,
  {
    points,
    filters,
    fixed = [],
  }: { points: readonly number[]; filters: readonly ReportCondition[]; fixed?: readonly number[] },
): Dimension[] {
  const unreached = unreachedDimensionsIn(model, scope)({ points: [...points] })
  const gone = new Set([...fixed, ...fixedDimensions(filters)])
  return model.dimensions
    .filter(
      ({ id, types, form_type }) =>
        splitting.has(types) && form_type !== 'text' && !unreached.has(id) && !gone.has(id),
    )
    .toSorted((one, other) => rank(one.name) - rank(other.name) || one.id - other.id)
}
