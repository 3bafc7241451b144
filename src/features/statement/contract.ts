// Calls of data reports: folders (view types), views (view metas), their reports, the figures, the export.
import { type Static, type TSchema, Type } from 'typebox'
import { deepestGroups, mostConditions } from '#semantic/model/conditions.ts'
import {
  type Calculation,
  type ColumnRole,
  type ColumnType,
  calculationKinds,
  chartKinds,
  columnRoles,
  comparisons,
  dimensionTypes,
  filterOps,
  formTypes,
  grains,
  heats,
  longestOwnFormula,
  longestOwnUnit,
  mostOwnFormulas,
  type NumberFormat,
  type PointTable,
  pastPeriods,
  type ReportCondition,
  type ReportInfo,
  relativeRanges,
  reportKinds,
  type TotalKind,
  totalKinds,
} from '#semantic/model/types.ts'
import { defineCall } from '#shared/call.ts'
import { pastHistory, stateNamed } from '#shared/changeHistory.ts'
import { groupedSchema } from '#shared/groups.ts'
import { idSchema as id, idOrNewSchema, idOrNoneSchema, ownIdSchema as ownId } from '#shared/ids.ts'
import { granteeSchema, grantsSchema, whoSeesSchema } from '#shared/whoSees.ts'

const idParams = Type.Object({ id })
const title = Type.String({ minLength: 1, maxLength: 100 })
const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

// ---- a report's request

const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
/** A point, or one of the report's own formulas. */
const pointId = Type.Union([id, ownId])
const ownFormulasNamed = (least: number) =>
  Type.Array(
    Type.Object(
      {
        id: ownId,
        name: Type.String({ minLength: least, maxLength: 100 }),
        /** Points by id, `[#11] / [#-2]`; names are accepted, too, and stored as ids. */
        formula: Type.String({ minLength: 1, maxLength: longestOwnFormula }),
        format: Type.Optional(Type.Unsafe<NumberFormat>(Type.Enum(['integer', 'decimal', 'percent']))),
        unit: Type.Optional(Type.String({ maxLength: longestOwnUnit })),
      },
      { additionalProperties: false },
    ),
    { maxItems: mostOwnFormulas },
  )
