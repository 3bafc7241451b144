// Matches the file's items with existing ones by name, and assigns the id that each item has here.
import { breathe } from '#server/limits/breath.ts'
import type { DefinitionsFile } from '../contract.ts'
import { isCarried } from './dictionaries.ts'
import type { Held } from './house.ts'

/** Above all ids that a store assigns; new items have such a temporary id until they are written. */
const firstNewId = 2 ** 50

export interface Match {
  /** The item's id here, or its temporary id until it is written. */
  id: number
  isNew: boolean
  /** Several existing items have this name, so the match is ambiguous. */
  ambiguous: boolean
}

export interface Matches {
  categories: Map<number, Match>
  /** null for a dictionary that is neither here nor in the file. */
  dictionaries: Map<number, Match | null>
  dimensionTables: Map<number, Match>
  pointTables: Map<number, Match>
  dimensions: Map<number, Match>
  points: Map<number, Match>
}

const folded = (text: string) => text.trim().toLowerCase()

export async function matchFile(file: DefinitionsFile, held: Held): Promise<Matches> {
  let nextId = firstNewId
  const { model } = held
  const matched = async <Given, Here extends { id: number }>(
    items: readonly (Given & { id: number })[],
    here: readonly Here[],
    isSame: (given: Given, candidate: Here) => boolean,
  ): Promise<Map<number, Match>> => {
    const matches = new Map<number, Match>()
    for (const given of items) {
      await breathe()
      const [first, second] = here.filter((candidate) => isSame(given, candidate))
      if (!first) nextId += 1
      matches.set(given.id, {
        id: first?.id ?? nextId,
        isNew: first === undefined,
        ambiguous: second !== undefined,
      })
    }
    return matches
  }
  const physicalOf = (tables: readonly { id: number; table_truename: string }[], id: number | null): string =>
    folded(tables.find((table) => table.id === id)?.table_truename ?? '')
  const homeOf = (
    dimension: { table_id: number | null; info: { factTable?: string } },
    tables: readonly { id: number; table_truename: string }[],
  ): string => physicalOf(tables, dimension.table_id) || folded(dimension.info.factTable ?? '')
  return {
    categories: await matched(
      file.categories,
      held.categories,
      (given, candidate) => given.kind === candidate.kind && given.name === candidate.name,
    ),
    dictionaries: new Map(
      file.dictionaries.map((given): [number, Match | null] => {
        const here = held.dictionaries.find((candidate) => candidate.name === given.name)
        if (here) return [given.id, { id: here.id, isNew: false, ambiguous: false }]
        if (!isCarried(given)) return [given.id, null]
        nextId += 1
        return [given.id, { id: nextId, isNew: true, ambiguous: false }]
      }),
    ),
    dimensionTables: await matched(
      file.dimensionTables,
      model.dimensionTables,
      (given, candidate) => folded(given.table_truename) === folded(candidate.table_truename),
    ),
    pointTables: await matched(
      file.pointTables,
      model.pointTables,
      (given, candidate) => folded(given.table_truename) === folded(candidate.table_truename),
    ),
    dimensions: await matched(
      file.dimensions,
      model.dimensions,
      (given, candidate) =>
        given.name === candidate.name &&
        homeOf(given, file.dimensionTables) === homeOf(candidate, model.dimensionTables),
    ),
    points: await matched(
      file.points,
      model.points,
      (given, candidate) =>
        given.name === candidate.name &&
        physicalOf(file.pointTables, given.table_id) === physicalOf(model.pointTables, candidate.table_id),
    ),
  }
}
