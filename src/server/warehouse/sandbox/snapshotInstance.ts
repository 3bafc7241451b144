// The engine of a sandbox process: first it attaches the files; with an order it shows the user's tables and
// locks everything else.
import { existsSync } from 'node:fs'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { keyMark } from '#semantic/model/personal.ts'
import { maskText } from '#semantic/sql/masks.ts'
import { attach, attachPublished } from '../snapshot/attach.ts'
import { quoteName, quoteText } from '../snapshot/describe.ts'
import { catalogOf, partsOf } from '../snapshot/manifest.ts'
import { relationOf } from '../snapshot/parts.ts'
import type { ProcessConfiguration } from './messages.ts'
import type { SandboxDictionary, SandboxScope, SandboxTable } from './types.ts'

/** Schema of a user's own tables. */
export const temporarySchema = 'tmp'
/** Schema of dictionaries. */
export const dictionarySchema = 'dict'

/** An instance with the published files attached, not locked yet. */
export async function openSnapshot(
  configuration: Pick<ProcessConfiguration, 'folder' | 'tables' | 'fingerprints' | 'engine' | 'zone'>,
): Promise<DuckDBConnection> {
  const { engine, zone } = configuration
  const instance = await DuckDBInstance.create(':memory:', engine)
  const connection = await instance.connect()
  await connection.run(`SET TimeZone = ${quoteText(zone)}`)
  await attachPublished(connection, configuration)
  return connection
}

/** Makes exactly the scope's tables visible under their plain names; returns those that exist. */
export async function showScope(
  connection: DuckDBConnection,
  { tables }: Pick<ProcessConfiguration, 'tables'>,
  scope: SandboxScope,
): Promise<SandboxScope> {
  const opened = await catalogsOf(connection)
  const files = new Map(tables)
  const known = scope.tables.filter(({ name }) => files.has(name))
  const isOpen = ({ name }: SandboxTable) => {
    const parts = files.get(name)
    return parts !== undefined && partsOf(parts).every((file) => opened.has(catalogOf(file)))
  }
  const published = known.filter(isOpen)
  const refused = known.filter((table) => !isOpen(table)).map(({ name }) => ({ name, reason: damagedData }))
  const placeOf = (name: string) => relationOf(name, files.get(name) ?? { file: '', added: [] })
  for (const table of published) {
    const rows = await rowsInScope(connection, placeOf(table.name), table, placeOf)
    const shown = await withMasks(connection, rows, table, scope.personalKey)
    await connection.run(`CREATE VIEW ${quoteName(table.name)} AS ${shown}`)
  }
  await connection.run(`CREATE SCHEMA ${temporarySchema}`)
  const temporary: SandboxScope['temporary'] = []
  for (const table of scope.temporary) {
    const shown = await showTemporary(connection, table)
    if (shown === 'shown') temporary.push(table)
    else if (shown === 'damaged')
      refused.push({ name: `${temporarySchema}.${table.name}`, reason: damagedTemporary })
  }
  await connection.run(`CREATE SCHEMA ${dictionarySchema}`)
  const { dictionaries = [] } = scope
  for (const dictionary of dictionaries) await showDictionary(connection, dictionary)
  const { personalKey } = scope
  return {
    refused: [...(scope.refused ?? []), ...refused],
    tables: published,
    temporary,
    dictionaries,
    ...(personalKey !== undefined && { personalKey }),
  }
}

const damagedData = '的数据文件已损坏，读不出来；请联系管理员用备份恢复，或重新导入'
const damagedTemporary = '的文件已损坏，读不出来；请删除这张临时表，再重新创建'

/** Catalogs of the opened files. */
async function catalogsOf(connection: DuckDBConnection): Promise<Set<string>> {
  const reader = await connection.runAndReadAll('SELECT database_name FROM duckdb_databases()')
  return new Set(reader.getRows().map(([name]) => String(name)))
}

export async function showDictionary(
  connection: DuckDBConnection,
  { name, columns, pages }: SandboxDictionary,
): Promise<void> {
  const seen = new Set<string>()
  const named = columns.map((column, at) => {
    const free = column === '' || seen.has(column.toLowerCase()) ? `${column || 'column'}_${at + 1}` : column
    seen.add(free.toLowerCase())
    return `${quoteName(free)} VARCHAR`
  })
  await connection.run(`CREATE TABLE ${dictionarySchema}.${quoteName(name)} (${named.join(', ')})`)
  const appender = await connection.createAppender(name, dictionarySchema)
  for (const page of pages)
    for (const row of JSON.parse(page) as string[][]) {
      for (let at = 0; at < columns.length; at++) appender.appendVarchar(row[at] ?? '')
      appender.endRow()
    }
  appender.closeSync()
}

