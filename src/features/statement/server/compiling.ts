// A report's definition → a statement, in the caller's games and the installation's calendar.
import { compileReport } from '../../../semantic/compile.ts'
import type {
  CompileContext,
  CompiledReport,
  GameScope,
  Model,
  ReportInfo,
} from '../../../semantic/model/types.ts'
import type { Deps } from '../../../server/deps.ts'
import { AppError } from '../../../shared/errors.ts'
import { duplicateKeys, readModel } from '../../config/server/index.ts'

export interface Prepared extends CompiledReport {
  model: Model
}

export const contextFor = ({ settings, warehouse }: Deps, games: GameScope): CompileContext => ({
  games,
  now: new Date(),
  zone: settings.zone,
  cutoffHour: settings.cutoffHour,
  dialect: warehouse.dialect,
})

/** Throws AppError report_invalid or formula_invalid; also where a joined key is not unique. */
export async function prepareReport(deps: Deps, info: ReportInfo, games: GameScope): Promise<Prepared> {
  const model = await readModel(deps)
  const compiled = compileReport(info, model, contextFor(deps, games))
  await assertKeysUnique(deps, model, compiled.tables)
  return { ...compiled, model }
}

/** A look-up with a key twice would count the facts that it joins twice. */
export async function assertKeysUnique(
  { warehouse }: Pick<Deps, 'warehouse'>,
  { dimensionTables }: Model,
  tables: readonly string[],
): Promise<void> {
  const joined = dimensionTables.filter((table) => tables.includes(table.table_truename))
  for (const table of joined) {
    const keys = await duplicateKeys(warehouse, table)
    if (keys.length === 0) continue
    throw new AppError(
      'report_invalid',
      `维度表「${table.name}」的主键 ${table.key_column} 有重复值（${keys.join('、')}），关联会使数据翻倍，请先修正该表`,
      { table: table.table_truename, column: table.key_column, keys },
    )
  }
}

/** When the oldest of the tables was last published; null when none is known. */
export function updateTimeOf({ tables }: Model, names: readonly string[]): string | null {
  const times = tables.filter((table) => names.includes(table.name)).map((table) => table.updatedAt)
  return times.length > 0 ? times.reduce((oldest, time) => (time < oldest ? time : oldest)) : null
}

/** Throws as prepareReport does; every game counts, as a definition is for all who may read it. */
export const checkInfo = (deps: Deps, info: ReportInfo): Promise<Prepared> => prepareReport(deps, info, 'all')
