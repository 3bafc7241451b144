// Reads the labels of some codes without reading a whole dictionary.
import type { ConditionNames } from '#semantic/model/conditionText.ts'
import { segmentLabels } from '#semantic/model/segments.ts'
import type { GameScope, SegmentInfo } from '#semantic/model/types.ts'
import { chunks } from '#server/objects/reading.ts'
import type { Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import { toldApart } from '#shared/labels.ts'
import { columnOfGame, seesRow } from './games.ts'
import { readLabels } from './service.ts'
import { codeKey } from './tables.ts'

/** By form name and code; codes without a label are missing. */
export async function labelsOfCodes(
  db: Db,
  wanted: readonly { formName: string; code: string }[],
): Promise<(formName: string, code: string) => string | undefined> {
  if (wanted.length === 0) return () => undefined
  const rows = await db
    .selectFrom('dictionary_data as row')
    .innerJoin('dictionary', 'dictionary.id', 'row.dict_id')
    .select(['dictionary.form_name', 'row.data'])
    .where(living('dictionary'))
    .where(({ or, and, eb }) =>
      or(
        wanted.map(({ formName, code }) =>
          and([eb('dictionary.form_name', '=', formName), eb('row.code', '=', codeKey(code))]),
        ),
      ),
    )
    .execute()
  const labels = new Map(
    rows.map(({ form_name, data }) => {
      const [code = '', label = ''] = JSON.parse(data) as string[]
      return [`${form_name}\n${code}`, label]
    }),
  )
  return (formName, code) => labels.get(`${formName}\n${code}`) || undefined
}

const codesAtOnce = 500

/** By code, only where the label differs from the code. Rows of games that are not given are ignored. */
export async function labelsIn(
  db: Db,
  dictId: number,
  codes: readonly string[],
  games: GameScope = 'all',
): Promise<Map<string, string>> {
  const labels = new Map<string, string>()
  for (const part of chunks(codes, codesAtOnce)) {
    const rows = await db
      .selectFrom('dictionary_data as row')
      .innerJoin('dictionary', 'dictionary.id', 'row.dict_id')
      .select(['row.data', 'dictionary.form_name', 'dictionary.attributes'])
      .where(living('dictionary'))
      .where('row.dict_id', '=', dictId)
      .where('row.code', 'in', part.map(codeKey))
      .execute()
    for (const { data, form_name: formName, attributes } of rows) {
      const cells = JSON.parse(data) as string[]
      const [code = '', label = ''] = cells
      const column = columnOfGame({ formName, attributes: JSON.parse(attributes) as string[] })
      if (label !== '' && label !== code && seesRow(column, cells, games)) labels.set(code, label)
    }
  }
  return labels
}

/** Returns the label of a dimension's value, or the value itself when it has no label. */
export type ValueNames = NonNullable<ConditionNames['value']>

interface NamedDimension {
  id: number
  types: string
  info: { dictId?: number; segment?: SegmentInfo }
}

interface Wanted {
  /** The values to label; absent: any value may be asked for, so whole dictionaries are read. */
  values?: readonly (readonly [dim: number, value: string])[]
  /** Absent: all games. */
  games?: GameScope
}

/**
 * Labels that need no query to the warehouse: those of dictionaries, of games and of a segment's values. Values with
 * the same label are told apart.
 */
export async function valueNames(
  db: Db,
  dimensions: readonly NamedDimension[],
  { values, games = 'all' }: Wanted = {},
): Promise<ValueNames> {
  const codes = values && Map.groupBy(values, ([dim]) => dim)
  const used = codes ? dimensions.filter(({ id }) => codes.has(id)) : dimensions
  const codesOf = ({ id }: NamedDimension) => codes?.get(id)?.map(([, value]) => value)
  const found = new Map<number, readonly ReadonlyMap<string, string>[]>()
  for (const dimension of used)
    found.set(dimension.id, [
      toldApart(await labelsFor(db, dimension, codesOf(dimension), games)),
      ...(dimension.types === 'game' ? [await gameNames(db, games)] : []),
    ])
  return (value, dim) => {
    for (const names of found.get(dim ?? 0) ?? []) {
      const name = names.get(value)
      if (name !== undefined) return name
    }
    return value
  }
}

async function labelsFor(
  db: Db,
  { info: { dictId, segment } }: NamedDimension,
  codes: readonly string[] | undefined,
  games: GameScope,
): Promise<ReadonlyMap<string, string>> {
  if (segment) return new Map(Object.entries(segmentLabels))
  if (dictId === undefined) return new Map()
  return codes
    ? labelsIn(db, dictId, codes, games)
    : ((await readLabels(db, [dictId])).get(dictId) ?? new Map())
}

async function gameNames(db: Db, games: GameScope): Promise<ReadonlyMap<string, string>> {
  const known = await db.selectFrom('game').select(['cgi', 'name']).execute()
  return toldApart(
    new Map(known.flatMap(({ cgi, name }) => (games === 'all' || games.includes(cgi) ? [[cgi, name]] : []))),
  )
}
