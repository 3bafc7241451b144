// Edits conditions in groups. A part is identified by its path: the indexes from outside in. A group that
// becomes empty is removed. Pure.

import { branchOf, isBranch, type Join, joinOf, partsOf } from '#shared/branches.ts'
import type { AlarmPart } from '#features/alarm/contract.ts'

export type Place = readonly number[]
type Parts = readonly AlarmPart[]

export const keyOf = (place: Place): string => place.join('.')
export const placeIn = (key: string): Place => (key === '' ? [] : key.split('.').map(Number))

/** The surrounding group; empty path: top level. */
export const groupOf = (place: Place): Place => place.slice(0, -1)
const atOf = (place: Place): number => place.at(-1) ?? 0

export const otherJoin = (join: Join): Join => (join === 'any' ? 'all' : 'any')

/** Replaces the parts of a group. */
function withParts(parts: Parts, group: Place, change: (own: AlarmPart[]) => AlarmPart[]): AlarmPart[] {
  const [at, ...inner] = group
  if (at === undefined) return change([...parts])
  return parts.flatMap((part, index) => {
    if (index !== at || !isBranch(part)) return [part]
    const own = withParts(partsOf(part), inner, change)
    return own.length === 0 ? [] : [branchOf(joinOf(part), own)]
  })
}

export const partAt = (parts: Parts, [at = 0, ...inner]: Place): AlarmPart | undefined => {
  const part = parts[at]
  return inner.length === 0 || part === undefined || !isBranch(part) ? part : partAt(partsOf(part), inner)
}

export const replaced = (parts: Parts, place: Place, part: AlarmPart): AlarmPart[] =>
  withParts(parts, groupOf(place), (own) => own.with(atOf(place), part))

export const without = (parts: Parts, place: Place): AlarmPart[] =>
  withParts(parts, groupOf(place), (own) => own.toSpliced(atOf(place), 1))

export const added = (parts: Parts, group: Place, part: AlarmPart): AlarmPart[] =>
  withParts(parts, group, (own) => [...own, part])

/** Moves a part with its content into a group: after the part it comes from where nested, else last. */
export function moved(parts: Parts, from: Place, group: Place): AlarmPart[] {
  const part = partAt(parts, from)
  if (!part) return [...parts]
  const isWithin = group.every((at, depth) => from[depth] === at)
  const grown = withParts(parts, group, (own) =>
    own.toSpliced(isWithin ? (from[group.length] ?? 0) + 1 : own.length, 0, part),
  )
  return without(grown, from)
}

/** Nesting height, itself included; 0 for a condition. */
const heightOf = (part: AlarmPart): number =>
  isBranch(part) ? 1 + Math.max(0, ...partsOf(part).map(heightOf)) : 0

/** Why it can't be in a group, or in a new one (null), in Chinese; empty where it can. */
export function refusalOf(parts: Parts, from: Place, group: Place | null, deepest: number): string {
  const part = partAt(parts, from)
  if (!part) return ''
  const isWithin = group !== null && from.every((at, depth) => group[depth] === at)
  if (isWithin && isBranch(part)) return '条件组不能放进它自己，或它里面的条件组'
  const around = group === null ? from.length : group.length
  return around + heightOf(part) > deepest ? `条件组最多套 ${deepest} 层` : ''
}

/** Wraps the part in a new group. */
export const wrapped = (parts: Parts, place: Place, join: Join): AlarmPart[] =>
  withParts(parts, groupOf(place), (own) =>
    own.map((part, at) => (at === atOf(place) ? branchOf(join, [part]) : part)),
  )

/** Replaces a group by its parts. */
export const opened = (parts: Parts, place: Place): AlarmPart[] =>
  withParts(parts, groupOf(place), (own) =>
    own.flatMap((part, at) => (at === atOf(place) && isBranch(part) ? partsOf(part) : [part])),
  )

/** How the parts of a group are joined. */
export function joinAt(parts: Parts, group: Place, outer: Join): Join {
  const part = group.length === 0 ? undefined : partAt(parts, group)
  return part && isBranch(part) ? joinOf(part) : outer
}

/** The path of this very object. */
export function placeOf(parts: Parts, wanted: AlarmPart): Place | null {
  for (const [at, part] of parts.entries()) {
    if (part === wanted) return [at]
    const inner = isBranch(part) ? placeOf(partsOf(part), wanted) : null
    if (inner) return [at, ...inner]
  }
  return null
}

export interface NumberedPart {
  part: AlarmPart
  place: Place
  /** Conditions and groups are numbered separately, in reading order. */
  number: number
}

/** All parts, in reading order. */
export function numbered(parts: Parts): NumberedPart[] {
  let [conditions, groups] = [0, 0]
  const visit = (own: Parts, around: Place): NumberedPart[] =>
    own.flatMap((part, at) => {
      const place = [...around, at]
      if (!isBranch(part)) {
        conditions += 1
        return [{ part, place, number: conditions }]
      }
      groups += 1
      return [{ part, place, number: groups }, ...visit(partsOf(part), place)]
    })
  return visit(parts, [])
}
