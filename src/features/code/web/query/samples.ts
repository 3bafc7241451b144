// Statements that an empty editor offers, made of the tables that there are.
import type { CatalogTable } from '#features/code/contract.ts'

export interface Sample {
  title: string
  name: string
  text: string
}

const quoted = (name: string) =>
  name
    .split('.')
    .map((part) => (/^[\p{L}_][\p{L}\p{N}_]*$/u.test(part) ? part : `"${part.replaceAll('"', '""')}"`))
    .join('.')

export const sampleOf = (table: string): string => `select *\nfrom ${quoted(table)}\nlimit 100`

const mostTables = 3

/** The first rows of some tables, and how many rows one of them has on each of its last days. */
export function samplesOf(tables: readonly CatalogTable[]): Sample[] {
  const shown = tables.filter(({ kind }) => kind === 'fact')
  const rows = (shown.length > 0 ? shown : tables).slice(0, mostTables)
  const dated = rows.find((table) => dateOf(table) !== undefined)
  return [...(dated ? [byDay(dated)] : []), ...rows.map(firstRows)]
}

const named = ({ name, comment }: CatalogTable): string => {
  const meaning = comment.split(/[：:；;，,\n]/)[0]?.trim()
  return meaning ? `${meaning} ${name}` : name
}

const firstRows = (table: CatalogTable): Sample => ({
  title: `${named(table)} 的前 100 行`,
  name: table.name,
  text: sampleOf(table.name),
})

const dateOf = ({ columns }: CatalogTable): string | undefined =>
  columns.find(({ type }) => type.toUpperCase() === 'DATE')?.name

function byDay(table: CatalogTable): Sample {
  const day = quoted(dateOf(table) as string)
  const lines = [
    `select ${day}, count(*) as 行数`,
    `from ${quoted(table.name)}`,
    'group by all',
    `order by ${day} desc`,
    'limit 30',
  ]
  return { title: `${named(table)} 近 30 天每天多少行`, name: table.name, text: lines.join('\n') }
}
