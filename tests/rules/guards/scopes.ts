// Finds statements that read tables with limited visibility without naming a reader.
import type { Seen } from '#server/scopes/seen.ts'

export interface Scoped {
  name: string
  seen: Seen
}

const reading = /(?:selectFrom|[jJ]oin)\(\s*'(\w+)(?: as \w+)?'/g
/** The end of a statement: its execution, or the point where it is passed to another function. */
const end = /\bexecute\w*\(|\n\n|\n\}/
const askedFor = /\bseen(?:By|In)\(/

/** Names of the tables read without a reader, each once. */
export function unaskedReads(text: string, tables: readonly Scoped[]): string[] {
  const scoped = new Map(
    tables.flatMap((table) => (table.seen.by === 'everybody' ? [] : [[table.name, table.seen]])),
  )
  const found = [...text.matchAll(reading)].flatMap(({ 0: all, 1: table = '', index }) => {
    const seen = scoped.get(table)
    if (!seen) return []
    const rest = text.slice(index + all.length)
    const statement = rest.slice(0, end.exec(rest)?.index)
    return askedFor.test(statement) || isOwners(statement, seen) ? [] : [table]
  })
  return [...new Set(found)].sort()
}

/** Whether the statement reads only one owner's rows, which is never more than the owner sees. */
const isOwners = (statement: string, seen: Seen): boolean =>
  seen.by === 'owner' && new RegExp(`where\\('(?:\\w+\\.)?${seen.column}', '=', `).test(statement)

const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')

/** Whether the code names the column of deletions. */
export const namesLife = (text: string): boolean => withoutComments(text).includes('deleted_at')
