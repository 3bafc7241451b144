// Definitions that compile before a change and not after it.

import { checkDimension, checkPoint, checkPointTable, type Problem } from '#semantic/compile.ts'
import type { Model } from '#semantic/model/types.ts'
import { breathe } from '#server/limits/breath.ts'
import { type DefinitionKind, definitionTitles } from '#features/config/contract.ts'
import { standingOnAny } from '../using/formulas.ts'

export interface Broken {
  kind: 'dimension' | 'point' | 'pointTable'
  title: string
  id: number
  name: string
  problem: string
  /** The field of the changed definition's form that shows it. */
  field: string
}

/** `id`: the changed definition's. */
export async function brokenBy(
  kind: DefinitionKind,
  id: number,
  before: Model,
  after: Model,
): Promise<Broken[]> {
  if (kind === 'category' || !isComputedAnew(kind, id, before, after)) return []
  const broken: Broken[] = []
  const compare = async <Item extends { id: number; name: string }>(
    told: Broken['kind'],
    items: readonly Item[],
    check: (item: Item, model: Model) => Problem[],
    beforeOf: (id: number) => Item | undefined,
    fieldOf: (problem: Problem) => string,
  ) => {
    for (const item of items) {
      await breathe()
      const [problem] = check(item, after)
      const past = beforeOf(item.id)
      if (!problem || !past || check(past, before).length > 0) continue
      broken.push({
        kind: told,
        title: definitionTitles[told],
        id: item.id,
        name: item.name,
        problem: problem.message,
        field: fieldOf(problem),
      })
    }
  }
  if (kind === 'point') {
    const touched = namedPoints(id, before, after)
    const ids = new Set([...standingOnAny(before.points, touched), ...standingOnAny(after.points, touched)])
    ids.delete(id)
    const points = after.points.filter((point) => ids.has(point.id))
    const past = byId(before.points)
    await compare(
      'point',
      points,
      checkPoint,
      (one) => past.get(one),
      () => 'name',
    )
  }
  if (kind === 'pointTable') {
    const past = byId(before.points)
    const points = after.points.filter(({ table_id }) => table_id === id)
    await compare('point', points, checkPoint, (one) => past.get(one), atTable)
    const dims = byId(before.dimensions)
    const own = after.dimensions.filter(({ table_id, info }) => table_id === null || info.role !== undefined)
    await compare('dimension', own, checkDimension, (one) => dims.get(one), atJoins)
  }
  if (kind === 'dimensionTable') {
    const dims = byId(before.dimensions)
    const own = after.dimensions.filter(({ table_id, info }) => table_id === id || info.role !== undefined)
    await compare('dimension', own, checkDimension, (one) => dims.get(one), atJoins)
    const tables = byId(before.pointTables)
    const joined = after.pointTables.filter(({ joins }) => joins.some(({ dimTableId }) => dimTableId === id))
    await compare(
      'pointTable',
      joined,
      checkPointTable,
      (one) => tables.get(one),
      () => 'joins',
    )
  }
  return broken
}

const atTable = (): string => 'table_truename'
/** A removed role was removed with a join. */
const atJoins = ({ field }: Problem): string => (field === 'info.role' ? 'joins' : 'table_truename')

const parts = {
  dimension: 'dimensions',
  point: 'points',
  dimensionTable: 'dimensionTables',
  pointTable: 'pointTables',
} as const

/** Descriptive fields, which don't affect others. */
const toldAlone = new Set([
  'describe',
  'note',
  'update_frequency',
  'point_typeId',
  'dim_typeId',
  'create_time',
])

function isComputedAnew(
  kind: Exclude<DefinitionKind, 'category'>,
  id: number,
  before: Model,
  after: Model,
): boolean {
  const meaning = (model: Model) => {
    const items: readonly { id: number }[] = model[parts[kind]]
    const found = Object.entries(items.find((one) => one.id === id) ?? {})
    return JSON.stringify(found.filter(([name]) => !toldAlone.has(name)).sort(([a], [b]) => (a < b ? -1 : 1)))
  }
  return meaning(before) !== meaning(after)
}

/** Points that formulas may have meant: the changed one, and those with its old or new name. */
function namedPoints(id: number, before: Model, after: Model): Set<number> {
  const names = new Set([before, after].map(({ points }) => points.find((point) => point.id === id)?.name))
  const all = [...before.points, ...after.points]
  return new Set([id, ...all.filter(({ name }) => names.has(name)).map((point) => point.id)])
}

const byId = <Item extends { id: number }>(items: readonly Item[]) =>
  new Map(items.map((item) => [item.id, item]))
