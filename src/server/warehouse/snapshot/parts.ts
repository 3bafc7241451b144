// A table in several files: the first one, and one for each later addition. Readers see them as one relation.
//
// A part may replace rows of earlier parts (rows of the same key, rows of the same day). Files never change, so
// the new file lists the rows that it hides, by file and row number, in the table `parts.hidden`. It also notes
// of which files the table consists in `parts.noted`, from which a lost manifest is rebuilt.
import type { DuckDBConnection } from '@duckdb/node-api'
import { quoteName, quoteText } from './describe.ts'
import { type AddedPart, catalogOf, type PublishedTable, partsOf, versionOf } from './manifest.ts'

/** Schema of a part's own notes in its file. No table of a user is in it. */
const partsSchema = 'parts'

/** A table's files as its readers get them. */
export interface TableParts {
  file: string
  added: AddedPart[]
  /** Version of the rows. */
  version: string
}

export const tableParts = (table: PublishedTable): TableParts => ({
  file: table.file,
  added: table.added ?? [],
  version: versionOf(table),
})

type Files = Pick<TableParts, 'file' | 'added'>

/** One part's rows that no later part hides, for use after FROM; they are called `kept`. */
function shownIn(name: string, part: string, { added }: Files): string {
  const rows = `${quoteName(catalogOf(part))}.main.${quoteName(name)} AS kept`
  const hiding = added.filter(({ hides }) => hides[part] !== undefined)
  if (hiding.length === 0) return rows
  const lists = hiding.map(
    ({ file }) =>
      `SELECT row FROM ${quoteName(catalogOf(file))}.${partsSchema}.hidden WHERE file = ${quoteText(part)}`,
  )
  return `${rows} ANTI JOIN (${lists.join(' UNION ALL ')}) AS hidden ON kept.rowid = hidden.row`
}

/**
 * The table's rows, for use after FROM; of some of its files where these are given. Each file is attached under
 * its catalog's name.
 */
export function relationOf(name: string, table: Files, files: readonly string[] = partsOf(table)): string {
  if (table.added.length === 0) return `${quoteName(catalogOf(table.file))}.main.${quoteName(name)}`
  return `(${files.map((part) => `FROM ${shownIn(name, part, table)}`).join(' UNION ALL ')})`
}

/** As `relationOf`, without the rows that the new part's own list hides. */
export const stayingIn = (name: string, table: Files): string =>
  `(${partsOf(table)
    .map(
      (part) =>
        `SELECT kept.* FROM ${shownIn(name, part, table)} ANTI JOIN (SELECT row FROM ${partsSchema}.hidden WHERE file = ${quoteText(part)}) AS fresh ON kept.rowid = fresh.row`,
    )
    .join(' UNION ALL ')})`

/** Before a part's rows are written into its new file. */
export async function preparePart(connection: DuckDBConnection): Promise<void> {
  await connection.run(`CREATE SCHEMA ${partsSchema}`)
  await connection.run(`CREATE TABLE ${partsSchema}.hidden (file VARCHAR NOT NULL, row BIGINT NOT NULL)`)
}

/**
 * Lists the rows of a table's published files that agree with a row of the new part in each of the keys
 * (expressions over one row; two missing values agree). The files must be open (`openTable`), and no column may
 * be called `rowid`: it would stand for the row's number.
 */
export async function hideRows(
  connection: DuckDBConnection,
  name: string,
  table: Files,
  keys: readonly string[],
): Promise<void> {
  const columns = keys.map((key, at) => `${key} AS k${at}`).join(', ')
  const agree = keys.map((_, at) => `old.k${at} IS NOT DISTINCT FROM new.k${at}`).join(' AND ')
  const fresh = `(SELECT DISTINCT ${columns} FROM ${quoteName(name)})`
  for (const file of partsOf(table))
    await connection.run(
      `INSERT INTO ${partsSchema}.hidden
       SELECT ${quoteText(file)}, old.row FROM (SELECT kept.rowid AS row, ${columns} FROM ${shownIn(name, file, table)}) AS old
       SEMI JOIN ${fresh} AS new ON ${agree} ORDER BY old.row`,
    )
}

/** The table's rows once the part that is being written counts; `fresh` is the catalog of its file, quoted. */
export function besideNew(name: string, table: Files, fresh: string): string {
  const left = partsOf(table).map(
    (file) => `SELECT kept.* FROM ${shownIn(name, file, table)} ANTI JOIN ${hiddenIn(fresh, file)}`,
  )
  return `(${[...left, `FROM ${fresh}.main.${quoteName(name)}`].join(' UNION ALL ')})`
}

