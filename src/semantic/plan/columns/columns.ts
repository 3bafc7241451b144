// The result's columns for dimensions and points: key, title, type, number format.
//
//   dimension 4 渠道 (text)  →  d4, string      point 11 充值金额 (decimal)  →  p11, number, format decimal
//   the date by the hour    →  d1, datetime    ARPU (computed)             →  p51, number, total ratio
import type { PointDefinition } from '#semantic/model/definitions.ts'
import type { Kind } from '#semantic/model/expression/tree.ts'
import type { ColumnType, Dimension, NumberFormat, ReportColumn } from '#semantic/model/types.ts'
import { type GrainChoice, grainOf, isBusinessDate } from '../asked/grain.ts'
import type { AskedDays } from '../asked/range.ts'
import type { Titles } from './apart.ts'
import { cutsOf } from './cuts.ts'
import { totalKindOf } from './totals.ts'

export function reportColumns(
  dims: { dimension: Dimension; kind: Kind }[],
  points: PointDefinition[],
  grain: GrainChoice,
  titles: Titles,
  days?: AskedDays,
): ReportColumn[] {
  const columns = [
    ...dims.map(({ dimension, kind }) => ({
      of: dimension,
      column: dimensionColumn(dimension, kind, grain, days),
    })),
    ...points.map((definition) => ({ of: definition.point, column: pointColumn(definition) })),
  ]
  return columns.map(({ of, column }) => ({ ...column, title: titles.get(of) ?? of.name }))
}

const typeOfKind: Record<Kind, ColumnType> = {
  integer: 'integer',
  number: 'number',
  string: 'string',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
  unknown: 'string',
}

function dimensionColumn(
  dimension: Dimension,
  kind: Kind,
  choice: GrainChoice,
  days: AskedDays | undefined,
): ReportColumn {
  const grain = grainOf(dimension, choice)
  const type = grain === null ? typeOfKind[kind] : grain === 'hour' ? 'datetime' : 'date'
  const isOwn = grain === null || grain === (choice.grain ?? 'day')
  const cuts =
    days && isBusinessDate(dimension) ? cutsOf(grain, days.range, days.unfinishedFrom !== null) : undefined
  return {
    key: `d${dimension.id}`,
    title: dimension.name,
    kind: 'dimension',
    type,
    format: null,
    unit: '',
    dictId: dimension.info.dictId ?? null,
    ...(!isOwn && { grain }),
    ...(cuts && { cuts }),
  }
}

function pointColumn(definition: PointDefinition): ReportColumn {
  const { point, kind } = definition
  const type = kind === 'unknown' ? 'number' : typeOfKind[kind]
  const total = totalKindOf(definition)
  return {
    key: `p${point.id}`,
    title: point.name,
    kind: definition.type === 'computed' ? 'computed' : 'point',
    type,
    format: point.info.format ?? usualFormat(type),
    unit: point.info.unit ?? '',
    dictId: null,
    ...(total && { total }),
  }
}

function usualFormat(type: ColumnType): NumberFormat | null {
  if (type === 'integer') return 'integer'
  return type === 'number' ? 'decimal' : null
}
