// A definition is checked for all who may read it: in all rows.
import { allRows } from '../../../semantic/model/rowScope.ts'
import type { CompileContext } from '../../../semantic/model/types.ts'
import type { Deps } from '../../../server/deps.ts'

export const contextOf = ({ settings, warehouse }: Deps): CompileContext => ({
  ...allRows,
  now: new Date(),
  zone: settings.zone,
  cutoffHour: settings.cutoffHour,
  dialect: warehouse.dialect,
})
