// Builds the complete definition of a save: sent fields over the stored ones, or over defaults.

import type {
  Category,
  Dimension,
  DimensionInfo,
  DimensionTable,
  Point,
  PointInfo,
  PointTable,
  TableJoin,
} from '#semantic/model/types.ts'
import { readFields } from '#server/objects/fields.ts'
import { cleanLine, cleanName, cleanText } from '#server/objects/texts.ts'
import { synonymsOf } from '#shared/pointNames.ts'
import { type Standing, standingOf } from '#shared/standing.ts'
import type {
  CategoryChange,
  DefinitionKind,
  DimensionChange,
  DimensionTableChange,
  PointChange,
  PointTableChange,
} from '#features/config/contract.ts'
import { longestRole } from './joins.ts'

export interface Definitions {
  dimension: Dimension
  point: Point
  dimensionTable: DimensionTable
  pointTable: PointTable
  category: Category
}

export interface Changes {
  dimension: DimensionChange
  /** `standing`: of the calls for it alone; a save of the form leaves it. */
  point: PointChange & { standing?: Standing }
  dimensionTable: DimensionTableChange
  pointTable: PointTableChange
  category: CategoryChange
}

/** Id of an unsaved definition; -1 on the wire. */
export const newId = 0
const longestText = 5_000

/** Throws parameter_wrong with all problems of the texts, by field. */
export const drafts: {
  [Kind in DefinitionKind]: (
    change: Changes[Kind],
    present: Definitions[Kind] | null,
  ) => Promise<Definitions[Kind]>
} = {
  dimension: draftDimension,
  point: draftPoint,
  dimensionTable: draftDimensionTable,
  pointTable: draftPointTable,
  category: draftCategory,
}

interface Texts {
  name?: string | undefined
  describe?: string | undefined
}

const nameOf = ({ name }: Texts, present: Texts | null) => cleanName(name ?? present?.name ?? '')
const describeOf = ({ describe }: Texts, present: Texts | null) =>
  describe === undefined ? (present?.describe ?? '') : cleanText(describe, '说明', longestText)

/** An empty role is none. */
function joinsOf(
  given: { joins?: { dimTableId: number; column: string; role?: string | null }[] },
  present: { joins?: TableJoin[] } | null,
): TableJoin[] {
  if (given.joins === undefined) return present?.joins ?? []
  return given.joins.map(({ dimTableId, column, role }, index) => {
    const name = cleanLine(role ?? '', `第 ${index + 1} 个关联的角色`, longestRole)
    return { dimTableId, column, ...(name !== '' && { role: name }) }
  })
}

const now = () => new Date().toISOString()

/** Absent, null, and empty values are not stored. */
function sayingOf<Info extends object>(info: { [Name in keyof Info]?: Info[Name] | null | undefined }): Info {
  const said = Object.entries(info).filter(
    ([, value]) => value !== null && value !== undefined && value !== '' && !isEmptyList(value),
  )
  return Object.fromEntries(said) as Info
}
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

async function draftDimension(change: DimensionChange, present: Dimension | null): Promise<Dimension> {
  const texts = await readFields({
    name: () => nameOf(change, present),
    describe: () => describeOf(change, present),
  })
  const types = (change.types ?? present?.types ?? 'string') as Dimension['types']
  const usual = usualOf(types)
  const info = change.info ? sayingOf<DimensionInfo>(change.info as DimensionInfo) : (present?.info ?? {})
  const table_id = change.table_id === undefined ? (present?.table_id ?? null) : change.table_id
  return {
    id: present?.id ?? newId,
    ...texts,
    table_id,
    table_truename: info.factTable ?? null,
    types,
    form_type: (change.form_type ?? present?.form_type ?? usual.form_type) as Dimension['form_type'],
    count_quantum: (change.count_quantum === undefined
      ? present
        ? present.count_quantum
        : usual.count_quantum
      : change.count_quantum || null) as Dimension['count_quantum'],
    update_frequency: change.update_frequency ?? present?.update_frequency ?? 'day',
    cgi_filter: change.cgi_filter ?? present?.cgi_filter ?? types === 'game',
    info,
    create_time: present?.create_time ?? now(),
    dim_typeId: change.dim_typeId === undefined ? (present?.dim_typeId ?? null) : change.dim_typeId,
  }
}

