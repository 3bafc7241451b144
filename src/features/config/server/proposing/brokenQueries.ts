// Saved queries that run on a table as it is, and would not on what replaces it: bound both ways in the sandbox, and
// never run.
import { breathe } from '#server/limits/breath.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { knownQueries } from '#server/queryRights.ts'
import { living } from '#server/scopes/life.ts'
import type { TableChange } from '#server/warehouse/import/proposal.ts'
import type { BrokenThing } from '#server/warehouse/import/replacement.ts'
import { bindStatements } from '#server/warehouse/sandbox/binding/bindStatements.ts'
import { type ParameterType, type ParameterValue, parameterNames } from '#shared/sql/parameters.ts'
import { statementsOf } from '#shared/sql/statements.ts'
import { namesAny, wordsOf } from './sqlNames.ts'

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
  const naming: typeof saved = []
  for (const query of saved) {
    await breathe()
    if (namesAny(query.sql, [change.before.name])) naming.push(query)
  }
  // Without the table nothing that names it can be run.
  const isGone = change.after.columns.length === 0
  const compared = naming.slice(0, mostQueries)
  const verdicts = isGone ? new Map<string, Verdict>() : await compare(compared, change, mostMs)
  const queries = new Set<string>()
  const found: BrokenQueries['found'] = []
  let unchecked = 0
  for (const query of naming) {
    const verdict = verdicts.get(query.id)
    if (verdict === 'same') continue
    // What could not be compared is judged by the names in it.
    if (verdict === undefined && !isGone && !namesAny(query.sql, lost)) {
      unchecked += 1
      continue
    }
    queries.add(query.id)
    const isSeen = isKnown(query)
    found.push({ kind: 'query', name: query.name, isSeen, ...(verdict && { reason: verdict.reason }) })
  }
  return { queries, found, unchecked }
}

/** `same`: it runs as before, or did not before. Absent: not compared. */
type Verdict = 'same' | { reason: string }

async function compare(
  queries: readonly SavedRow[],
  { before, after, tables }: TableChange,
  mostMs: number,
): Promise<ReadonlyMap<string, Verdict>> {
  const ends = performance.now() + mostMs
  const statements = queries.flatMap(statementsIn)
  const words = new Set(statements.flatMap(({ sql }) => [...wordsOf(sql)]))
  const named = tables.filter(({ name }) => words.has(name.toLowerCase()))
  const now = named.map((table) => (table.name === before.name ? after : table))
  const asked = (list: readonly Statement[]) => list.map(({ sql, params }) => ({ sql, params }))
  const left = () => ends - performance.now()
  const later = await bindStatements({ tables: now, statements: asked(statements) }, left())
  const failing = statements.filter((_, at) => typeof later[at] === 'string')
  const sooner = await bindStatements({ tables: named, statements: asked(failing) }, left())
  const verdicts = new Map<string, Verdict>()
  const doubtful = new Set<string>()
  for (const [at, statement] of statements.entries()) {
    const { id } = statement.query
    const problem = later[at]
    if (problem === null) continue
    const former = problem === undefined ? undefined : sooner[failing.indexOf(statement)]
    if (problem !== undefined && former === null)
      verdicts.set(id, { reason: problem.slice(0, longestReason) })
    // Temporary tables and dictionaries are not there.
    else if (former === undefined || /\b(tmp|dict)\./i.test(statement.sql)) doubtful.add(id)
  }
  for (const { id } of queries) if (!verdicts.has(id) && !doubtful.has(id)) verdicts.set(id, 'same')
  return verdicts
}

function statementsIn(query: SavedRow): Statement[] {
  const known = new Map(
    (JSON.parse(query.params) as { name: string; type: ParameterType; default: ParameterValue }[]).map(
      ({ name, type, default: value }) => [name, { type, value }],
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
