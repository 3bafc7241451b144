// What a user's SQL may see: published tables, limited to the user's rows, and the user's temp tables.
import { compileTableSight } from '#semantic/compile.ts'
import { marksOf } from '#semantic/model/personal.ts'
import { type RowScope, seesPersonal } from '#semantic/model/rowScope.ts'
import { segmentOfTable } from '#semantic/model/segments.ts'
import type { DimensionTable, Model, PhysicalTable } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { holdsMasks } from '#server/objects/rowScopes.ts'
import { personalKey } from '#server/personalKey.ts'
import { seenBy } from '#server/scopes/condition.ts'
import type { SandboxScope, SandboxTable } from '#server/warehouse/sandbox/types.ts'
import type { Warehouse } from '#server/warehouse/types.ts'
import { readModel } from '#features/config/server/index.ts'
import { dictionaryTables } from '#features/dictionary/server/index.ts'
import { temporaryTable } from '../tables.ts'
import { fileHere } from '../temporary/files.ts'

export interface VisibleTable {
  table: PhysicalTable
  /** Column with the game's code; null for tables that belong to no game. */
  gameColumn: string | null
  /** Conditions of row rules on dimensions, in the sandbox's format. */
  rules: SandboxTable['rules']
}

export interface Sight {
  scope: SandboxScope
  /** Changes with any of the temp tables, and with the dictionaries in the statement. */
  temporaryVersion: string
}

/** For one statement: includes only the dictionaries that it names. */
export async function sightOf(deps: Deps, user: SessionUser, sql: string): Promise<Sight> {
  const [tables, temporary, dictionaries] = await Promise.all([
    tablesInScope(deps, user),
    readTemporary(deps, user),
    dictionaryTables(deps.metadata.db, sql, user.games),
  ])
  const versions = temporary.map(({ id, name, file, created_at }) => [id, name, file, created_at])
  return {
    scope: {
      ...tables,
      temporary: temporary.map(({ name, path, fingerprint }) => ({ name, file: path, fingerprint })),
      dictionaries: dictionaries.tables,
    },
    temporaryVersion: JSON.stringify(versions) + dictionaries.version,
  }
}

type SeenTables = Pick<SandboxScope, 'tables' | 'refused' | 'personalKey'>

export async function tablesInScope(deps: Deps, scope: RowScope): Promise<SeenTables> {
  const model = await readModel(deps)
  const seen = seenTables(deps, model, scope)
  if (deps.warehouse.dialect !== 'clickhouse') return seen
  const { widerScope } = await import('./roles.ts')
  const wider = await widerScope(deps, scope)
  if (wider === null) return seen
  const sights = new Map(seenTables(deps, model, wider).tables.map((table) => [table.name, table]))
  const tables = seen.tables.map((table) => {
    const role = sights.get(table.name)
    return role ? { ...table, role: { games: role.games, rules: role.rules } } : table
  })
  return { ...seen, tables }
}

/** As an account with just this scope sees them. */
export function seenTables(deps: Deps, model: Model, scope: RowScope): SeenTables {
  const { games } = scope
  const { visible, refused } = tablesSeen(model, scope, deps.warehouse.dialect)
  const marks = seesPersonal(scope) ? [] : model.personal
  const tables = visible.map(({ table: { name }, gameColumn, rules }) => {
    const masks = [...marksOf(name, marks)].map(([column, kind]) => ({ column, kind }))
    return {
      name,
      games: gameColumn === null || games === 'all' ? null : { column: gameColumn, values: [...games] },
      rules,
      ...(masks.length > 0 && { masks }),
    }
  })
  const isMasked = tables.some(({ masks }) => masks !== undefined)
  return { tables, refused, ...(isMasked && { personalKey: personalKey(deps.settings.dataDir) }) }
}

