// Scenarios that users saved.
import { defineTable, type RowOf, type RowsOf, text } from '#server/metadata/table.ts'
import { objectColumns } from '#server/objects/tables.ts'
import { owner } from '#server/scopes/seen.ts'

export const forecastScenario = defineTable({
  name: 'forecast_scenario',
  made: '0027-forecast-scenarios',
  key: 'id',
  columns: {
    ...objectColumns,
    name: text(),
    /** JSON array of ScenarioEffect. */
    effects: text(),
  },
  seen: owner('owner_id'),
  backup: 'rows',
})

export type ScenarioRow = RowOf<typeof forecastScenario>

export const predictionTables = [forecastScenario]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof predictionTables> {}
}
