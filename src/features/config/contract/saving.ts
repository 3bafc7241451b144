// Adding, changing and deleting definitions.
//
// A save sends the fields that it means: a new one gets usual values for the others, an old one keeps them. What a
// save answered may be sent back: `table_truename` of a dimension, `create_time`, and who saved it when are ignored.
//
// Refusals, all before anything is changed:
//   parameter_wrong, report_invalid, formula_invalid   `data.fields`: { field: message }, by the names of the body
//                          (`info.expression`); `data.places`: { field: { offset, length, line, column } } in its text
//   name_taken             `data.fields.name`
//   object_conflict        `data`: { present: what is kept now, by, at }; sent again with `overwrite` it is saved
//   object_in_use          `data`: DefinitionUses; of deletions
//   permission_missing     of tables (also their checks, effects and proposals), to whoever has not all games: a table
//                          says whose rows are whose
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { idSchema } from '#shared/ids.ts'
import {
  access,
  data,
  edited,
  idParams,
  line,
  long,
  maybe,
  nothing,
  nullable,
  sqlText,
  told,
} from './shared.ts'

/** Known by name in anaSettingOption; other values are refused at their field. */
const option = Type.String({ maxLength: 100 })
const id = nullable(idSchema)
const ignored = {
  create_time: maybe(line),
  owner: maybe(line),
  modified_by: maybe(line),
  modified_at: maybe(line),
}

/** Absent or empty: none. Null removes a setting, like leaving it out: `info` is always sent completely. */
const dimensionInfo = Type.Object(
  {
    expression: maybe(nullable(sqlText)),
    dictId: maybe(id),
    labelColumn: maybe(nullable(line)),
    valueOrder: maybe(nullable(Type.Array(line, { maxItems: 1_000 }))),
    /** The only fact table of a dimension without a table; absent: every fact with such columns. */
    factTable: maybe(nullable(line)),
    /** For a dimension with a table: the role of its joins. */
    role: maybe(nullable(line)),
  },
  closed,
)
const dimensionOwn = {
  name: Type.String(),
  table_id: nullable(Type.Integer()),
  table_truename: nullable(Type.String()),
  count_quantum: nullable(Type.String()),
  update_frequency: Type.String(),
  cgi_filter: Type.Boolean(),
  types: Type.String(),
  form_type: Type.String(),
  describe: Type.String(),
  info: Type.Object({}, { additionalProperties: true }),
  create_time: Type.String(),
  dim_typeId: nullable(Type.Integer()),
}
export const dimensionChange = Type.Object(
  {
    ...edited,
    ...ignored,
    table_truename: maybe(nullable(line)),
    name: maybe(line),
    table_id: maybe(id),
    count_quantum: maybe(nullable(option)),
    update_frequency: maybe(option),
    cgi_filter: maybe(Type.Boolean()),
    types: maybe(option),
    form_type: maybe(option),
    describe: maybe(long),
    info: maybe(dimensionInfo),
    dim_typeId: maybe(id),
  },
  closed,
)
export type DimensionChange = Static<typeof dimensionChange>
const savedDimension = Type.Object({ ...told, ...dimensionOwn })
export type SavedDimension = Static<typeof savedDimension>

const pointInfo = Type.Object(
  {
    aggregate: maybe(nullable(option)),
    /** For a statistic: column or expression by which values are summed first. */
    per: maybe(nullable(sqlText)),
    /** Of `percentile`: above 0, below 100. */
    percentile: maybe(nullable(Type.Number())),
    /** For a median or percentile. */
    approximate: maybe(nullable(Type.Boolean())),
    format: maybe(nullable(option)),
    unit: maybe(nullable(line)),
    fill: maybe(nullable(option)),
    /** Synonyms; none may be another point's. */
    synonyms: maybe(nullable(Type.Array(line, { maxItems: 50 }))),
    /** Ignored: markPoint changes them. */
    verified: maybe(Type.Unknown()),
    retired: maybe(Type.Unknown()),
  },
  closed,
)
export const pointChange = Type.Object(
  {
    ...edited,
    ...ignored,
    name: maybe(line),
    /** Absent for a computed point. */
    table_id: maybe(id),
    point_typeId: maybe(id),
    name_sql: maybe(sqlText),
    event_filter: maybe(sqlText),
    filter: maybe(sqlText),
    types: maybe(option),
    describe: maybe(long),
    info: maybe(pointInfo),
    note: maybe(long),
  },
  closed,
)
export type PointChange = Static<typeof pointChange>
const savedPoint = Type.Object({
  ...told,
  name: Type.String(),
  table_id: nullable(Type.Integer()),
  point_typeId: nullable(Type.Integer()),
  name_sql: Type.String(),
  event_filter: Type.String(),
  filter: Type.String(),
  types: Type.String(),
  describe: Type.String(),
  info: Type.Object({}, { additionalProperties: true }),
  note: Type.String(),
  create_time: Type.String(),
})
export type SavedPoint = Static<typeof savedPoint>

/**
 * `column`, of the joining table, equals the dimension table's key. A role distinguishes several joins to one
 * table.
 */
const join = Type.Object({ dimTableId: idSchema, column: line, role: maybe(nullable(line)) }, closed)
const joins = (maxItems: number) => maybe(Type.Array(join, { maxItems }))
const savedJoins = Type.Array(
  Type.Object({ dimTableId: Type.Integer(), column: Type.String(), role: maybe(Type.String()) }),
)

