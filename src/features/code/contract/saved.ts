// Saved queries with their versions, and what others may read of them.
import { type Static, Type } from 'typebox'
import { type Audience, audienceKinds } from '#shared/audience.ts'
import { closed, defineCall } from '#shared/call.ts'
import { idSchema } from '#shared/ids.ts'
import { columnLabels } from '#shared/sql/columnLabels.ts'
import { parameterTypes } from '#shared/sql/parameters.ts'
import { grant, heldRights } from './library.ts'
import { chart, chartAggregates, filterOps, filterValue, mostListed } from './results.ts'
import { bodyLimit, run, sql, value } from './runs.ts'
import { access, count, empty, id, idParams, nullable, prefix, title } from './shared.ts'

export const shareModes = ['off', 'query', 'result'] as const
export type ShareMode = (typeof shareModes)[number]

const audience = Type.Unsafe<Audience>(
  Type.Object(
    {
      kind: Type.Enum([...audienceKinds]),
      roles: Type.Array(idSchema, { maxItems: 200 }),
      users: Type.Array(idSchema, { maxItems: 500 }),
    },
    closed,
  ),
)

const savedParameter = Type.Object(
  {
    name: Type.String({ maxLength: 200 }),
    type: Type.Enum([...parameterTypes]),
    /** Label of the control; the parameter's name when empty. */
    label: title,
    default: value,
    /** For the type `dictionary`. */
    dictId: nullable(idSchema),
  },
  closed,
)
export type SavedParameter = Static<typeof savedParameter>

const columnName = Type.String({ maxLength: 1_000 })
const columnNames = Type.Array(columnName, { maxItems: 2_000 })
const queryLook = Type.Object(
  {
    /** Index of the statement in the text, from 0. */
    statement: Type.Integer({ minimum: 0, maximum: 100_000 }),
    /** A hash that identifies the statement wherever it moves. */
    of: Type.String({ maxLength: 40 }),
    sort: Type.Array(Type.Object({ column: columnName, desc: Type.Boolean() }, closed), { maxItems: 10 }),
    filters: Type.Array(
      Type.Object(
        {
          column: columnName,
          op: Type.Enum([...filterOps]),
          value: Type.Optional(filterValue),
          values: Type.Optional(Type.Array(filterValue, { maxItems: mostListed })),
        },
        closed,
      ),
      { maxItems: 50 },
    ),
    hidden: columnNames,
    /** Columns frozen at the left, in order. */
    frozen: columnNames,
    chart: nullable(
      Type.Object(
        {
          type: Type.String({ maxLength: 20 }),
          x: columnName,
          values: Type.Array(columnName, { minItems: 1, maxItems: 20 }),
          series: nullable(columnName),
          aggregate: Type.Enum([...chartAggregates]),
        },
        closed,
      ),
    ),
    /** Shown as a chart. */
    drawn: Type.Boolean(),
  },
  closed,
)
/**
 * How the result of one of a query's statements is displayed; columns by name, so that it applies to the next
 * run.
 */
export type QueryLook = Static<typeof queryLook>

// Separate from the object schema, because the browser's stub of the schema builder keeps no properties.
const savedParts = {
  id,
  name: Type.String(),
  /** Path of its folder, parts separated by `/`; empty at the top. */
  folder: Type.String(),
  tags: Type.Array(Type.String()),
  /** Its author. */
  owner: Type.String(),
  /** Id and name of its team folder; null and '' for the author's own queries. */
  folderId: nullable(Type.Integer()),
  team: Type.String(),
  right: Type.Enum([...heldRights]),
  sql: Type.String(),
  params: Type.Array(savedParameter),
  looks: Type.Array(queryLook),
  /** Increases with each save. */
  version: Type.Integer(),
  share: Type.Enum([...shareModes]),
  /** For whom the shared address is. */
  audience,
  createdAt: Type.String(),
  modifiedAt: Type.String(),
  /** Who changed it last. */
  modifiedBy: Type.String(),
  pinyin: Type.String(),
}
const savedQuery = Type.Object(savedParts)
export type SavedQuery = Static<typeof savedQuery>

/**
 * Creates a query (without id) or saves a change; `version` is the one that was opened: object_conflict where
 * a newer one exists.
 */
