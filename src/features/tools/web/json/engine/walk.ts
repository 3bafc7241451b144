// Walks over the values of a valid JSON text: the end of a value, the contents of a container.
import { type JsonIndex, placeIn } from './index.ts'

export interface JsonDocument {
  bytes: Uint8Array
  length: number
  index: JsonIndex
  roots: Uint32Array
  deepest: number
  hasEscapes: boolean
}

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'true' | 'false' | 'null'

export function kindAt(bytes: Uint8Array, at: number): JsonKind {
  switch (bytes[at]) {
    case 123:
      return 'object'
    case 91:
      return 'array'
    case 34:
      return 'string'
    case 116:
      return 'true'
    case 102:
      return 'false'
    case 110:
      return 'null'
    default:
      return 'number'
  }
}

export const isContainer = (bytes: Uint8Array, at: number): boolean => bytes[at] === 123 || bytes[at] === 91

export function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from
  while ((bytes[at] as number) <= 32 && bytes[at] !== 0) at++
  return at
}

export function stringEnd(bytes: Uint8Array, from: number): number {
  let at = from + 1
  while (bytes[at] !== 34) at += bytes[at] === 92 ? 2 : 1
  return at + 1
}

/** The end of a number or a word: the first byte that can't belong to it. */
export function plainEnd(bytes: Uint8Array, from: number): number {
  let at = from
  for (;;) {
    const byte = bytes[at] as number
    if (byte <= 32 || byte === 44 || byte === 93 || byte === 125) return at
    at++
  }
}

function smallEnd(bytes: Uint8Array, from: number): number {
  let depth = 0
  let at = from
  for (;;) {
    const byte = bytes[at]
    if (byte === 34) {
      at = stringEnd(bytes, at)
      continue
    }
    at++
    if (byte === 123 || byte === 91) depth++
    else if ((byte === 125 || byte === 93) && --depth === 0) return at
  }
}

export function valueEnd({ bytes, index }: JsonDocument, at: number): number {
  const first = bytes[at]
  if (first === 34) return stringEnd(bytes, at)
  if (first !== 123 && first !== 91) return plainEnd(bytes, at)
  // Fast path, because there may be millions of empty containers.
  if (bytes[at + 1] === (first as number) + 2) return at + 2
  const place = placeIn(index, at)
  return place < 0 ? smallEnd(bytes, at) : (index.ends[place] as number)
}

/** The number of values in a container. */
export function countAt(document: JsonDocument, at: number): number {
  const place = placeIn(document.index, at)
  if (place >= 0) return document.index.counts[place] as number
  let count = 0
  for (const child = childrenOf(document, at); child.next(); ) count++
  return count
}

/** Iterates over a container without creating an object for each value. */
export interface Children {
  /** False when there are no more. */
  next(): boolean
  /** Position of the key's quote; -1 in an array. */
  key: number
  value: number
  /** From 0. */
  place: number
}

export function childrenOf(document: JsonDocument, container: number): Children {
  const { bytes } = document
  const isObject = bytes[container] === 123
  let at = container + 1
  const children: Children = {
    key: -1,
    value: -1,
    place: -1,
    next: () => {
      at = skipSpace(bytes, children.value < 0 ? at : valueEnd(document, children.value))
      if (bytes[at] === 44) at = skipSpace(bytes, at + 1)
      if (bytes[at] === 125 || bytes[at] === 93) return false
      if (isObject) {
        children.key = at
        at = skipSpace(bytes, skipSpace(bytes, stringEnd(bytes, at)) + 1)
      }
      children.value = at
      children.place++
      return true
    },
  }
  return children
}
