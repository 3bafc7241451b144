// Saved queries and custom reports that run on a table as it is, and would not on what replaces it: bound both ways in
// the sandbox, with the dictionaries and their owners' temp tables, and never run.
import { breathe } from '#server/limits/breath.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { knownQueries } from '#server/queryRights.ts'
import { seenBy } from '#server/scopes/condition.ts'
import { scopedTable } from '#server/scopes/known.ts'
import { living } from '#server/scopes/life.ts'
import type { TableChange } from '#server/warehouse/import/proposal.ts'
import type { BrokenThing } from '#server/warehouse/import/replacement.ts'
import { bindStatements } from '#server/warehouse/sandbox/binding/bindStatements.ts'
import { type ParameterType, type ParameterValue, parameterNames } from '#shared/sql/parameters.ts'
import { statementsOf } from '#shared/sql/statements.ts'
import { readHeads } from '#features/dictionary/server/index.ts'
import { namesAny, wordsOf } from './sqlNames.ts'

/** Of each kind. */
const mostQueries = 200
/** How long whoever replaces a table waits for the comparison, in milliseconds. */
export const usualMostMs = 20_000
const longestReason = 120

interface BrokenQueries {
  queries: ReadonlySet<string>
  found: (BrokenThing & { isSeen: boolean })[]
  /** How many name the table and were not compared. */
  unchecked: number
}

interface SavedRow {
  id: string
  name: string
  sql: string
  params: string
  owner_id: number
}

interface Statement {
  query: SavedRow
  sql: string
  params: Record<string, { type?: ParameterType; value: ParameterValue }>
}

/** `lost`: columns that go; `mostMs`: what is not compared by then is judged by the names in it. */
export async function brokenQueries(
  db: Db,
  caller: Caller | null,
  { change, lost, mostMs }: { change: TableChange; lost: readonly string[]; mostMs: number },
): Promise<BrokenQueries> {
  const isKnown = caller ? await knownQueries(db, caller) : () => true
  const saved = await db
    .selectFrom('saved_query')
    .select(['id', 'name', 'folder', 'sql', 'params', 'share', 'audience', 'owner_id', 'folder_id'])
    .where(living('saved_query'))
    .orderBy('modified_at', 'desc')
    .orderBy('id')
    .execute()
  const custom = await customReports(db, caller)
  const queries = await naming(saved, change)
  const reports = await naming(custom, change)
  const compared = [...queries.slice(0, mostQueries), ...reports.slice(0, mostQueries)]
  // Without the table nothing that names it can be run.
  const isGone = change.after.columns.length === 0
  const verdicts = isGone ? new Map<SavedRow, Verdict>() : await compare(db, compared, { change, mostMs })
  const judge = (row: SavedRow) => {
    const verdict = verdicts.get(row)
    // What could not be compared is judged by the names in it.
    return verdict ?? (isGone || namesAny(row.sql, lost) ? 'named' : 'unchecked')
  }
  const told = <Row extends SavedRow>(
    kind: BrokenThing['kind'],
    rows: readonly Row[],
    sees: (row: Row) => boolean,
  ) =>
    rows.flatMap((row) => {
      const verdict = judge(row)
      if (verdict === 'same' || verdict === 'unchecked') return []
      const reason = verdict === 'named' ? {} : { reason: verdict.reason }
      return [{ kind, name: row.name, isSeen: sees(row), ...reason }]
    })
  const broken = queries.filter((row) => !['same', 'unchecked'].includes(judge(row) as string))
  return {
    queries: new Set(broken.map(({ id }) => id)),
    found: [...told('query', queries, isKnown), ...told('custom', reports, ({ isSeen }) => isSeen)],
    unchecked: [...queries, ...reports].filter((row) => judge(row) === 'unchecked').length,
  }
}

