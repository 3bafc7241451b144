// Calls of embeds: a view's reports at an address of their own, readable without a session while the owner
// shares them.
import { type Static, Type } from 'typebox'
import { deepestGroups } from '#semantic/model/conditions.ts'
import { filterOps, type ReportCondition, relativeRanges } from '#semantic/model/types.ts'
import { defineCall } from '#shared/call.ts'
import { dimensionFilters } from '#shared/groups.ts'
import { idSchema as id } from '#shared/ids.ts'

const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

/** Conditions combine with AND, so additional conditions can't widen a group. */
const conditions = (most: number) =>
  Type.Unsafe<ReportCondition[]>(
    dimensionFilters({ ops: filterOps, most, longest: 1_000, depth: deepestGroups }),
  )
/** Limit of a reader's filters side by side, and within each group. */
export const mostEmbedFilters = 20
/** Limit of the filters' JSON, in characters. */
export const longestEmbedFilters = 8_000
/** The reader's filters, carried in the address. */
export const embedFiltersSchema = conditions(mostEmbedFilters)

export const mostEmbedRows = 2_000

const settings = Type.Object(
  {
    /** Always applied, in addition to the reports' own filters. */
    filters: conditions(50),
    /** Replaces the reports' own days; null keeps them. */
    days: Type.Union([
      Type.Object({ from: day, to: day }, { additionalProperties: false }),
      Type.Object({ relative: Type.Enum([...relativeRanges]) }, { additionalProperties: false }),
      Type.Null(),
    ]),
    /** The shown reports; null for all reports of the view. */
    reports: Type.Union([Type.Array(id, { minItems: 1, maxItems: 200 }), Type.Null()]),
    /** Row limit of a report. */
    maxRows: Type.Integer({ minimum: 1, maximum: mostEmbedRows }),
  },
  { additionalProperties: false },
)
export type EmbedSettings = Static<typeof settings>
export const standardSettings: EmbedSettings = { filters: [], days: null, reports: null, maxRows: 500 }

// ---- the owner's calls

const embed = Type.Object({
  viewId: id,
  viewName: Type.String(),
  /** Random, part of the address. Null before the view was first shared. */
  id: Type.Union([Type.String(), Type.Null()]),
  enabled: Type.Boolean(),
  settings,
  /** The user whose games limit the figures; empty before the view was first shared. */
  owner: Type.String(),
  own: Type.Boolean(),
  /** Chinese: why readers get nothing although the embed is enabled; empty when they do. */
  problem: Type.String(),
  /** Origins whose pages may frame the embed. */
  frameAncestors: Type.Array(Type.String()),
  reports: Type.Array(Type.Object({ id, name: Type.String(), dims: Type.Array(id) })),
})
export type Embed = Static<typeof embed>

export const readEmbed = defineCall({
  name: 'readEmbed',
  method: 'GET',
  path: '/api/s1/embed/read/{viewId}',
  access: { own: 'search_config' },
  params: Type.Object({ viewId: id }),
  reply: embed,
  example: { params: { viewId: 1 } },
})

/** Whoever saves the settings or enables the embed becomes its owner, whose games limit the figures. */
export const saveEmbed = defineCall({
  name: 'saveEmbed',
  method: 'POST',
  path: '/api/s1/embed/save',
  access: { own: 'search_config' },
  body: Type.Object(
    { viewId: id, enabled: Type.Optional(Type.Boolean()), settings: Type.Optional(settings) },
    { additionalProperties: false },
  ),
  reply: embed,
  example: { body: { viewId: 987654321, enabled: false } },
})

/** Revokes the address and creates a new one. */
export const renewEmbed = defineCall({
  name: 'renewEmbed',
  method: 'POST',
  path: '/api/s1/embed/renew/{viewId}',
  access: { own: 'search_config' },
  params: Type.Object({ viewId: id }),
  body: Type.Object({}, { additionalProperties: false }),
  reply: embed,
  example: { params: { viewId: 987654321 }, body: {} },
})

// ---- the readers' calls, without a session: whatever is not shared answers as if the id did not exist

const embedId = Type.String({ minLength: 1, maxLength: 1000 })

const embeddedReport = Type.Object({
  id,
  name: Type.String(),
  /** The part of the report's definition that the page needs for drawing. */
  shape: Type.Unsafe<EmbedShape>({}),
})
export interface EmbedShape {
  kind?: string
  grain?: string
  compare?: string
  columns?: string[]
  order?: { key: string; desc: boolean }[]
  top?: { dim: number; count: number; by: number }
  chart?: { kind?: string; keys?: string[]; off?: boolean }
  /** Whether the report has days that a reader may narrow. */
  dated: boolean
}

export const openEmbed = defineCall({
  name: 'openEmbed',
  method: 'GET',
  path: '/api/s1/embed/view/{id}',
  access: 'public',
  params: Type.Object({ id: embedId }),
  reply: Type.Object({ name: Type.String(), reports: Type.Array(embeddedReport) }),
  example: { params: { id: 'none' } },
})
export type EmbeddedView = Static<NonNullable<typeof openEmbed.reply>>

/**
 * One report's figures. `f`: JSON of filters on the report's own dimensions; `range`, or `from` and `to`:
 * days within its own.
 */
export const readEmbedReport = defineCall({
  name: 'readEmbedReport',
  method: 'GET',
  path: '/api/s1/embed/report/{id}/{reportId}',
  access: 'public',
  params: Type.Object({ id: embedId, reportId: Type.String({ minLength: 1, maxLength: 20 }) }),
  query: Type.Object({
    f: Type.Optional(Type.String({ maxLength: longestEmbedFilters })),
    range: Type.Optional(Type.Enum([...relativeRanges])),
    from: Type.Optional(day),
    to: Type.Optional(day),
  }),
  /**
   * A table as returned by getReportDataByInfo (statement/contract.ts), with labels and marks for its cells.
   */
  reply: Type.Object({
    table: Type.Unsafe<unknown>({}),
    /** Labels by dictionary and code. */
    labels: Type.Record(Type.String(), Type.Record(Type.String(), Type.String())),
    /** Calendar years that the report's days belong to. */
    years: Type.Unsafe<unknown[]>({}),
  }),
  example: { params: { id: 'none', reportId: '1' } },
})
