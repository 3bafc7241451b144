// The row scope and the calendar with which questions are compiled into statements. Definitions are checked
// with all rows visible.
import { allRows, type RowScope } from '#semantic/model/rowScope.ts'
import type { CompileContext } from '#semantic/model/types.ts'
import type { Deps } from './deps.ts'
import { personalKey } from './personalKey.ts'

export const contextFor = (
  { settings, warehouse }: Deps,
  { games, rules, personal }: RowScope = allRows,
): CompileContext => ({
  games,
  rules,
  personal,
  personalKey: personalKey(settings.dataDir),
  now: new Date(),
  zone: settings.zone,
  cutoffHour: settings.cutoffHour,
  dialect: warehouse.dialect,
})