export const dimensionTableChange = Type.Object(
  {
    ...edited,
    ...ignored,
    name: maybe(line),
    table_truename: maybe(line),
    key_column: maybe(line),
    game_column: maybe(nullable(line)),
    joins: joins(50),
    describe: maybe(long),
  },
  closed,
)
export type DimensionTableChange = Static<typeof dimensionTableChange>
const savedDimensionTable = Type.Object({
  ...told,
  name: Type.String(),
  table_truename: Type.String(),
  key_column: Type.String(),
  game_column: nullable(Type.String()),
  joins: maybe(savedJoins),
  describe: Type.String(),
  create_time: Type.String(),
})
export type SavedDimensionTable = Static<typeof savedDimensionTable>

export const pointTableChange = Type.Object(
  {
    ...edited,
    ...ignored,
    name: maybe(line),
    table_truename: maybe(line),
    date_column: maybe(nullable(line)),
    time_column: maybe(nullable(line)),
    game_column: maybe(nullable(line)),
    /** Columns that together identify a row. */
    grain_key: maybe(Type.Array(line, { maxItems: 100 })),
    update_frequency: maybe(option),
    describe: maybe(long),
    joins: joins(200),
  },
  closed,
)
export type PointTableChange = Static<typeof pointTableChange>
const savedPointTable = Type.Object({
  ...told,
  name: Type.String(),
  table_truename: Type.String(),
  date_column: nullable(Type.String()),
  time_column: nullable(Type.String()),
  game_column: nullable(Type.String()),
  grain_key: Type.Array(Type.String()),
  update_frequency: Type.String(),
  describe: Type.String(),
  joins: savedJoins,
  create_time: Type.String(),
})
export type SavedPointTable = Static<typeof savedPointTable>

export const categoryChange = Type.Object(
  {
    ...edited,
    ...ignored,
    /** For a new one; the kind can't be changed later. */
    kind: maybe(Type.Enum(['dimension', 'point'])),
    name: maybe(line),
    /** Its position among its kind; a new one is last. */
    order: maybe(Type.Integer({ minimum: 0, maximum: 100_000 })),
  },
  closed,
)
export type CategoryChange = Static<typeof categoryChange>
const savedCategory = Type.Object({
  ...told,
  kind: Type.Enum(['dimension', 'point']),
  name: Type.String(),
  order: Type.Integer(),
})
export type SavedCategory = Static<typeof savedCategory>

export const addOrUpdateAnaDim = defineCall({
  name: 'addOrUpdateAnaDim',
  method: 'POST',
  path: `${data}/addOrUpdateAnaDim`,
  access,
  body: dimensionChange,
  reply: savedDimension,
  example: { body: { id: -1, name: '维度' } },
})

export const addOrUpdateAnaPoint = defineCall({
  name: 'addOrUpdateAnaPoint',
  method: 'POST',
  path: `${data}/addOrUpdateAnaPoint`,
  access,
  body: pointChange,
  reply: savedPoint,
  example: { body: { id: -1, name: '指标' } },
})

export const addOrUpdateAnaDimTable = defineCall({
  name: 'addOrUpdateAnaDimTable',
  method: 'POST',
  path: `${data}/addOrUpdateAnaDimTable`,
  access,
  body: dimensionTableChange,
  reply: savedDimensionTable,
  example: { body: { id: -1, name: '维度表', table_truename: 'none', key_column: 'id' } },
})

export const addOrUpdateAnaPointTable = defineCall({
  name: 'addOrUpdateAnaPointTable',
  method: 'POST',
  path: `${data}/addOrUpdateAnaPointTable`,
  access,
  body: pointTableChange,
  reply: savedPointTable,
  example: { body: { id: -1, name: '指标表', table_truename: 'none' } },
})

export const addOrUpdateAnaDimOrPointType = defineCall({
  name: 'addOrUpdateAnaDimOrPointType',
  method: 'POST',
  path: `${data}/addOrUpdateAnaDimOrPointType`,
  access,
  body: categoryChange,
  reply: savedCategory,
  example: { body: { id: 987654321, name: '分类' } },
})

export const deleteAnaDim = defineCall({
  name: 'deleteAnaDim',
  method: 'POST',
  path: `${data}/deleteAnaDim/{id}`,
  access,
  params: idParams,
  body: nothing,
  reply: Type.Null(),
  example: { params: { id: 987654321 }, body: {} },
})

export const deleteAnaPoint = defineCall({
  name: 'deleteAnaPoint',
  method: 'POST',
  path: `${data}/deleteAnaPoint/{id}`,
  access,
  params: idParams,
  body: nothing,
  reply: Type.Null(),
  example: { params: { id: 987654321 }, body: {} },
})

export const deleteAnaDimTable = defineCall({
  name: 'deleteAnaDimTable',
  method: 'POST',
  path: `${data}/deleteAnaDimTable/{id}`,
  access,
  params: idParams,
  body: nothing,
  reply: Type.Null(),
  example: { params: { id: 987654321 }, body: {} },
})

export const deleteAnaPointTable = defineCall({
  name: 'deleteAnaPointTable',
  method: 'POST',
  path: `${data}/deleteAnaPointTable/{id}`,
  access,
  params: idParams,
  body: nothing,
  reply: Type.Null(),
  example: { params: { id: 987654321 }, body: {} },
})

export const deleteAnaDimOrPointType = defineCall({
  name: 'deleteAnaDimOrPointType',
  method: 'POST',
  path: `${data}/deleteAnaDimOrPointType/{id}`,
  access,
  params: idParams,
  body: nothing,
  reply: Type.Null(),
  example: { params: { id: 987654321 }, body: {} },
})