async function customReports(db: Db, caller: Caller | null) {
  const table = scopedTable(db, 'custom_report')
  const seen = await db
    .selectFrom('custom_report')
    .select('id')
    .$if(caller !== null, (query) => query.where(seenBy(db, table, caller as Caller)))
    .execute()
  const known = new Set(seen.map(({ id }) => id))
  const rows = await db
    .selectFrom('custom_report')
    .select(['id', 'name', 'sql', 'params', 'owner_id'])
    .where(living('custom_report'))
    .orderBy('modified_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, isSeen: known.has(row.id) }))
}

async function naming<Row extends SavedRow>(rows: readonly Row[], { before }: TableChange): Promise<Row[]> {
  const found: Row[] = []
  for (const row of rows) {
    await breathe()
    if (namesAny(row.sql, [before.name])) found.push(row)
  }
  return found
}

/** `same`: it runs as before, or did not before. Absent: not compared. */
type Verdict = 'same' | { reason: string }

async function compare(
  db: Db,
  queries: readonly SavedRow[],
  { change: { before, after, tables }, mostMs }: { change: TableChange; mostMs: number },
): Promise<ReadonlyMap<SavedRow, Verdict>> {
  const ends = performance.now() + mostMs
  const statements = queries.flatMap(statementsIn)
  const words = new Set(statements.flatMap(({ sql }) => [...wordsOf(sql)]))
  const named = tables.filter(({ name }) => words.has(name.toLowerCase()))
  const now = named.map((table) => (table.name === before.name ? after : table))
  const own = await ownTables(db, statements)
  const asked = (list: readonly Statement[]) =>
    list.map(({ sql, params, query }) => ({ sql, params, owner: query.owner_id }))
  const left = () => ends - performance.now()
  const later = await bindStatements({ ...own, tables: now, statements: asked(statements) }, left())
  const failing = statements.filter((_, at) => typeof later[at] === 'string')
  const sooner = await bindStatements({ ...own, tables: named, statements: asked(failing) }, left())
  const verdicts = new Map<SavedRow, Verdict>()
  const doubtful = new Set<SavedRow>()
  for (const [at, { query, sql }] of statements.entries()) {
    const problem = later[at]
    if (problem === null) continue
    const former = problem === undefined ? undefined : sooner[failing.indexOf(statements[at] as Statement)]
    if (problem !== undefined && former === null)
      verdicts.set(query, { reason: problem.slice(0, longestReason) })
    // Temp tables expire: what names one that is gone is made again on the day.
    else if (former === undefined || /\btmp\./i.test(sql)) doubtful.add(query)
  }
  for (const query of queries) if (!verdicts.has(query) && !doubtful.has(query)) verdicts.set(query, 'same')
  return verdicts
}

/** The dictionaries that the statements may name, and the temp tables of their owners. */
async function ownTables(db: Db, statements: readonly Statement[]) {
  const naming = (schema: RegExp) => statements.filter(({ sql }) => schema.test(sql))
  const owners = [...new Set(naming(/\btmp\b/i).map(({ query }) => query.owner_id))]
  const temporary = owners.length === 0 ? [] : await temporaryOf(db, owners)
  if (naming(/\bdict\b/i).length === 0) return { temporary }
  const heads = await readHeads(db)
  return {
    temporary,
    dictionaries: heads.map(({ formName: name, attributes: columns }) => ({ name, columns })),
  }
}

async function temporaryOf(db: Db, owners: readonly number[]) {
  const rows = await db
    .selectFrom('temporary_table')
    .select(['owner_id', 'name', 'columns'])
    .where('owner_id', 'in', owners)
    .where('expires_at', '>', new Date().toISOString())
    .execute()
  const tables = rows.map(({ owner_id: owner, name, columns }) => ({
    owner,
    name,
    columns: JSON.parse(columns),
  }))
  return owners.map((owner) => ({ owner, tables: tables.filter((table) => table.owner === owner) }))
}

function statementsIn(query: SavedRow): Statement[] {
  const known = new Map(
    (JSON.parse(query.params) as { name: string; type: ParameterType; default?: ParameterValue }[]).map(
      ({ name, type, default: value = null }) => [name, { type, value }],
    ),
  )
  return statementsOf(query.sql).map(({ start, end }) => {
    const sql = query.sql.slice(start, end)
    const params = Object.fromEntries(
      parameterNames(sql).map((name) => [name, known.get(name) ?? { value: null }]),
    )
    return { query, sql, params }
  })
}
