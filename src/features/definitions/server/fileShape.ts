// Validates an uploaded file: every part that is used later is checked here, once.
import { type Static, type TSchema, Type } from 'typebox'
import { aggregatesOf, dimensionTypes, formTypes, grains, pointTypes } from '#semantic/model/types.ts'
import { mostJoinsBetween } from '#semantic/model/ways.ts'
import { AppError } from '#shared/errors.ts'
import { idSchema as id } from '#shared/ids.ts'
import { cleanName, cleanRemark, reportInfoSchema } from '#features/statement/server/index.ts'
import { type DefinitionsFile, fileFormat, fileVersion } from '../contract.ts'
import { cleanedParts, PartWrong } from './wholeParts.ts'
import { objectName, wrongPart } from './wrongPart.ts'

/** Limit per kind: all items are checked together, while other requests wait. */
const mostItems = 5_000
const mostReports = 2_000

const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const name = Type.String({ minLength: 1, maxLength: 200 })
const text = Type.String({ maxLength: 20_000 })
const column = Type.String({ minLength: 1, maxLength: 200 })
const many = <Schema extends TSchema>(schema: Schema, maxItems = mostItems) =>
  Type.Array(schema, { maxItems })

const join = Type.Object({
  dimTableId: id,
  column,
  role: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
})

/** The shape of the whole file; the descriptions are for people who write one by hand. */
export const shape = Type.Object({
  format: Type.Literal(fileFormat),
  version: Type.Literal(fileVersion),
  exportedAt: Type.String(),
  categories: many(Type.Object({ id, kind: Type.Enum(['dimension', 'point']), name }, { title: '分类' })),
  dictionaries: many(
    Type.Object(
      {
        id,
        name,
        formName: Type.Optional(Type.String({ maxLength: 200 })),
        attributes: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: 50 })),
        values: Type.Optional(
          Type.Array(Type.Array(Type.String({ maxLength: 2000 }), { minItems: 1, maxItems: 50 }), {
            maxItems: 100_000,
          }),
        ),
      },
      { title: '字典' },
    ),
  ),
  dimensionTables: many(
    Type.Object(
      {
        id,
        name,
        table_truename: column,
        key_column: column,
        game_column: nullable(column),
        joins: Type.Optional(many(join, mostJoinsBetween)),
        describe: text,
      },
      { title: '维度表' },
    ),
  ),
  pointTables: many(
    Type.Object(
      {
        id,
        name,
        table_truename: column,
        date_column: nullable(column),
        time_column: nullable(column),
        game_column: nullable(column),
        grain_key: many(column, 100),
        update_frequency: text,
        describe: text,
        joins: many(join, 500),
      },
      { title: '指标表' },
    ),
  ),
  dimensions: many(
    Type.Object(
      {
        id,
        table_id: nullable(id),
        count_quantum: nullable(Type.Enum([...grains])),
        update_frequency: text,
        cgi_filter: Type.Boolean(),
        types: Type.Enum([...dimensionTypes]),
        name,
        form_type: Type.Enum([...formTypes]),
        describe: text,
        info: Type.Object({
          expression: Type.Optional(text),
          dictId: Type.Optional(id),
          labelColumn: Type.Optional(column),
          valueOrder: Type.Optional(many(text)),
          factTable: Type.Optional(column),
          role: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
        }),
        dim_typeId: nullable(id),
      },
      { title: '维度' },
    ),
  ),
  points: many(
    Type.Object(
      {
        id,
        table_id: nullable(id),
        point_typeId: nullable(id),
        name_sql: text,
        event_filter: text,
        filter: text,
        types: Type.Enum([...pointTypes]),
        name,
        describe: text,
        info: Type.Object({
          aggregate: Type.Optional(Type.Enum(Object.values(aggregatesOf).flat())),
          per: Type.Optional(text),
          percentile: Type.Optional(Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 100 })),
          approximate: Type.Optional(Type.Boolean()),
          format: Type.Optional(Type.Enum(['integer', 'decimal', 'percent'])),
          unit: Type.Optional(Type.String({ maxLength: 40 })),
          fill: Type.Optional(Type.Enum(['zero', 'empty'])),
          synonyms: Type.Optional(many(Type.String({ minLength: 1, maxLength: 60 }), 50)),
        }),
        note: text,
      },
      { title: '指标' },
    ),
  ),
  views: many(
    Type.Object(
      {
        name,
        folder: many(name, 8),
        reports: many(
          Type.Object(
            { reportName: name, remark: Type.String({ maxLength: 10_000 }), info: reportInfoSchema },
            { title: '报表' },
          ),
          1000,
        ),
      },
      { title: '视图' },
    ),
  ),
})

