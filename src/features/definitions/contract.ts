// Calls that move reports, dimensions and points between installations in a JSON file, with a preview of the
// changes.
import { type Static, type TSchema, Type } from 'typebox'
import type {
  Category,
  Dimension,
  DimensionTable,
  Point,
  PointTable,
  ReportInfo,
} from '#semantic/model/types.ts'
import { closed, defineCall } from '#shared/call.ts'
import { idSchema as id } from '#shared/ids.ts'

const access = { keys: ['search_config'] } as const
const bodyLimit = 16 * 1024 * 1024
const bodyValues = 1_000_000
const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

export const fileFormat = 'analytics-v3-definitions'
export const fileVersion = 1

export interface FileReport {
  reportName: string
  remark: string
  info: ReportInfo
}
export interface FileView {
  name: string
  /** Folders from the top down; empty for none. */
  folder: string[]
  reports: FileReport[]
}
/** A dictionary without values is only named, because the exporting user might not see all its rows. */
export interface FileDictionary {
  id: number
  name: string
  formName?: string
  /** Names of the columns; the first holds the code. */
  attributes?: string[]
  values?: string[][]
}
/** Ids are those of the exporting installation; they are valid within the file only. */
export interface DefinitionsFile {
  format: typeof fileFormat
  version: typeof fileVersion
  exportedAt: string
  categories: Pick<Category, 'id' | 'kind' | 'name'>[]
  dictionaries: FileDictionary[]
  dimensionTables: Omit<DimensionTable, 'create_time'>[]
  pointTables: Omit<PointTable, 'create_time'>[]
  dimensions: Omit<Dimension, 'create_time' | 'table_truename'>[]
  points: Omit<Point, 'create_time'>[]
  views: FileView[]
}

/** A file of these views and everything they depend on; `all` adds every other dimension and point. */
export const exportDefinitions = defineCall({
  name: 'exportDefinitions',
  method: 'POST',
  path: '/api/s1/definitions/export',
  effect: 'read',
  access,
  kind: 'blob',
  body: Type.Object(
    { viewIds: Type.Array(id, { maxItems: 5000 }), all: Type.Optional(Type.Boolean()) },
    closed,
  ),
  example: { body: { viewIds: [], all: true } },
})

/** The JSON Schema of the file, for editors and for programs that write such files. */
export const definitionsSchema = defineCall({
  name: 'definitionsSchema',
  method: 'GET',
  path: '/api/s1/definitions/schema',
  access,
  kind: 'blob',
  example: {},
})

export const itemKinds = [
  'category',
  'dictionary',
  'dimensionTable',
  'pointTable',
  'dimension',
  'point',
  'view',
  'report',
] as const
const item = Type.Object({
  /** Identifies the item within the file. */
  key: Type.String(),
  kind: Type.Enum([...itemKinds]),
  name: Type.String(),
  /** Where the item belongs: its table or its view. */
  place: Type.String(),
  action: Type.Enum(['add', 'change', 'same']),
  changes: Type.Array(
    Type.Object({
      /** Chinese. */
      field: Type.String(),
      before: nullable(Type.String()),
      after: nullable(Type.String()),
    }),
  ),
  /** How many reports of this installation use the item. */
  usedBy: Type.Integer(),
  /** Chinese: why the item can't be applied; empty when it can. */
  problems: Type.Array(Type.String()),
  /** Items of the file that this item needs and that do not exist here yet. */
  needs: Type.Array(Type.String()),
})
export type DefinitionItem = Static<typeof item>

export const kindTitles: Record<DefinitionItem['kind'], string> = {
  category: '分类',
  dictionary: '字典',
  dimensionTable: '维度表',
  pointTable: '指标表',
  dimension: '维度',
  point: '指标',
  view: '视图',
  report: '报表',
}

const file = Type.Unsafe<DefinitionsFile>(Type.Object({}, { additionalProperties: true }))

/** What applying the file would change; changes nothing itself. */
export const previewDefinitions = defineCall({
  name: 'previewDefinitions',
  method: 'POST',
  path: '/api/s1/definitions/preview',
  effect: 'read',
  access,
  bodyLimit,
  bodyValues,
  body: Type.Object({ file }, closed),
  reply: Type.Object({
    items: Type.Array(item),
    /** Send this back on apply, so that exactly the previewed changes are applied. */
    digest: Type.String(),
  }),
  example: { body: { file: {} as DefinitionsFile } },
})

/** Applies the items with these keys, all or none. */
export const applyDefinitions = defineCall({
  name: 'applyDefinitions',
  method: 'POST',
  path: '/api/s1/definitions/apply',
  access,
  bodyLimit,
  bodyValues,
  body: Type.Object(
    {
      file,
      keys: Type.Array(Type.String({ maxLength: 600 }), { maxItems: 100_000 }),
      digest: Type.String({ maxLength: 100 }),
    },
    closed,
  ),
  reply: Type.Object({ added: Type.Integer(), changed: Type.Integer() }),
  example: { body: { file: {} as DefinitionsFile, keys: [], digest: '' } },
})
