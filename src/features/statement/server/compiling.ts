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
import { readModel } from '../../config/server/index.ts'

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

/** Throws AppError report_invalid or formula_invalid. */
export async function prepareReport(deps: Deps, info: ReportInfo, games: GameScope): Promise<Prepared> {
  const model = await readModel(deps)
  const compiled = compileReport(info, model, contextFor(deps, games))
  return { ...compiled, model }
}

/** When the oldest of the tables was last published; null when none is known. */
export function updateTimeOf({ tables }: Model, names: readonly string[]): string | null {
  const times = tables.filter((table) => names.includes(table.name)).map((table) => table.updatedAt)
  return times.length > 0 ? times.reduce((oldest, time) => (time < oldest ? time : oldest)) : null
}

/** Throws as prepareReport does; every game counts, as a definition is for all who may read it. */
export const checkInfo = (deps: Deps, info: ReportInfo): Promise<Prepared> => prepareReport(deps, info, 'all')
