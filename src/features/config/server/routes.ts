// The calls of the report engine's definitions.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../server/deps.ts'
import { registerCall } from '../../../server/http/registerCall.ts'
import {
  anaSettingOption,
  cleanPointTableCache,
  getAdbTableNameByTableType,
  getAnaDimOrPointType,
  getAnaDimTable,
  getAnaPointTable,
  replaceReportPoint,
} from '../contract.ts'
import { cleanTableCache } from './cleanCache.ts'
import { registerGraphql } from './graphql/route.ts'
import { settingOptions } from './options.ts'
import { replacePoint } from './replacing/replace.ts'
import { readCategories, readDimensionTables, readPointTables } from './repo.ts'
import { fittingTables, pickTables } from './service.ts'

export function registerConfig(app: FastifyInstance, deps: Deps): void {
  const { db } = deps.metadata
  const { warehouse } = deps
  registerCall(app, anaSettingOption, () => settingOptions())
  registerCall(app, getAdbTableNameByTableType, ({ params }) =>
    fittingTables(warehouse.tables(), params.tableType),
  )
  registerCall(app, getAnaDimTable, async ({ body }) =>
    pickTables(await readDimensionTables(db), body.tableIds),
  )
  registerCall(app, getAnaPointTable, async ({ body }) =>
    pickTables(await readPointTables(db), body.tableIds),
  )
  registerCall(app, getAnaDimOrPointType, () => readCategories(db))
  registerCall(app, cleanPointTableCache, ({ params }, { user }) => cleanTableCache(deps, user.id, params.id))
  registerCall(app, replaceReportPoint, ({ body }, { user }) => replacePoint(deps, user.id, body))
  registerGraphql(app, deps)
}