/** Keeps only known parts; throws import_invalid, naming the invalid part. */
export async function readFile(given: unknown): Promise<DefinitionsFile> {
  const file = (typeof given === 'object' && given !== null ? given : {}) as Partial<DefinitionsFile>
  if (file.format !== fileFormat)
    throw new AppError('import_invalid', '这不是本系统导出的定义文件，请选择「导出定义」得到的 JSON 文件')
  if (file.version !== fileVersion)
    throw new AppError(
      'import_invalid',
      `文件的版本 ${String(file.version).slice(0, 20)} 比本系统新，请先升级本系统`,
    )
  const cleaned = await cleanedParts(shape, given).catch((error) => {
    if (!(error instanceof PartWrong)) throw error
    throw new AppError('import_invalid', `文件内容有误：${spokenWrong(error, given)}`)
  })
  refuseRepeated(cleaned)
  refuseTooMany(cleaned)
  return { ...cleaned, ...cleanTexts(cleaned) } as DefinitionsFile
}

/** 指标「充值金额」的 types（/points/3/types）应为 additive、distinct … 之一. */
function spokenWrong({ place, schema, value }: PartWrong, given: unknown): string {
  const wrong = wrongPart(schema, value)
  const whole = `${place}${wrong?.place ?? ''}`
  const objects = [...objectsAt(place, given), ...(wrong?.objects ?? [])].filter(
    (object, at, all) => object !== all[at - 1],
  )
  const field = /\/([^/\d][^/]*)(?:\/\d+)*$/.exec(whole)?.[1] ?? '文件'
  const missing = value === undefined ? '，不能缺' : ''
  const whose = objects.length > 0 ? `${objects.join('的')}的 ` : ''
  return `${whose}${field}（${whole.slice(0, 100) || '/'}）应为${wrong?.expected ?? '别的'}${missing}，请改正后再试`
}

/** The named objects around a place in the file. */
function objectsAt(place: string, given: unknown): string[] {
  const found: string[] = []
  let schema: TSchema = shape
  let value = given
  for (const step of place.split('/').slice(1)) {
    const { items, properties } = schema as { items?: TSchema; properties?: Record<string, TSchema> }
    const next = items ?? properties?.[step]
    if (!next || typeof value !== 'object' || value === null) break
    value = (value as Record<string, unknown>)[step]
    schema = next
    found.push(...objectName(schema, value))
  }
  return found
}

function refuseTooMany({ views }: Static<typeof shape>): void {
  if (views.reduce((sum, { reports }) => sum + reports.length, 0) > mostReports)
    throw new AppError('import_invalid', `文件里的报表超过 ${mostReports} 张，请分几次导出视图`)
}

/** Names and remarks follow the same rules as typed ones; definitions have rules of their own. */
function cleanTexts({ categories, views }: Static<typeof shape>) {
  try {
    return {
      categories: categories.map((category) => ({ ...category, name: cleanName(category.name) })),
      views: views.map((view) => ({
        name: cleanName(view.name),
        folder: view.folder.map(cleanName),
        reports: view.reports.map((report) => ({
          ...report,
          reportName: cleanName(report.reportName),
          remark: cleanRemark(report.remark),
        })),
      })),
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError('import_invalid', `文件内容有误：${error.message}，请修改后再试`)
  }
}

/** Parts of a file refer to each other by id, so ids must be unique. */
function refuseRepeated(file: Static<typeof shape>): void {
  const parts = {
    categories: file.categories,
    dictionaries: file.dictionaries,
    dimensionTables: file.dimensionTables,
    pointTables: file.pointTables,
    dimensions: file.dimensions,
    points: file.points,
  }
  for (const [part, items] of Object.entries(parts))
    if (new Set(items.map((item) => item.id)).size < items.length)
      throw new AppError('import_invalid', `文件内容有误：${part} 里有重复的编号，请重新导出后再试`)
  const names = file.dictionaries.map(({ name }) => name)
  if (new Set(names).size < names.length)
    throw new AppError('import_invalid', '文件内容有误：有同名的字典，请重新导出后再试')
}