const ownFormulas = ownFormulasNamed(1)
const times = Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 }))
const than = Type.Union([
  Type.Object({ point: pointId, times }, { additionalProperties: false }),
  Type.Object({ past: Type.Enum([...pastPeriods]), times }, { additionalProperties: false }),
])
const condition = groupedSchema(
  {
    properties: {
      dim: Type.Optional(id),
      point: Type.Optional(pointId),
      op: Type.Optional(Type.Enum([...filterOps])),
      values: Type.Optional(
        Type.Array(Type.Union([Type.String({ maxLength: 10_000 }), Type.Number(), Type.Null()]), {
          maxItems: 50_000,
        }),
      ),
      than: Type.Optional(than),
    },
    required: ['op', 'values'],
    description: '条件 { dim 或 point, op, values }，或条件组 { any: […] } 与 { all: […] } 之一',
    most: mostConditions,
  },
  // One level more than the engine accepts, so that the engine reports the error.
  deepestGroups + 1,
)
const filters = Type.Unsafe<ReportCondition[]>(Type.Array(condition, { maxItems: mostConditions }))
const columnKey = Type.String({ pattern: '^[a-z]-?\\d{0,16}(_(prev|diff|share|c\\d{1,3}))?$' })
const calculation = Type.Object(
  {
    number: Type.Integer({ minimum: 1, maximum: 999 }),
    of: pointId,
    kind: Type.Enum([...calculationKinds]),
    ascending: Type.Optional(Type.Boolean()),
    within: Type.Optional(Type.Array(id, { maxItems: 20 })),
    periods: Type.Optional(Type.Integer({ minimum: 2, maximum: 366 })),
    centred: Type.Optional(Type.Boolean()),
    parent: Type.Optional(Type.Boolean()),
    base: Type.Optional(
      Type.Union([
        Type.Enum(['first', 'last']),
        Type.Object(
          { value: Type.Union([Type.String({ maxLength: 10_000 }), Type.Number(), Type.Null()]) },
          { additionalProperties: false },
        ),
      ]),
    ),
    along: Type.Optional(id),
  },
  { additionalProperties: false },
)
export const reportInfoSchema = Type.Object(
  {
    kind: Type.Optional(Type.Enum([...reportKinds])),
    dims: Type.Array(id, { maxItems: 20 }),
    points: Type.Array(pointId, { maxItems: 500 }),
    /** The report's own formulas. */
    formulas: Type.Optional(ownFormulas),
    dateRange: Type.Optional(
      Type.Union([
        Type.Object({ from: day, to: day }, { additionalProperties: false }),
        Type.Object({ relative: Type.Enum([...relativeRanges]) }, { additionalProperties: false }),
      ]),
    ),
    grain: Type.Optional(Type.Enum([...grains])),
    /**
     * Dimensions of the whole report that this request is part of: they decide which date the grain applies
     * to.
     */
    grainDims: Type.Optional(Type.Array(id, { maxItems: 20 })),
    filters: Type.Optional(filters),
    order: Type.Optional(
      Type.Array(Type.Object({ key: columnKey, desc: Type.Boolean() }, { additionalProperties: false }), {
        maxItems: 20,
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    compare: Type.Optional(Type.Enum([...comparisons])),
    compareRange: Type.Optional(Type.Object({ from: day, to: day }, { additionalProperties: false })),
    compareFilters: Type.Optional(filters),
    fillDates: Type.Optional(Type.Boolean()),
    subtotals: Type.Optional(Type.Boolean()),
    shares: Type.Optional(Type.Array(pointId, { maxItems: 500 })),
    calculations: Type.Optional(Type.Array(calculation, { maxItems: 50 })),
    top: Type.Optional(
      Type.Object(
        { dim: id, count: Type.Integer({ minimum: 1, maximum: 1000 }), by: pointId },
        { additionalProperties: false },
      ),
    ),
    retention: Type.Optional(
      Type.Object(
        { days: Type.Array(Type.Integer({ minimum: 0, maximum: 730 }), { minItems: 1, maxItems: 60 }) },
        { additionalProperties: false },
      ),
    ),
    funnel: Type.Optional(
      Type.Object(
        { windowDays: Type.Integer({ minimum: 0, maximum: 365 }) },
        { additionalProperties: false },
      ),
    ),
    distribution: Type.Optional(
      Type.Object(
        { bounds: Type.Array(Type.Number(), { minItems: 1, maxItems: 100 }) },
        { additionalProperties: false },
      ),
    ),
    columns: Type.Optional(Type.Array(Type.String({ maxLength: 30 }), { maxItems: 2100 })),
    frozen: Type.Optional(Type.Integer({ minimum: 0, maximum: 50 })),
    heat: Type.Optional(Type.Enum([...heats])),
    chart: Type.Optional(
      Type.Object(
        {
          kind: Type.Optional(Type.Enum([...chartKinds])),
          keys: Type.Optional(Type.Array(columnKey, { maxItems: 50 })),
          off: Type.Optional(Type.Boolean()),
        },
        { additionalProperties: false },
      ),
    ),
    pivot: Type.Optional(Type.Array(id, { maxItems: 20 })),
  },
  { additionalProperties: false },
)

// ---- a result table

const tableColumn = Type.Object({
  key: Type.String(),
  title: Type.String(),
  kind: Type.Enum(['dimension', 'point', 'computed']),
  type: Type.Unsafe<ColumnType>(Type.String()),
  format: nullable(Type.Unsafe<NumberFormat>(Type.String())),
  unit: Type.String(),
  dictId: nullable(Type.Integer()),
  /** Labels by value text, from the dimension table's name column. */
  names: Type.Optional(Type.Record(Type.String(), Type.String())),
  role: Type.Optional(Type.Unsafe<ColumnRole>(Type.Enum([...columnRoles]))),
  /** Key of the column that it belongs to. */
  of: Type.Optional(Type.String()),
  day: Type.Optional(Type.Integer()),
  /** A date's grain, where it differs from the report's. */
  grain: Type.Optional(Type.Enum([...grains])),
  /** Periods only partly within the requested days: by their first day, the days they include. */
  cuts: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** How its total is computed where it is not the sum of the rows. */
  total: Type.Optional(Type.Unsafe<TotalKind>(Type.Enum([...totalKinds]))),
  /** The calculation. */
  calculation: Type.Optional(Type.Unsafe<Calculation>({})),
  /** Label of its fixed row, where that is not its value. */
  baseName: Type.Optional(Type.String()),
  /** Why its fixed row can't be computed; the column is then empty. */
  noBase: Type.Optional(Type.String()),
})
/** A definition that a saved report uses and that no longer exists. */
const goneThing = Type.Object({
  kind: Type.Enum(['point', 'dimension']),
  id: Type.Integer(),
  /** The last name of a deleted one; empty where no longer known. */
  name: Type.String(),
  /** In Chinese: what is missing; empty where the definition itself was deleted. */
  reason: Type.String(),
})
/** A cell: string, number (a string beyond 2^53), boolean or null. */
export type Cell = string | number | boolean | null
const cell = Type.Unsafe<Cell>({})
/** Kept sums of a fact table, read instead of its rows: they give the same figures. */
const sumsNote = Type.Object({
  /** Title of the fact table. */
  title: Type.String(),
  /** ISO time at which the facts behind the sums were published. */
  version: Type.String(),
  rows: Type.Integer(),
})
const table = Type.Object({
  columns: Type.Array(tableColumn),
  /** Column-wise cells: `data[column][row]`. */
  data: Type.Unsafe<Cell[][]>({}),
  rowCount: Type.Integer(),
  /** Whether rows beyond the limit were cut. */
  truncated: Type.Boolean(),
  /** The total, one cell per column (null for dimensions); null without points. */
  summary: nullable(Type.Array(cell)),
  /** The requested days, both inclusive; null without a date range. */
  range: nullable(Type.Object({ from: Type.String(), to: Type.String() })),
  /** The executed statement, with its parameters written in; empty without the right to see it. */
  sql: Type.String(),
  elapsedMs: Type.Number(),
  cached: Type.Boolean(),
  /** ISO time at which the figures were computed; for cached ones, when they were cached. */
  computedAt: Type.String(),
  /** ISO time of the last update of the least recently updated table. */
  updateTime: nullable(Type.String()),
  /** Kept sums that the figures were read from; absent where all came from the facts. */
  sums: Type.Optional(Type.Array(sumsNote)),
  /**
   * Per row: the number of dimensions it is grouped by, fewer than all in a subtotal; null without subtotals.
   */
  levels: nullable(Type.Unsafe<number[]>({})),
  /** Per row: whether it is the rest outside the top values (其他); null without them. */
  others: nullable(Type.Unsafe<boolean[]>({})),
  /** First unfinished business day, where the range reaches it. */
  unfinishedFrom: nullable(Type.String()),
  /** Days that the totals are compared with, both inclusive. */
  comparedRange: nullable(Type.Object({ from: Type.String(), to: Type.String() })),
  /** Days of `range` behind the totals' comparison, both inclusive: finished ones with a counterpart. */
  baseRange: Type.Optional(nullable(Type.Object({ from: Type.String(), to: Type.String() }))),
  /**
   * By figure column: its figures over only the compared days, from which changes are computed (null where
   * nothing is compared). Columns that show exactly these days are omitted. By column of a calculation
   * against a fixed row: that row's figures.
   */
  bases: Type.Optional(Type.Unsafe<Record<string, { total: Cell; rows: Cell[] }>>({})),
  /** What a `tolerant` request left out. */
  gone: Type.Array(goneThing),
  /** Traces these figures to their viewer, as the watermark does. */
  trace: Type.String(),
})
export type ReportTable = Static<typeof table>
export type ReportSumsNote = Static<typeof sumsNote>
export type ReportTableColumn = Static<typeof tableColumn>

// ---- folders and views

const audience = Type.Enum(['own', 'some', 'all'])
export type Audience = Static<typeof audience>

const viewMeta = Type.Object({
  id,
  name: Type.String(),
  typeId: nullable(id),
  order: Type.Integer(),
  owner: Type.String(),
  /** False: private to its owner and to whom it is shared with by name. */
  shared: Type.Boolean(),
  /** Who sees it in the end: its owner alone, some people or roles, everybody. */
  audience,
  /** Whether the caller may change it. */
  editable: Type.Boolean(),
  /** Increases with every change; sent back by clients to detect conflicts. */
  revision: Type.Integer(),
  pinyin: Type.String(),
})
export type ViewMeta = Static<typeof viewMeta>
/** Id for the caller's own views outside folders; no folder has it. */
export const looseFolderId = 0
/** Id for what others share with the caller and that is in no folder that the caller sees. */
export const sharedFolderId = -1
const viewType = Type.Object({
  id: Type.Integer({ minimum: sharedFolderId }),
  name: Type.String(),
  /** The containing folder; null at the top. */
  parentId: nullable(id),
  order: Type.Integer(),
  owner: Type.String(),
  /** Whether who sees its place sees it. */
  shared: Type.Boolean(),
  audience,
  editable: Type.Boolean(),
  revision: Type.Integer(),
  pinyin: Type.String(),
  metas: Type.Array(viewMeta),
})
export type ViewType = Static<typeof viewType>

/** The tree visible to the caller: folders in order, each with its views. */
export const getViewMeta = defineCall({
  name: 'getViewMeta',
  method: 'POST',
  path: '/api/s1/data/getViewMeta',
  effect: 'read',
  access: 'session',
  body: Type.Object({}, { additionalProperties: false }),
  reply: Type.Array(viewType),
  example: { body: {} },
})

const saved = Type.Object({ id })
/** Replaces those with whom it is shared by name. */
const grants = Type.Optional(grantsSchema)
/** The edited revision: object_conflict where a newer one exists, unless overwriting is allowed. */
const edited = {
  revision: Type.Optional(Type.Integer({ minimum: 1 })),
  overwrite: Type.Optional(Type.Boolean()),
}

/**
 * Without id (or with -1) it creates; `restored` restores a deleted folder. Allowed for the owner, or with
 * search_config.
 */
export const addOrUpdateViewType = defineCall({
  name: 'addOrUpdateViewType',
  method: 'POST',
  path: '/api/s1/data/addOrUpdateViewType',
  access: 'session',
  body: Type.Object(
    {
      id: Type.Optional(idOrNewSchema),
      name: Type.Optional(title),
      parentId: Type.Optional(nullable(id)),
      /** False: only for its owner and `grants`. New folders are shared. */
      shared: Type.Optional(Type.Boolean()),
      grants,
      ...edited,
      restored: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  reply: saved,
  example: { body: { name: '新文件夹' } },
})

/** Without id (or with -1) it creates a private view unless `shared`; `restored` restores a deleted one. */
export const addOrUpdateViewMeta = defineCall({
  name: 'addOrUpdateViewMeta',
  method: 'POST',
  path: '/api/s1/data/addOrUpdateViewMeta',
  access: 'session',
  body: Type.Object(
    {
      id: Type.Optional(idOrNewSchema),
      name: Type.Optional(title),
      typeId: Type.Optional(nullable(id)),
      shared: Type.Optional(Type.Boolean()),
      grants,
      ...edited,
      restored: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  reply: saved,
  example: { body: { name: '新视图', typeId: 987654321 } },
})

/** People and roles with whom something can be shared, roles first. */
export const listGrantees = defineCall({
  name: 'listGrantees',
  method: 'GET',
  path: '/api/s1/report/listGrantees',
  access: 'session',
  reply: Type.Array(granteeSchema),
  example: {},
})

/** Who sees a folder or view. `folderId`: as it would be in that folder; null at the top. */
export const whoSees = defineCall({
  name: 'whoSees',
  method: 'POST',
  path: '/api/s1/report/whoSees',
  effect: 'read',
  access: 'session',
  body: Type.Object(
    {
      kind: Type.Enum(['viewMeta', 'viewType']),
      id,
      folderId: Type.Optional(nullable(id)),
    },
    { additionalProperties: false },
  ),
  reply: whoSeesSchema,
  example: { body: { kind: 'viewMeta', id: 987654321 } },
})

export const deleteViewMeta = defineCall({
  name: 'deleteViewMeta',
  method: 'POST',
  path: '/api/s1/data/deleteViewMeta/{id}',
  access: { own: 'search_config' },
  params: idParams,
  body: Type.Object({}, { additionalProperties: false }),
  reply: Type.Null(),
  example: { params: { id: 987654321 }, body: {} },
})

/** Only an empty folder can be deleted. */
export const deleteViewType = defineCall({
  name: 'deleteViewType',
  method: 'POST',
  path: '/api/s1/data/deleteViewType/{id}',
  access: { own: 'search_config' },
  params: idParams,
  body: Type.Object({}, { additionalProperties: false }),
  reply: Type.Null(),
  example: { params: { id: 987654321 }, body: {} },
})

const treeKind = Type.Enum(['report', 'viewMeta', 'viewType'])
export type TreeKind = Static<typeof treeKind>

/** Reorders the given ids among their siblings. */
export const updateOrder = defineCall({
  name: 'updateOrder',
  method: 'POST',
  path: '/api/s1/data/Report/updateOrder',
  access: { own: 'search_config' },
  body: Type.Object(
    {
      kind: treeKind,
      ids: Type.Array(id, { minItems: 1, maxItems: 2000 }),
    },
    { additionalProperties: false },
  ),
  reply: Type.Null(),
  example: { body: { kind: 'report', ids: [987654321] } },
})

// ---- reports

const report = Type.Object({
  id,
  reportName: Type.String(),
  remark: Type.String(),
  order: Type.Integer(),
  viewMetaId: id,
  info: reportInfoSchema,
  owner: Type.String(),
  editable: Type.Boolean(),
  /** ISO time of the last change; sent back on update to detect conflicts, where no revision is sent. */
  modifiedAt: Type.String(),
  revision: Type.Integer(),
})
export type Report = Static<typeof report>

export const getReportByViewMetaId = defineCall({
  name: 'getReportByViewMetaId',
  method: 'GET',
  path: '/api/s1/data/getReportByViewMetaId/{id}',
  access: 'session',
  params: idParams,
  reply: Type.Array(report),
  example: { params: { id: 1 } },
})

/** Reports of a view, or that use a point or dimension; or one report by its id. */
export const getReportBy = defineCall({
  name: 'getReportBy',
  method: 'POST',
  path: '/api/s1/data/Report/getReportBy{type}/{id}',
  effect: 'read',
  access: 'session',
  params: Type.Object({ type: Type.Enum(['ViewMetaId', 'ReportId', 'PointId', 'DimId']), id }),
  body: Type.Object({}, { additionalProperties: false }),
  reply: Type.Array(report),
  example: { params: { type: 'ReportId', id: 1 }, body: {} },
})

export const getPointTableConfByPointTableName = defineCall({
  name: 'getPointTableConfByPointTableName',
  method: 'POST',
  path: '/api/s1/data/getPointTableConfByPointTableName/{name}',
  effect: 'read',
  access: 'session',
  params: Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) }),
  body: Type.Object({}, { additionalProperties: false }),
  reply: Type.Unsafe<PointTable>(Type.Object({}, { additionalProperties: true })),
  example: { params: { name: 'login_day' }, body: {} },
})

/**
 * The figures of a report: of a saved one (`reportId`), changed by `info`, or of `info` alone. `fresh`
 * bypasses the cache; `tolerant` leaves out deleted definitions and lists them.
 */
export const getReportDataByInfo = defineCall({
  name: 'getReportDataByInfo',
  method: 'POST',
  path: '/api/s1/data/getReportDataByInfo',
  effect: 'read',
  access: 'session',
  body: Type.Object(
    {
      reportId: Type.Optional(id),
      info: reportInfoSchema,
      fresh: Type.Optional(Type.Boolean()),
      tolerant: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  reply: table,
  example: { body: { info: { dims: [], points: [1] } } },
})

/** When the tables behind reports were last updated. */
export const getReportUpdateTime = defineCall({
  name: 'getReportUpdateTime',
  method: 'POST',
  path: '/api/s1/data/getReportUpdateTime',
  effect: 'read',
  access: 'session',
  body: Type.Object({ reportIds: Type.Array(id, { maxItems: 200 }) }, { additionalProperties: false }),
  reply: Type.Array(Type.Object({ reportId: id, updateTime: nullable(Type.String()) })),
  example: { body: { reportIds: [1] } },
})

export const addOrUpdateReportRemark = defineCall({
  name: 'addOrUpdateReportRemark',
  method: 'POST',
  path: '/api/s1/data/addOrUpdateReportRemark',
  access: { own: 'search_config' },
  body: Type.Object(
    {
      id,
      remark: Type.String({ maxLength: 10_000 }),
      /** The remark before the change; if it differs by now, the change is refused as a conflict. */
      former: Type.Optional(Type.String({ maxLength: 10_000 })),
    },
    { additionalProperties: false },
  ),
  reply: saved,
  example: { body: { id: 987654321, remark: '' } },
})

/**
 * Without id (or with -1) it adds a report: to the view, or to a private one made for it and named by `newView`.
 * `restored` restores a deleted one.
 */
export const addOrUpdateReportMeta = defineCall({
  name: 'addOrUpdateReportMeta',
  method: 'POST',
  path: '/api/s1/data/addOrUpdateReportMeta',
  access: { own: 'search_config' },
  body: Type.Object(
    {
      id: Type.Optional(idOrNewSchema),
      viewMetaId: Type.Optional(id),
      newView: Type.Optional(title),
      reportName: Type.Optional(title),
      info: Type.Optional(reportInfoSchema),
      /** What the client last read; an update of something newer is refused as a conflict. */
      modifiedAt: Type.Optional(Type.String({ maxLength: 40 })),
      ...edited,
      restored: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ id, viewMetaId: id, modifiedAt: Type.String() }),
  example: { body: { viewMetaId: 987654321, reportName: '新报表', info: { dims: [], points: [987654321] } } },
})

/** Deletes reports of one view: the given ones, or all. */
export const delReportByViewMetaId = defineCall({
  name: 'delReportByViewMetaId',
  method: 'POST',
  path: '/api/s1/data/delReportByViewMetaId',
  access: { own: 'search_config' },
  body: Type.Object(
    { viewMetaId: id, reportIds: Type.Optional(Type.Array(id, { maxItems: 200 })) },
    { additionalProperties: false },
  ),
  reply: Type.Object({ deletedIds: Type.Array(id) }),
  example: { body: { viewMetaId: 987654321 } },
})

// ---- history

/** Newest first. */
export const treeHistory = defineCall({
  name: 'treeHistory',
  method: 'GET',
  path: '/api/s1/report/history/{kind}/{id}',
  access: 'session',
  params: Type.Object({ kind: treeKind, id }),
  reply: pastHistory,
  example: { params: { kind: 'report', id: 1 } },
})

/** Restores the state right after an entry of its history, validated like a save. */
export const treeBack = defineCall({
  name: 'treeBack',
  method: 'POST',
  path: '/api/s1/report/back',
  access: { own: 'search_config' },
  body: Type.Object({ kind: treeKind, id, ...stateNamed }, { additionalProperties: false }),
  reply: saved,
  example: { body: { kind: 'report', id: 999_999_999, change: 0 } },
})

const flag = Type.Optional(Type.Enum(['0', '1', 'true', 'false']))
/** A pivot's state on screen, beyond its `info`. */
const shownPivot = Type.Object(
  {
    /** Whether the column 合计 is shown. */
    totals: Type.Optional(Type.Boolean()),
    /** Sorted by one column of the pivot: `p5@/"ios"`. */
    sort: Type.Optional(
      Type.Object(
        { key: Type.String({ maxLength: 10_000 }), desc: Type.Boolean() },
        { additionalProperties: false },
      ),
    ),
    /** Paths of folded row groups. */
    folded: Type.Optional(Type.Array(Type.String({ maxLength: 10_000 }), { maxItems: 10_000 })),
  },
  { additionalProperties: false },
)
export type ShownPivot = Static<typeof shownPivot>

/**
 * An .xls of a report, over the whole requested range. Flags: include computed values, only these, the total
 * row. With `pivot` it is laid out as a pivot, with the dimensions of `info.pivot` across.
 */
export const exporeExcel = defineCall({
  name: 'exporeExcel',
  method: 'POST',
  path: '/api/s1/data/exporeExcel',
  access: 'session',
  kind: 'blob',
  query: Type.Object({ exportSetting: flag, computeOnly: flag, showBottom: flag }),
  body: Type.Object(
    {
      reportId: Type.Optional(id),
      /** File name before its time stamp; the saved report's name when absent. */
      reportName: Type.Optional(title),
      info: reportInfoSchema,
      pivot: Type.Optional(shownPivot),
    },
    { additionalProperties: false },
  ),
  example: { body: { info: { dims: [], points: [987654321] } } },
})

const queryDimension = Type.Object({
  id,
  name: Type.String(),
  describe: Type.String(),
  pinyin: Type.String(),
  types: Type.Enum([...dimensionTypes]),
  formType: Type.Enum([...formTypes]),
  /** Its possible grains; empty unless a date. */
  grains: Type.Array(Type.Enum([...grains])),
  dictId: nullable(Type.Integer()),
  categoryId: nullable(Type.Integer()),
  /** Why it can't join the report's present points; empty when it can. */
  unreachable: Type.String(),
  /** Values for the filter control, within the user's games; null unless requested. */
  options: nullable(
    Type.Array(
      Type.Object({
        value: nullable(Type.String()),
        label: Type.String(),
        pinyin: Type.Optional(Type.String()),
      }),
    ),
  ),
  /** Whether there are more values than `options` has; search with `like`. */
  moreOptions: Type.Boolean(),
})
export type QueryDimension = Static<typeof queryDimension>
/** As in shared/standing.ts. */
const standing = {
  verified: Type.Optional(Type.Object({ by: Type.String(), at: Type.String(), until: Type.String() })),
  retired: Type.Optional(Type.Object({ by: Type.String(), from: Type.String(), note: Type.String() })),
}

const queryPoint = Type.Object({
  id,
  name: Type.String(),
  describe: Type.String(),
  note: Type.String(),
  pinyin: Type.String(),
  types: Type.String(),
  unit: Type.String(),
  /** Synonyms, with all readings joined by blanks. */
  synonyms: Type.Array(Type.String()),
  synonymsPinyin: Type.String(),
  categoryId: nullable(Type.Integer()),
  ...standing,
  /** Why it can't join the report's present dimensions; empty when it can. */
  unreachable: Type.String(),
  /** Why it has no share of the total with the report's present dimensions; absent when it has one. */
  noShare: Type.Optional(Type.String()),
  /** In Chinese: why its rows can't be summed; absent where they can. */
  noSum: Type.Optional(Type.String()),
})
export type QueryPoint = Static<typeof queryPoint>

const idList = Type.Optional(Type.String({ pattern: '^(\\d{1,16}(,\\d{1,16}){0,199})?$' }))
/**
 * The options of a report's filter bar and pickers. `dims`, `points`: the present choice (replaces the saved
 * one when deciding what can still join); `options`: ids of dimensions whose values are wanted, narrowed by
 * `like`. Report id 0 is an unsaved report.
 */
export const getReportQueryParam = defineCall({
  name: 'getReportQueryParam',
  method: 'GET',
  path: '/api/s1/data/getReportQueryParam/{reportId}',
  access: 'session',
  params: Type.Object({ reportId: idOrNoneSchema }),
  query: Type.Object({
    dims: idList,
    points: idList,
    options: idList,
    like: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  reply: Type.Object({
    dimensions: Type.Array(queryDimension),
    points: Type.Array(queryPoint),
    /** Requested definitions that were deleted, by last name where known. */
    gone: Type.Array(Type.Pick(goneThing, ['kind', 'id', 'name'])),
  }),
  example: { params: { reportId: 1 } },
})

// ---- background reports

const recordStatus = ['queued', 'running', 'done', 'failed', 'canceled'] as const
const backgroundRecord = Type.Object({
  /** Random text. */
  id: Type.String(),
  reportId: nullable(Type.Integer()),
  name: Type.String(),
  status: Type.Enum([...recordStatus]),
  /** Why it failed, in Chinese; empty otherwise. */
  problem: Type.String(),
  info: reportInfoSchema,
  rowCount: Type.Integer(),
  startedAt: Type.String(),
  endedAt: nullable(Type.String()),
  expiresAt: Type.String(),
})
export type BackgroundRecord = Static<typeof backgroundRecord>

/** Runs a report in the background, even after the page is closed; its result is kept for a while. */
export const runInBackground = defineCall({
  name: 'runInBackground',
  method: 'POST',
  path: '/api/s1/report/background/run',
  access: 'session',
  body: Type.Object(
    { reportId: Type.Optional(id), reportName: Type.Optional(title), info: reportInfoSchema },
    { additionalProperties: false },
  ),
  reply: backgroundRecord,
  example: { body: { info: { dims: [], points: [987654321] } } },
})

/** The caller's records of a saved report; of all reports for id 0. Newest first. */
export const getRecords = defineCall({
  name: 'getRecords',
  method: 'GET',
  path: '/api/s1/data/async/getRecords/{id}',
  access: { own: null },
  params: Type.Object({ id: idOrNoneSchema }),
  reply: Type.Array(backgroundRecord),
  example: { params: { id: 0 } },
})

/** A record's result as a table (`false`), or as an .xls (`true`). */
export const getRecordData = defineCall({
  name: 'getRecordData',
  method: 'GET',
  path: '/api/s1/data/async/getReportData/{id}/{export}',
  access: { own: null },
  kind: 'json|blob',
  params: Type.Object({
    id: Type.String({ minLength: 1, maxLength: 64 }),
    export: Type.Enum(['true', 'false']),
  }),
  query: Type.Object({ exportSetting: flag, computeOnly: flag, showBottom: flag }),
  reply: table,
  example: { params: { id: 'none', export: 'false' } },
})

/** Cancels a record's run, or deletes its result. */
export const deleteRecord = defineCall({
  name: 'deleteRecord',
  method: 'POST',
  path: '/api/s1/report/background/delete/{id}',
  access: { own: null },
  params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) }),
  body: Type.Object({}, { additionalProperties: false }),
  reply: Type.Null(),
  example: { params: { id: 'none' }, body: {} },
})

// ---- explanations

const explainedTable = Type.Object({
  name: Type.String(),
  tableName: Type.String(),
  describe: Type.String(),
  updateTime: nullable(Type.String()),
  updateFrequency: Type.String(),
})
const explainedPoint = Type.Object({
  id: pointId,
  name: Type.String(),
  describe: Type.String(),
  note: Type.String(),
  /** Chinese name of its type: 可加, 去重, 半可加, 计算. */
  type: Type.String(),
  unit: Type.String(),
  /** How it is computed, in words: 对「amount」求和, 条件 …; a computed point's formula. */
  formula: Type.String(),
  /** Points of its formula, each explained; empty for others. */
  /** Its figure where there is nothing to count, in words. */
  nothing: Type.String(),
  verified: Type.Optional(standing.verified),
  retired: Type.Optional(standing.retired),
  parts: Type.Array(Type.Object({ id: pointId, name: Type.String(), formula: Type.String() })),
  tables: Type.Array(explainedTable),
})
export type ExplainedPoint = Static<typeof explainedPoint>
const explainedDimension = Type.Object({
  id,
  name: Type.String(),
  describe: Type.String(),
  type: Type.String(),
  /** Column or expression that gives its values. */
  formula: Type.String(),
  /** The tables on the ways to it, where a role or an intermediate table is involved: 区服表 → 地区表. */
  ways: Type.Array(Type.String()),
  tables: Type.Array(explainedTable),
})
export type ExplainedDimension = Static<typeof explainedDimension>

// ---- home

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

/** The meaning of points and dimensions: `?` on a column header. */
export const explainColumns = defineCall({
  name: 'explainColumns',
  method: 'POST',
  path: '/api/s1/report/explain/columns',
  effect: 'read',
  access: 'session',
  body: Type.Object(
    {
      points: Type.Optional(Type.Array(pointId, { maxItems: 500 })),
      dims: Type.Optional(Type.Array(id, { maxItems: 50 })),
      /** The report's own formulas. */
      formulas: Type.Optional(ownFormulas),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    points: Type.Array(explainedPoint),
    dimensions: Type.Array(explainedDimension),
  }),
  example: { body: { points: [1] } },
})

const cellNamed = {
  reportId: Type.Optional(id),
  info: reportInfoSchema,
  key: columnKey,
  cells: Type.Record(Type.String({ maxLength: 30 }), Type.Unsafe<Cell>({}), { maxProperties: 100 }),
  /** For the row 其他: the values of this dimension that it excludes. */
  except: Type.Optional(Type.Object({ key: columnKey, values: Type.Array(cell, { maxItems: 1000 }) })),
}

/**
 * One cell of a report: `key` is its column, `cells` the row's dimension values by column key (absent for the
 * total; fewer than all for a subtotal; null is the null value).
 */
export const explainCell = defineCall({
  name: 'explainCell',
  method: 'POST',
  path: '/api/s1/report/explain/cell',
  effect: 'read',
  access: 'session',
  body: Type.Object(cellNamed, { additionalProperties: false }),
  reply: Type.Object({
    /** The figure, recomputed for this cell alone. */
    value: cell,
    point: nullable(explainedPoint),
    /** The parts of a computed figure with their values for this cell. */
    parts: Type.Array(Type.Object({ name: Type.String(), value: cell, unit: Type.String() })),
    /** The statement for this cell alone; empty without the right to see it. */
    sql: Type.String(),
    /**
     * Fact rows behind it, a sample per fact; for reports about players also the players, separately for a
     * rate's numerator and denominator. Null where the caller may not see rows.
     */
    rows: nullable(
      Type.Array(
        Type.Object({
          /** Title of the list. */
          title: Type.String(),
          /** The fact's physical name; empty for a list of players. */
          table: Type.String(),
          columns: Type.Array(
            Type.Object({ name: Type.String(), comment: Type.String(), type: Type.String() }),
          ),
          /** Cells by columns. */
          data: Type.Unsafe<Cell[][]>({}),
          rowCount: Type.Integer(),
          /** The number of all rows. */
          total: Type.Integer(),
          /** The statement that lists them, for the SQL workspace. */
          sql: Type.String(),
        }),
      ),
    ),
    updateTime: nullable(Type.String()),
    /** Kept sums that the figure was read from; absent where all came from the facts. */
    sums: Type.Optional(Type.Array(sumsNote)),
    cached: Type.Boolean(),
    elapsedMs: Type.Number(),
  }),
  example: { body: { info: { dims: [], points: [1] }, key: 'p1', cells: {} } },
})

/** What a figure without a comparison of its own can be set against. */
export const changeBases = ['previous', 'week', 'year'] as const
const figure = Type.Union([Type.Number(), Type.Null()])
const contribution = {
  before: figure,
  after: figure,
  /** Its effect on the whole, in the whole's unit; with the method `alone` its own change. */
  change: figure,
  /** Part of the whole's change. */
  share: figure,
  /** For quotients the two parts of `change`: its own rate, and its weight. */
  rate: figure,
  weight: figure,
}
const changeByDimension = Type.Object({
  dim: id,
  dimName: Type.String(),
  /** Whether differences add up, effects of a quotient do, or nothing does (distinct players, maximum). */
  method: Type.Enum(['sum', 'rate', 'alone']),
  /** The whole of these values. */
  before: figure,
  after: figure,
  /** Greatest effect first; values that one side alone has are among them. */
  rows: Type.Array(Type.Object({ value: cell, label: Type.String(), ...contribution })),
  /** The values that are not listed, together. */
  rest: nullable(Type.Object({ count: Type.Integer(), ...contribution })),
  /** What belongs to no value, through rounding or players of several values; null where nothing is left. */
  remainder: figure,
})
export type ChangeByDimension = Static<typeof changeByDimension>

const changeReply = Type.Object({
  against: Type.Enum([...comparisons]),
  /** The compared days, in words; empty where both sides have the same. */
  beforeDays: Type.String(),
  afterDays: Type.String(),
  before: figure,
  after: figure,
  /** Whether the figures are over all rows, although the report's conditions on points leave some of them out. */
  allRows: Type.Boolean(),
  /** How the point's figures are written. */
  format: nullable(Type.Unsafe<NumberFormat>(Type.String())),
  unit: Type.String(),
  dims: Type.Array(changeByDimension),
  /** Further dimensions to ask for. */
  more: Type.Array(Type.Object({ dim: id, dimName: Type.String() })),
  /** Dimensions that say nothing, with the reason in Chinese. */
  left: Type.Array(Type.Object({ dim: id, dimName: Type.String(), reason: Type.String() })),
})
export type ExplainedChange = Static<typeof changeReply>

/**
 * Which values a cell's change comes from, by each dimension of few values. The cell is named as for
 * `explainCell`. `against`: the other period; absent: the report's own comparison, else the period before.
 */
export const explainChange = defineCall({
  name: 'explainChange',
  method: 'POST',
  path: '/api/s1/report/explain/change',
  effect: 'read',
  access: 'session',
  body: Type.Object(
    {
      ...cellNamed,
      against: Type.Optional(Type.Enum([...changeBases])),
      /** Only by these dimensions; absent: by those that people ask about first. */
      dims: Type.Optional(Type.Array(id, { minItems: 1, maxItems: 10 })),
    },
    { additionalProperties: false },
  ),
  reply: changeReply,
  example: { body: { info: { dims: [], points: [1] }, key: 'p1', cells: {} } },
})

// ---- a report's own formulas

const checkedFormulas = Type.Object({
  formulas: Type.Array(
    Type.Object({
      id: ownId,
      problems: Type.Array(
        Type.Object({
          field: Type.Enum(['name', 'formula']),
          message: Type.String(),
          position: nullable(
            Type.Object({
              offset: Type.Integer(),
              length: Type.Integer(),
              line: Type.Integer(),
              column: Type.Integer(),
            }),
          ),
        }),
      ),
      /** Readings of its name. */
      pinyin: Type.String(),
      unreachable: Type.String(),
      noShare: Type.String(),
    }),
  ),
  /** Figures of the tried formula; a single one without a day where it has no dates. */
  days: Type.Array(Type.Object({ day: nullable(Type.String()), figure: cell })),
  total: cell,
  /** The warehouse's failure, in words. */
  trouble: Type.String(),
})
export type CheckedFormulas = Static<typeof checkedFormulas>

/** Errors in the formulas, which dimensions they can join, and the last days of the one being typed. */
export const checkOwnFormulas = defineCall({
  name: 'checkOwnFormulas',
  method: 'POST',
  path: '/api/s1/report/formulas/check',
  effect: 'read',
  access: 'session',
  body: Type.Object(
    {
      dims: Type.Array(id, { maxItems: 20 }),
      /** A formula without a name yet has none. */
      formulas: ownFormulasNamed(0),
      /** The formula whose figures are wanted. */
      tried: Type.Optional(ownId),
    },
    { additionalProperties: false },
  ),
  reply: checkedFormulas,
  example: { body: { dims: [], formulas: [] } },
})

// ---- reports and their columns, by name

const readName = { pinyin: Type.String() }
const namedReport = Type.Object({
  id,
  viewMetaId: id,
  name: Type.String(),
  ...readName,
  /** Figures that are no points: formulas of its own, calculations, retention and the like. */
  columns: Type.Array(Type.Object({ title: Type.String(), ...readName })),
})
export type NamedReport = Static<typeof namedReport>

/** Every report that the caller may see. */
export const getReportColumns = defineCall({
  name: 'getReportColumns',
  method: 'GET',
  path: '/api/s1/report/columns',
  access: 'session',
  reply: Type.Array(namedReport),
  example: {},
})

// ---- vocabulary for sentences

/**
 * Values of dimensions that a sentence may name, within the caller's games; only of dimensions with few
 * values.
 */
export const getVocabulary = defineCall({
  name: 'getVocabulary',
  method: 'GET',
  path: '/api/s1/report/vocabulary',
  access: 'session',
  reply: Type.Array(
    Type.Object({
      dim: id,
      values: Type.Array(Type.Object({ value: Type.String(), label: Type.String(), pinyin: Type.String() })),
    }),
  ),
  example: {},
})
