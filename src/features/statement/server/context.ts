// In whose sight and by which calendar statements are made.
import type { RowScope } from '../../../semantic/model/rowScope.ts'
import type { CompileContext } from '../../../semantic/model/types.ts'
import type { Deps } from '../../../server/deps.ts'

export const contextFor = ({ settings, warehouse }: Deps, { games, rules }: RowScope): CompileContext => ({
  games,
  rules,
  now: new Date(),
  zone: settings.zone,
  cutoffHour: settings.cutoffHour,
  dialect: warehouse.dialect,
})
