// Names of the codes in histories and audit rows: of games from their table, of channels and servers from the
// dictionaries of these form names.
import { toldApart } from '#shared/labels.ts'
import { hasPartIn } from '../metadata/textParts.ts'
import { living } from '../scopes/life.ts'
import { chunks } from './reading.ts'
import type { CodeKind, Db, Field } from './types.ts'

/** A code without a name is returned unchanged. */
export type NameOfCode = (kind: CodeKind, code: string) => string

const codesAtOnce = 500
/** Codes are indexed by so many of their first characters. */
const indexed = 200

export async function codeNames(
  db: Db,
  wanted: readonly { kind: CodeKind; code: string }[],
): Promise<NameOfCode> {
  const names = new Map<CodeKind, ReadonlyMap<string, string>>()
  for (const [kind, ones] of Map.groupBy(wanted, ({ kind }) => kind)) {
    const codes = [...new Set(ones.map(({ code }) => code))]
    names.set(kind, toldApart(kind === 'game' ? await gamesIn(db) : await labelsIn(db, kind, codes)))
  }
  return (kind, code) => names.get(kind)?.get(code) ?? code
}

async function gamesIn(db: Db): Promise<Map<string, string>> {
  const games = await db.selectFrom('game').select(['cgi', 'name']).execute()
  return new Map(games.map(({ cgi, name }) => [cgi, name]))
}

async function labelsIn(db: Db, formName: string, codes: readonly string[]): Promise<Map<string, string>> {
  const labels = new Map<string, string>()
  for (const part of chunks(codes, codesAtOnce)) {
    const rows = await db
      .selectFrom('dictionary_data as row')
      .innerJoin('dictionary', 'dictionary.id', 'row.dict_id')
      .select('row.data')
      .where(living('dictionary'))
      .where('dictionary.form_name', '=', formName)
      .where(
        'row.code',
        'in',
        part.map((code) => code.slice(0, indexed).toWellFormed()),
      )
      .execute()
    for (const { data } of rows) {
      const [code = '', label = ''] = JSON.parse(data) as string[]
      if (label !== '') labels.set(code, label)
    }
  }
  return labels
}

/** The codes whose names contain a typed part, with these names. */
export async function codesNamed(
  db: Db,
  kinds: readonly CodeKind[],
  typed: string,
): Promise<{ kind: CodeKind; code: string; name: string }[]> {
  const games = await db
    .selectFrom('game')
    .select(['cgi', 'name'])
    .where(hasPartIn(db, ['name'], typed))
    .execute()
  const rows = await db
    .selectFrom('dictionary_data as row')
    .innerJoin('dictionary', 'dictionary.id', 'row.dict_id')
    .select(['dictionary.form_name as kind', 'row.data'])
    .where(living('dictionary'))
    .where('dictionary.form_name', 'in', kinds)
    .where(hasPartIn(db, ['row.data'], typed))
    .execute()
  const labels = rows.map(({ kind, data }) => {
    const [code = '', name = ''] = JSON.parse(data) as string[]
    return { kind: kind as CodeKind, code, name }
  })
  return [...games.map(({ cgi, name }) => ({ kind: 'game' as const, code: cgi, name })), ...labels]
}

interface Change {
  field: string
  from: string
  to: string
}

/** How a field with several codes writes them. */
const comma = '、'

/** The same entries with names in the place of codes. */
export async function withCodeNames<Entry extends { changes: Change[] }>(
  db: Db,
  fields: Readonly<Record<string, Field | undefined>>,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const wanted = entries.flatMap(({ changes }) =>
    changes.flatMap(({ field, from, to }) => {
      const kind = fields[field]?.codes
      return kind ? [from, to].flatMap((text) => text.split(comma).map((code) => ({ kind, code }))) : []
    }),
  )
  if (wanted.length === 0) return [...entries]
  const nameOf = await codeNames(db, wanted)
  const named = (kind: CodeKind, text: string) =>
    text
      .split(comma)
      .map((code) => nameOf(kind, code))
      .join(comma)
  return entries.map((entry) => ({
    ...entry,
    changes: entry.changes.map((change) => {
      const kind = fields[change.field]?.codes
      return kind ? { ...change, from: named(kind, change.from), to: named(kind, change.to) } : change
    }),
  }))
}