export const saveQuery = defineCall({
  name: 'save',
  method: 'POST',
  path: `${prefix}/save`,
  access,
  bodyLimit,
  body: Type.Object(
    {
      id: Type.Optional(id),
      /**
       * For a new query: the query it was copied from. The caller's own results of the same text are copied
       * along.
       */
      from: Type.Optional(id),
      // Looser than the service's rules, which answer in Chinese; these limits only reject nonsense.
      name: Type.String({ maxLength: 2_000 }),
      folder: Type.Optional(Type.String({ maxLength: 2_000 })),
      /** Team folder; null: the caller's own queries. Absent: unchanged. */
      folderId: Type.Optional(nullable(idSchema)),
      tags: Type.Optional(Type.Array(Type.String({ maxLength: 2_000 }), { maxItems: 200 })),
      sql,
      params: Type.Optional(Type.Array(savedParameter, { maxItems: 100 })),
      looks: Type.Optional(Type.Array(queryLook, { maxItems: 200 })),
      version: Type.Optional(Type.Integer({ minimum: 1 })),
      /** Overwrites a newer version, which stays in the history. */
      overwrite: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
  reply: savedQuery,
  example: { body: { name: '每日登录', sql: 'select 1' } },
})

/** The caller's saved queries and those readable in team folders, by name. */
export const listQueries = defineCall({
  name: 'list',
  method: 'GET',
  path: `${prefix}/list`,
  access,
  reply: Type.Array(savedQuery),
  example: {},
})

/** The same list, searched: each parameter narrows. */
export const listWithFillter = defineCall({
  name: 'listWithFillter',
  method: 'POST',
  path: `${prefix}/listWithFillter`,
  effect: 'read',
  access,
  body: Type.Object(
    {
      /** Searches name, tags and SQL; letters also match pinyin. */
      text: Type.Optional(Type.String({ maxLength: 200 })),
      /** Includes the folders inside. */
      folder: Type.Optional(Type.String({ maxLength: 200 })),
      /** In this team folder; null: only the caller's own. */
      folderId: Type.Optional(nullable(idSchema)),
      tag: Type.Optional(Type.String({ maxLength: 30 })),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    },
    closed,
  ),
  reply: Type.Object({ total: count, rows: Type.Array(savedQuery) }),
  example: { body: {} },
})

/**
 * A saved query with its latest result, where that is kept (and, for others, shared). Queries in team folders
 * come with the caller's own runs, never with another's.
 */
export const getView = defineCall({
  name: 'getView',
  method: 'GET',
  path: `${prefix}/getView/{id}`,
  access: { shared: 'search_sqlQuery' },
  atPlace: true,
  params: idParams,
  reply: Type.Object({
    ...savedParts,
    /** Whether the query is the caller's own or their team's; otherwise it is another's that is shared. */
    own: Type.Boolean(),
    /** At most 1,000 rows, with the saved sort, filters and columns; null without a result. */
    result: nullable(run),
    /** Dictionary labels of the codes in its rows. */
    labels: columnLabels,
    /** The result's chart, where it is displayed as one. */
    chart: nullable(
      Type.Object({
        type: Type.String(),
        xName: Type.String(),
        seriesName: nullable(Type.String()),
        valueName: Type.String(),
        data: chart,
      }),
    ),
  }),
  example: { params: { id: 'none' } },
})

export const deleteQuery = defineCall({
  name: 'deleteView',
  method: 'POST',
  path: `${prefix}/deleteView/{id}`,
  access,
  params: idParams,
  body: empty,
  reply: Type.Null(),
  example: { params: { id: 'none' }, body: {} },
})

const queryUse = Type.Object({
  kind: Type.Enum(['alarm', 'subscription']),
  /** Empty where the caller may not know it. */
  name: Type.String(),
  owner: Type.String(),
})
export type QueryUse = Static<typeof queryUse>

const usesQuestion = Type.Object(
  {
    ids: Type.Optional(Type.Array(id, { minItems: 1, maxItems: 1_000 })),
    folder: Type.Optional(idSchema),
    /** What is about to change: the queries' folder (null: the owner's own queries), or what their folder grants. */
    after: Type.Optional(
      Type.Object(
        {
          folderId: Type.Optional(Type.Union([idSchema, Type.Null()])),
          grants: Type.Optional(Type.Array(grant, { maxItems: 1_000 })),
        },
        closed,
      ),
    ),
  },
  closed,
)
export type UsesQuestion = Static<typeof usesQuestion>

/**
 * Alarms and subscriptions that stop without the queries, or without those in a team folder; with `after` those whose
 * owners could not run the queries any more. Of queries that the caller may change.
 */
export const queryUses = defineCall({
  name: 'queryUses',
  method: 'POST',
  path: `${prefix}/queryUses`,
  effect: 'read',
  access,
  body: usesQuestion,
  reply: Type.Array(queryUse),
  example: { body: { ids: ['none'] } },
})

/** Undoes a deletion. */
export const restoreQuery = defineCall({
  name: 'restoreView',
  method: 'POST',
  path: `${prefix}/restoreView/{id}`,
  access,
  params: idParams,
  body: empty,
  reply: savedQuery,
  example: { params: { id: 'none' }, body: {} },
})

/**
 * Who may read /code_view/{id} without a session: nobody, or anybody the text, or the latest result as well.
 */
export const shareQuery = defineCall({
  name: 'shareView',
  method: 'POST',
  path: `${prefix}/shareView/{id}`,
  access,
  params: idParams,
  /** Without an audience it stays the same. */
  body: Type.Object({ share: Type.Enum([...shareModes]), audience: Type.Optional(audience) }, closed),
  reply: savedQuery,
  example: { params: { id: 'none' }, body: { share: 'off' } },
})

const version = Type.Object({
  version: Type.Integer(),
  name: Type.String(),
  sql: Type.String(),
  params: Type.Array(savedParameter),
  savedAt: Type.String(),
})
export type QueryVersion = Static<typeof version>

/** Newest first. */
export const queryVersions = defineCall({
  name: 'viewVersions',
  method: 'GET',
  path: `${prefix}/viewVersions/{id}`,
  access,
  params: idParams,
  reply: Type.Array(version),
  example: { params: { id: 'none' } },
})