/** The rows that such a part hides. */
export function hiddenByNew(name: string, table: Files, fresh: string): string {
  const gone = partsOf(table).map((file) => {
    const rows = `${quoteName(catalogOf(file))}.main.${quoteName(name)} AS kept`
    return `SELECT kept.* FROM ${rows} SEMI JOIN ${hiddenIn(fresh, file)}`
  })
  return `(${gone.join(' UNION ALL ')})`
}

const hiddenIn = (fresh: string, file: string): string =>
  `(SELECT row FROM ${fresh}.${partsSchema}.hidden WHERE file = ${quoteText(file)}) AS gone ON kept.rowid = gone.row`

/** The values, as texts, that a column has in the listed rows. */
export async function hiddenValues(
  connection: DuckDBConnection,
  name: string,
  table: Files,
  column: string,
): Promise<string[]> {
  const values = new Set<string>()
  for (const file of partsOf(table)) {
    const reader = await connection.runAndReadAll(
      `SELECT DISTINCT kept.${column}::VARCHAR FROM ${quoteName(catalogOf(file))}.main.${quoteName(name)} AS kept
       JOIN ${partsSchema}.hidden AS hidden ON hidden.file = ${quoteText(file)} AND hidden.row = kept.rowid`,
    )
    for (const [value] of reader.getRows()) values.add(String(value))
  }
  return [...values]
}

/** Lists, for the merged parts, the rows of older files that they hide. */
export async function keepHidden(
  connection: DuckDBConnection,
  { added }: Pick<Files, 'added'>,
  merged: readonly string[],
): Promise<void> {
  for (const { file, hides } of added)
    for (const older of Object.keys(hides).filter((one) => merged.includes(file) && !merged.includes(one)))
      await connection.run(
        `INSERT INTO ${partsSchema}.hidden
         FROM ${quoteName(catalogOf(file))}.${partsSchema}.hidden WHERE file = ${quoteText(older)}`,
      )
}

/** How many rows of each file are listed. */
export async function hiddenRows(connection: DuckDBConnection): Promise<AddedPart['hides']> {
  const reader = await connection.runAndReadAll(
    `SELECT file, count(*)::DOUBLE FROM ${partsSchema}.hidden GROUP BY 1 ORDER BY 1`,
  )
  return Object.fromEntries(reader.getRows().map(([file, rows]) => [String(file), Number(rows)]))
}

/** Writes of which files the new file's tables consist. */
export async function noteParts(
  connection: DuckDBConnection,
  tables: readonly PublishedTable[],
): Promise<void> {
  await connection.run(
    `CREATE TABLE ${partsSchema}.noted ("table" VARCHAR, place INTEGER, file VARCHAR, rows BIGINT, hides VARCHAR)`,
  )
  for (const table of tables)
    for (const [at, file] of partsOf(table).entries()) {
      const { rows = 0, hides = {} } = table.added?.[at - 1] ?? {}
      const values = [quoteText(table.name), at, quoteText(file), rows, quoteText(JSON.stringify(hides))]
      await connection.run(`INSERT INTO ${partsSchema}.noted VALUES (${values.join(', ')})`)
    }
}

export interface NotedPart {
  table: string
  file: string
  rows: number
  hides: AddedPart['hides']
}

/** What `noteParts` wrote, oldest part first; nothing in files that are no parts. */
export async function readNoted(connection: DuckDBConnection): Promise<NotedPart[]> {
  const there = await connection.runAndReadAll(
    `SELECT 1 FROM duckdb_tables() WHERE database_name = current_database()
     AND schema_name = '${partsSchema}' AND table_name = 'noted'`,
  )
  if (there.currentRowCount === 0) return []
  // Reads each block of the list, too.
  await connection.run(`SELECT bit_xor(hash(h)) FROM ${partsSchema}.hidden AS h`)
  const reader = await connection.runAndReadAll(
    `SELECT "table", file, rows::DOUBLE, hides FROM ${partsSchema}.noted ORDER BY "table", place`,
  )
  return reader.getRows().map(([table, file, rows, hides]) => ({
    table: String(table),
    file: String(file),
    rows: Number(rows),
    hides: JSON.parse(String(hides)) as AddedPart['hides'],
  }))
}
