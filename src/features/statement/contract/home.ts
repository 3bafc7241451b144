// The home page’s figures.
import { type Static, Type } from 'typebox'
import type { NumberFormat, ReportInfo } from '#semantic/model/types.ts'
import { defineCall } from '#shared/call.ts'
import { idSchema as id } from '#shared/ids.ts'
import { nullable } from './shared.ts'
import type { Cell } from './table.ts'

/** The most views per call. */
export const mostHomeViews = 12
const homePoint = Type.Object({
  key: Type.String(),
  title: Type.String(),
  format: nullable(Type.Unsafe<NumberFormat>(Type.String())),
  unit: Type.String(),
  /** One for each of the card's days; null where the day has no figure. */
  values: Type.Unsafe<Cell[]>({}),
  /** Both until the card's `until`; null where the point's tables know no hours, or none of today. */
  soFar: nullable(Type.Object({ today: Type.Unsafe<Cell>({}), yesterday: Type.Unsafe<Cell>({}) })),
})
const homeCard = Type.Object({
  viewId: id,
  reportId: nullable(id),
  reportName: Type.String(),
  /** What was asked, day by day; null where there are no figures. */
  info: Type.Unsafe<ReportInfo | null>({}),
  /** `none`: no daily figures; `waiting`: not computed in time, request again. */
  state: Type.Enum(['figures', 'none', 'failed', 'waiting']),
  /** In Chinese: why there are no figures, or what they leave out. */
  message: Type.String(),
  /** Business days, the last one today. */
  days: Type.Array(Type.String()),
  points: Type.Array(homePoint),
  /** How many of the last days may still change: today, and days after whose end no table was published. */
  openDays: Type.Integer(),
  /** Last day with figures, where more are overdue; null otherwise. */
  lateSince: nullable(Type.String()),
  /** The whole hour up to which today stands beside yesterday, `10:00`; null where no point has `soFar`. */
  until: nullable(Type.String()),
  /** When the oldest of its tables was published, ISO. */
  updateTime: nullable(Type.String()),
})
export type HomeCard = Static<typeof homeCard>

/**
 * The latest days of some views, each from its first report with figures; a failing one does not affect the
 * others.
 */
export const getHomeFigures = defineCall({
  name: 'getHomeFigures',
  method: 'POST',
  path: '/api/s1/report/home/figures',
  effect: 'read',
  access: 'session',
  body: Type.Object(
    { viewIds: Type.Array(id, { minItems: 1, maxItems: mostHomeViews }) },
    { additionalProperties: false },
  ),
  reply: Type.Array(homeCard),
  example: { body: { viewIds: [1] } },
})
