// An object as fields of a table: nested objects are flattened by a level, what lies deeper stays JSON text.
// A GeoJSON feature gives its properties, its geometry, and a point's longitude and latitude.
import { compact, type JsonKind, JsonScanner, stringOf } from './scanner.ts'

export interface JsonField {
  /** Tells columns apart: fields of the same name may be different ones. */
  id: string
  name: string
  kind: JsonKind
  text: string | null
  /** The object that it was taken out of. */
  parent?: string
}

export interface Member {
  key: string
  kind: JsonKind
  start: number
  end: number
}

/** The fields of the object at the scanner's place, which passes it. */
export function objectFields(scanner: JsonScanner): JsonField[] {
  const members = membersOf(scanner)
  const fields = new Fields(scanner.text)
  if (isFeature(scanner.text, members)) addFeature(fields, members)
  else for (const member of members) fields.flattened(member)
  return fields.list
}

/** The cells of the array at the scanner's place, which passes it. */
export function arrayCells(scanner: JsonScanner): Pick<JsonField, 'kind' | 'text'>[] {
  const cells: Pick<JsonField, 'kind' | 'text'>[] = []
  for (const _ of scanner.elements()) {
    scanner.next()
    const start = scanner.at
    const kind = scanner.pass()
    cells.push({ kind, text: cellText(kind, scanner.text.slice(start, scanner.at)) })
  }
  return cells
}

export function membersOf(scanner: JsonScanner): Member[] {
  const members: Member[] = []
  scanner.members((key) => {
    scanner.next()
    const start = scanner.at
    const kind = scanner.pass()
    members.push({ key, kind, start, end: scanner.at })
  })
  return members
}

/** Numbers as written: a double would round long ones. */
export function cellText(kind: JsonKind, written: string): string | null {
  if (kind === 'null') return null
  if (kind === 'string') return stringOf(written)
  return kind === 'object' || kind === 'array' ? compact(written) : written
}

const separator = '\0'

class Fields {
  readonly list: JsonField[] = []
  readonly text: string
  readonly #taken = new Set<string>()

  constructor(text: string) {
    this.text = text
  }

  /** The member, or the members of the object that it is. */
  flattened(member: Member): void {
    const { key, kind } = member
    if (kind !== 'object') {
      this.add(key, key, member)
      return
    }
    const inner = membersOf(new JsonScanner(this.text, member.start))
    if (inner.length === 0) this.#put({ id: key, name: key, kind: 'null', text: null })
    for (const each of inner) this.add(`${key}${separator}${each.key}`, `${key}.${each.key}`, each, key)
  }

  add(id: string, name: string, { kind, start, end }: Member, parent?: string): void {
    const text = cellText(kind, this.text.slice(start, end))
    this.#put({ id, name, kind, text, ...(parent !== undefined && { parent }) })
  }

  /** A key may be repeated: each has a column, so that none is lost. */
  #put(field: JsonField): void {
    let { id } = field
    for (let number = 2; this.#taken.has(id); number += 1) id = `${field.id}${separator}${separator}${number}`
    this.#taken.add(id)
    this.list.push(id === field.id ? field : { ...field, id })
  }
}

const member = (members: readonly Member[], key: string) => members.find((each) => each.key === key)

const isOrNull = (found: Member | undefined, kind: JsonKind): found is Member =>
  found?.kind === kind || found?.kind === 'null'

function isFeature(text: string, members: readonly Member[]): boolean {
  const type = member(members, 'type')
  if (type === undefined || text.slice(type.start, type.end) !== '"Feature"') return false
  return isOrNull(member(members, 'geometry'), 'object') && isOrNull(member(members, 'properties'), 'object')
}

function addFeature(fields: Fields, members: readonly Member[]): void {
  for (const each of members) {
    if (each.key === 'type' || each.key === 'geometry') continue
    if (each.key !== 'properties') fields.flattened(each)
    else if (each.kind === 'object') {
      for (const property of membersOf(new JsonScanner(fields.text, each.start))) fields.flattened(property)
    }
  }
  const geometry = member(members, 'geometry') as Member
  fields.add(`${separator}geometry`, 'geometry', geometry)
  const [longitude, latitude] = geometry.kind === 'object' ? pointOf(fields.text, geometry) : []
  if (longitude) fields.add(`${separator}longitude`, 'longitude', longitude)
  if (latitude) fields.add(`${separator}latitude`, 'latitude', latitude)
}

/** Longitude and latitude of a point; empty for other shapes. */
function pointOf(text: string, geometry: Member): Member[] {
  const members = membersOf(new JsonScanner(text, geometry.start))
  const [type, coordinates] = [member(members, 'type'), member(members, 'coordinates')]
  if (type === undefined || text.slice(type.start, type.end) !== '"Point"') return []
  if (coordinates?.kind !== 'array') return []
  const found: Member[] = []
  const scanner = new JsonScanner(text, coordinates.start)
  for (const _ of scanner.elements()) {
    scanner.next()
    const start = scanner.at
    const kind = scanner.pass()
    found.push({ key: '', kind, start, end: scanner.at })
  }
  return found.length >= 2 && found.every(({ kind }) => kind === 'number') ? found.slice(0, 2) : []
}
