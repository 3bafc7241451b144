// Audit details contain names of columns, jobs and logs for which only the server's declarations have titles, and codes
// of games, channels and servers.

import { folded } from '#server/metadata/textParts.ts'
import { codesNamed, type NameOfCode } from '#server/objects/codeNames.ts'
import type { CodeKind, Db, TitledKind } from '#server/objects/types.ts'
import { ownStores } from '#server/ownLogs/stores.ts'
import { auditNouns, auditTitle, auditVerbs } from '#shared/auditTitles.ts'

export interface Declared {
  objects: readonly TitledKind[]
  jobs: readonly { name: string; title: string }[]
}

const codedDetails: Readonly<Record<string, CodeKind>> = {
  cgi: 'game',
  game: 'game',
  games: 'game',
  channel: 'channel',
  server: 'server',
  servers: 'server',
}

/** The codes in a row's details. */
export const codesInDetail = (detail: string): { kind: CodeKind; code: string }[] =>
  Object.entries(parsed(detail) ?? {}).flatMap(([name, value]) => {
    const kind = Object.hasOwn(codedDetails, name) ? codedDetails[name] : undefined
    return kind ? codesOf(value).map((code) => ({ kind, code })) : []
  })

/** One code, several, or several in a JSON text, as a scope of games is stored. */
function codesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => (typeof one === 'string' ? [one] : []))
  if (typeof value !== 'string') return []
  return value.startsWith('[') ? codesOf(Object.values(parsed(value) ?? {})) : [value]
}

function named(details: Readonly<Record<string, unknown>>, nameOf: NameOfCode): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => {
      const kind = Object.hasOwn(codedDetails, name) ? codedDetails[name] : undefined
      const codes = kind ? codesOf(value) : []
      if (!kind || codes.length === 0) return [name, value]
      const names = codes.map((code) => nameOf(kind, code))
      return [name, typeof value === 'string' && !value.startsWith('[') ? names[0] : names]
    }),
  )
}

/** What a typed part may mean besides the stored text: names and titles that the list shows in place of codes. */
interface Meaning {
  /** Actions whose titles contain the part. */
  actions: readonly string[]
  /** Names of details whose values may be shown by a text that contains the part. */
  details: readonly string[]
  nameOf: NameOfCode
}

export async function meaningOf(db: Db, { objects, jobs }: Declared, typed: string): Promise<Meaning> {
  const holds = (text: string) => folded(text).includes(folded(typed))
  const anyOf = (titled: readonly { title: string }[]) => titled.some(({ title }) => holds(title))
  const codes = await codesNamed(db, [...new Set(Object.values(codedDetails))], typed)
  const names = new Map(codes.map(({ kind, code, name }) => [`${kind} ${code}`, name]))
  const kinds = new Set(codes.map(({ kind }) => kind))
  return {
    actions: Object.keys(auditNouns).flatMap((noun) =>
      Object.keys(auditVerbs)
        .map((verb) => `${noun}.${verb}`)
        .filter((action) => holds(auditTitle(action))),
    ),
    details: [
      ...Object.entries(codedDetails).flatMap(([name, kind]) => (kinds.has(kind) ? [name] : [])),
      ...(anyOf(objects.flatMap(({ fields }) => Object.values(fields).flatMap((field) => field ?? [])))
        ? ['fields']
        : []),
      ...(anyOf(jobs) ? ['kind'] : []),
      ...(anyOf(ownStores) ? ['logStore'] : []),
    ],
    nameOf: (kind, code) => names.get(`${kind} ${code}`) ?? code,
  }
}

/** The same JSON with these names replaced by titles and names; the page words the rest. */
export function wordedDetail(
  action: string,
  detail: string,
  { objects, jobs }: Declared,
  nameOf: NameOfCode = (_, code) => code,
): string {
  const [noun = ''] = action.split('.', 1)
  const kind = objects.find(({ name }) => name === noun)
  const known = parsed(detail)
  if (known === null) return detail
  const titles = (field: unknown) => kind?.fields[String(field)]?.title ?? field
  return JSON.stringify({
    ...named(known, nameOf),
    ...(Array.isArray(known.fields) && { fields: [...new Set(known.fields.map(titles))] }),
    ...((noun === 'job' || noun === 'schedule') && { kind: titleIn(jobs, known.kind) }),
    ...(noun === 'log' && { logStore: titleIn(ownStores, known.logStore) }),
  })
}

const titleIn = (of: readonly { name: string; title: string }[], name: unknown): unknown =>
  of.find((one) => one.name === name)?.title ?? name

/** One unreadable row must not hide the others. */
function parsed(detail: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(detail)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}
