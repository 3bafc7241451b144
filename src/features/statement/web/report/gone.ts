// Deleted points and dimensions that a report's definition names, and possible replacements.
import type { GoneThing } from '#semantic/model/gone.ts'
import { exchangeIds, referencedIds } from '#semantic/model/references.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { askedInfo } from './asking/request.ts'
import { lastName } from './names.ts'
import type { QueryParams, Result } from './store.ts'

/** From the figures' answer, with reasons; before that, from the filter bar's options. */
export function goneThings(info: ReportInfo, params: QueryParams | null, result: Result | null): GoneThing[] {
  // Includes the report's own formulas, which may use something deleted.
  const named = referencedIds({ ...info, formulas: [] })
  // Old figures stay while new ones load; what was fixed meanwhile is no longer reported.
  const told = (result?.table.gone ?? []).filter(({ kind, id }) =>
    (kind === 'point' ? named.points : named.dims).has(id),
  )
  if (told.length > 0) return told
  // Without options, nothing can be missing from them.
  if (!params || params.dimensions.length + params.points.length === 0) return []
  const asked = referencedIds(askedInfo(info))
  const missing = (kind: GoneThing['kind'], ids: ReadonlySet<number>, offered: readonly { id: number }[]) =>
    [...ids.difference(new Set(offered.map(({ id }) => id)))].map(
      (id): GoneThing => ({ kind, id, name: lastName(params, kind, id), reason: '' }),
    )
  return [
    ...missing('point', asked.points, params.points),
    ...missing('dimension', asked.dims, params.dimensions),
  ]
}

const pairsOf = (name: string): string[] => {
  const plain = [...name.toLowerCase().replace(/[\s_()（）-]/g, '')]
  return plain.length < 2 ? plain : plain.slice(1).map((character, at) => `${plain[at]}${character}`)
}

/** Similarity of two names from 0 to 1, by pairs of characters. */
export function likeness(one: string, other: string): number {
  const [left, right] = [pairsOf(one), pairsOf(other)]
  const rest = [...right]
  let common = 0
  for (const pair of left) {
    const at = rest.indexOf(pair)
    if (at < 0) continue
    rest.splice(at, 1)
    common += 1
  }
  return left.length + right.length === 0 ? 0 : (2 * common) / (left.length + right.length)
}

const alikeFrom = 0.3
const mostOffers = 2

interface Replacement {
  id: number
  name: string
}

/** Candidates of the same kind with a similar name that the report can use and does not use yet. */
export function replacementsFor(
  thing: GoneThing,
  info: ReportInfo,
  params: QueryParams | null,
): Replacement[] {
  if (thing.name === '' || !params) return []
  const offered = thing.kind === 'point' ? params.points : params.dimensions
  const used = thing.kind === 'point' ? info.points : info.dims
  return offered
    .filter(({ id, unreachable }) => unreachable === '' && id !== thing.id && !used.includes(id))
    .map(({ id, name }) => ({ id, name, like: likeness(name, thing.name) }))
    .filter(({ like }) => like >= alikeFrom)
    .sort((one, other) => other.like - one.like)
    .slice(0, mostOffers)
    .map(({ id, name }) => ({ id, name }))
}

/** The definition with the replacement at each place of the deleted item. */
export function withReplacement(info: ReportInfo, { kind, id }: GoneThing, by: number): ReportInfo {
  const swap = (one: number) => (one === id ? by : one)
  const stay = (one: number) => one
  return exchangeIds(
    info,
    kind === 'point' ? { dim: stay, point: swap, own: swap } : { dim: swap, point: stay },
  )
}