function usualOf(types: Dimension['types']): Pick<Dimension, 'form_type' | 'count_quantum'> {
  if (types === 'date') return { form_type: 'dateRange', count_quantum: 'day' }
  if (types === 'time') return { form_type: 'dateRange', count_quantum: 'hour' }
  return { form_type: types === 'number' ? 'numberRange' : 'multiSelect', count_quantum: null }
}

async function draftPoint(change: Changes['point'], present: Point | null): Promise<Point> {
  const texts = await readFields({
    name: () => nameOf(change, present),
    describe: () => describeOf(change, present),
    note: () =>
      change.note === undefined ? (present?.note ?? '') : cleanText(change.note, '备注', longestText),
  })
  const drawn: Point = {
    id: present?.id ?? newId,
    ...texts,
    table_id: change.table_id === undefined ? (present?.table_id ?? null) : change.table_id,
    point_typeId: change.point_typeId === undefined ? (present?.point_typeId ?? null) : change.point_typeId,
    name_sql: (change.name_sql ?? present?.name_sql ?? '').trim(),
    event_filter: (change.event_filter ?? present?.event_filter ?? '').trim(),
    filter: (change.filter ?? present?.filter ?? '').trim(),
    types: (change.types ?? present?.types ?? 'additive') as Point['types'],
    info: change.info ? pointInfoOf(change.info as PointInfo) : (present?.info ?? {}),
    create_time: present?.create_time ?? now(),
  }
  return withStanding(drawn, present, change.standing)
}

/** Kept by every save but the one that changes it; a check counts for the computation that was checked. */
function withStanding(drawn: Point, present: Point | null, given: Standing | undefined): Point {
  const { verified: _, retired: __, ...info } = drawn.info
  if (given) return { ...drawn, info: { ...info, ...standingOf(given) } }
  if (!present) return { ...drawn, info }
  const { verified, retired } = present.info
  const isSame = computation(drawn) === computation(present)
  return { ...drawn, info: { ...info, ...standingOf({ ...(isSame && { verified }), retired }) } }
}

const computation = ({ types, table_id, name_sql, event_filter, filter, info }: Point): string => {
  const { aggregate, percentile, per, approximate, fill } = info
  return JSON.stringify([
    types,
    table_id,
    name_sql,
    event_filter,
    filter,
    aggregate,
    percentile,
    per,
    approximate,
    fill,
  ])
}

const pointInfoOf = ({ synonyms, per, verified: _, retired: __, ...info }: PointInfo): PointInfo =>
  sayingOf<PointInfo>({ ...info, per: per?.trim(), synonyms: synonymsOf(synonyms ?? []) })

const orNull = (sent: string | null | undefined, kept: string | null | undefined): string | null =>
  sent === undefined ? (kept ?? null) : sent?.trim() || null

async function draftDimensionTable(
  change: DimensionTableChange,
  present: DimensionTable | null,
): Promise<DimensionTable> {
  const texts = await readFields({
    name: () => nameOf(change, present),
    describe: () => describeOf(change, present),
    joins: () => joinsOf(change, present),
  })
  return {
    id: present?.id ?? newId,
    ...texts,
    table_truename: (change.table_truename ?? present?.table_truename ?? '').trim(),
    key_column: (change.key_column ?? present?.key_column ?? '').trim(),
    game_column: orNull(change.game_column, present?.game_column),
    create_time: present?.create_time ?? now(),
  }
}

async function draftPointTable(change: PointTableChange, present: PointTable | null): Promise<PointTable> {
  const texts = await readFields({
    name: () => nameOf(change, present),
    describe: () => describeOf(change, present),
    joins: () => joinsOf(change, present),
  })
  return {
    id: present?.id ?? newId,
    ...texts,
    table_truename: (change.table_truename ?? present?.table_truename ?? '').trim(),
    date_column: orNull(change.date_column, present?.date_column),
    time_column: orNull(change.time_column, present?.time_column),
    game_column: orNull(change.game_column, present?.game_column),
    grain_key: change.grain_key ?? present?.grain_key ?? [],
    update_frequency: change.update_frequency ?? present?.update_frequency ?? 'day',
    create_time: present?.create_time ?? now(),
  }
}

async function draftCategory(change: CategoryChange, present: Category | null): Promise<Category> {
  const { name } = await readFields({ name: () => nameOf(change, present) })
  return {
    id: present?.id ?? newId,
    name,
    kind: present?.kind ?? change.kind ?? 'point',
    order: change.order ?? present?.order ?? -1,
  }
}