/** A table that has just expired answers like a missing one. */
async function showTemporary(
  connection: DuckDBConnection,
  { name, file, fingerprint }: SandboxScope['temporary'][number],
): Promise<'shown' | 'missing' | 'damaged'> {
  const catalog = `tmp ${name}`
  if (!existsSync(file)) return 'missing'
  if (!(await attach(connection, file, fingerprint, catalog))) return 'damaged'
  const view = `${temporarySchema}.${quoteName(name)}`
  await connection.run(`CREATE VIEW ${view} AS FROM ${quoteName(catalog)}.main.${quoteName(name)}`)
  return 'shown'
}

/** Whether plans and statistics would tell of what the reader doesn't see. */
export const isLimited = ({ games, rules, masks }: SandboxTable): boolean =>
  games !== null || rules.length > 0 || masks !== undefined

/** The columns with personal data as masks: whatever the user's text does, it does with these. */
async function withMasks(
  connection: DuckDBConnection,
  rows: string,
  { masks = [] }: SandboxTable,
  personalKey: string | undefined,
): Promise<string> {
  if (masks.length === 0) return rows
  if (personalKey === undefined) throw new Error('masks without a key')
  const reader = await connection.runAndReadAll(`SELECT column_name FROM (DESCRIBE ${rows})`)
  const key = quoteText(`${keyMark}${personalKey}`)
  const masked = reader.getRows().flatMap(([column]) => {
    const name = String(column)
    const mask = masks.find((one) => one.column === name.toLowerCase())
    return mask ? [`${maskText(quoteName(name), mask.kind, key)} AS ${quoteName(name)}`] : []
  })
  return masked.length === 0 ? rows : `SELECT * REPLACE (${masked.join(', ')}) FROM (${rows})`
}

/** More rows than can exist: the engine moves no user condition below a LIMIT. */
const all = '4000000000000000000'
/** Types stored with one value per row. Texts may share a dictionary with other rows' texts. */
const plainTypes =
  /^(?:BOOLEAN|U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?|FLOAT|DOUBLE|DECIMAL\(.*\)|DATE|TIME.*|UUID|INTERVAL)$/

/**
 * Only the rows in scope. An error on a row reveals the row, so no user expression may see other rows: the
 * engine would merge the user's conditions with ours and run them in any order, and would run functions over
 * a text column's whole dictionary. LIMIT prevents the first; a value built from two columns prevents the
 * second.
 */
async function rowsInScope(
  connection: DuckDBConnection,
  source: string,
  { games, rules }: SandboxTable,
  placeOf: (name: string) => string,
): Promise<string> {
  if (games === null && rules.length === 0) return `FROM ${source}`
  if (games?.values.length === 0) return `FROM ${source} WHERE false`
  const values = games?.values.map(quoteText).join(', ')
  const conditions = [
    ...(games ? [`f.${quoteName(games.column)}::VARCHAR IN (${values})`] : []),
    ...rules.map((pieces) => pieces.map((piece, at) => (at % 2 === 0 ? piece : placeOf(piece))).join('')),
  ]
  const rows = `SELECT f.* FROM ${source} AS f WHERE ${conditions.join(' AND ')} LIMIT ${all}`
  const reader = await connection.runAndReadAll(
    `SELECT column_name, column_type FROM (DESCRIBE FROM ${source})`,
  )
  const shared = reader.getRows().filter(([, type]) => !plainTypes.test(String(type)))
  if (shared.length === 0) return rows
  const freed = shared.map(([column]) => {
    const name = quoteName(String(column))
    return `list_extract([${name}, ${name}], 1) AS ${name}`
  })
  return `SELECT * REPLACE (${freed.join(', ')}) FROM (${rows})`
}

/**
 * A plan reveals what the optimizer knows of whole tables: impossible conditions, minimum values, which table
 * is larger. Users who see only some rows get plans made without that knowledge.
 */
export async function hideStatistics(connection: DuckDBConnection, scope: SandboxScope): Promise<void> {
  if (!scope.tables.some(isLimited)) return
  await connection.run(
    "SET disabled_optimizers = 'statistics_propagation,compressed_materialization,join_order,build_side_probe_side'",
  )
}

/** After this no file can be opened, and nothing can be undone. Attached files stay readable. */
export async function shutOff(connection: DuckDBConnection): Promise<void> {
  // Errors then give their position separately from their text.
  await connection.run('SET errors_as_json = true')
  await connection.run('SET enable_external_access = false')
  await connection.run("SET disabled_filesystems = 'LocalFileSystem'")
  await connection.run('SET lock_configuration = true')
}
