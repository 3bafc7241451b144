// Audit details contain names of columns, jobs and logs for which only the server's declarations have titles, and codes
// of games, channels and servers.

import type { NameOfCode } from '#server/objects/codeNames.ts'
import type { CodeKind, TitledKind } from '#server/objects/types.ts'
import { ownStores } from '#server/ownLogs/stores.ts'

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