async function readTemporary(deps: Deps, user: SessionUser) {
  const { db } = deps.metadata
  const rows = await db
    .selectFrom('temporary_table')
    .select(['id', 'name', 'file', 'fingerprint', 'created_at', 'games'])
    .where(seenBy(db, temporaryTable, user))
    .where('expires_at', '>', new Date().toISOString())
    .orderBy('name')
    .execute()
  const seen = rows.filter(({ games }) => holdsMasks(user, games))
  const here = await Promise.all(
    seen.map(async (row) => ({ ...row, path: await fileHere(deps, user.id, row.file) })),
  )
  return here.flatMap(({ path, ...row }) => (path === null ? [] : [{ ...row, path }]))
}

export const visibleTables = (
  model: Model,
  scope: RowScope,
  dialect: Warehouse['dialect'] = 'duckdb',
): VisibleTable[] => tablesSeen(model, scope, dialect).visible

/**
 * Users with all games see all tables; others only tables known to belong to their games, or to none. Users
 * with row rules see only tables whose rows the rules can decide; the others are listed with the reason.
 */
function tablesSeen(
  model: Model,
  scope: RowScope,
  dialect: Warehouse['dialect'],
): { visible: VisibleTable[]; refused: NonNullable<SandboxScope['refused']> } {
  const declared = declarationsOf(model)
  const segments = new Set(model.segments?.map(({ id }) => id))
  const visible: VisibleTable[] = []
  const refused: NonNullable<SandboxScope['refused']> = []
  for (const table of model.tables) {
    // Members of a deleted segment are visible to nobody.
    const segment = segmentOfTable(table)
    if (segment !== null && !segments.has(segment)) continue
    const found = gameColumnOf(table, declared)
    if (found === undefined && scope.games !== 'all') continue
    const sight =
      scope.rules.length === 0 ? { conditions: [] } : compileTableSight(table, model, scope, dialect)
    if ('refusal' in sight) refused.push({ name: table.name, reason: sight.refusal })
    else visible.push({ table, gameColumn: found ?? null, rules: sight.conditions })
  }
  return { visible, refused }
}

type Declarations = Map<string, { gameColumn: string | null; isReachedByJoin: boolean }>

/**
 * By physical name in lower case. Where a table is declared twice, the declaration with a game column wins.
 */
function declarationsOf({ pointTables, dimensionTables }: Model): Declarations {
  const leadingToGames = leadingOf(dimensionTables)
  const declared: Declarations = new Map()
  for (const { table_truename, game_column, joins = [] } of [...dimensionTables, ...pointTables]) {
    const isReachedByJoin = joins.some(({ dimTableId }) => leadingToGames.has(dimTableId))
    add(declared, table_truename, game_column, isReachedByJoin)
  }
  return declared
}

/** Dimension tables whose rows belong to games: by a column of their own, or through their joins. */
function leadingOf(tables: readonly DimensionTable[]): Set<number> {
  const found = new Set(tables.filter((table) => table.game_column !== null).map(({ id }) => id))
  for (let size = -1; size < found.size; ) {
    size = found.size
    for (const { id, joins = [] } of tables)
      if (joins.some(({ dimTableId }) => found.has(dimTableId))) found.add(id)
  }
  return found
}

function add(
  declared: Declarations,
  name: string,
  gameColumn: string | null,
  isReachedByJoin: boolean,
): void {
  const key = name.toLowerCase()
  const earlier = declared.get(key)
  declared.set(key, {
    gameColumn: gameColumn ?? earlier?.gameColumn ?? null,
    isReachedByJoin: isReachedByJoin || (earlier?.isReachedByJoin ?? false),
  })
}

/** Undefined where nothing tells the rows' games: then only users with all games see them. */
function gameColumnOf(table: PhysicalTable, declared: Declarations): string | null | undefined {
  const named = (wanted: string) =>
    table.columns.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())?.name
  const declaration = declared.get(table.name.toLowerCase())
  // The table has lost its declared column, so its rows can't be told apart.
  if (declaration?.gameColumn) return named(declaration.gameColumn)
  const usual = named('cgi')
  if (usual) return usual
  // Its rows belong to games only through another table, which the filter can't express.
  return declaration && !declaration.isReachedByJoin ? null : undefined
}
