// Composition root: the metadata store's tables, the platform's and all slices'.
import * as slices from './features/server.ts'
import { jobTables } from './server/jobs/tables.ts'
import type { Table } from './server/metadata/table.ts'
import { platformTables } from './server/metadata/tables.ts'
import { objectTables } from './server/objects/tables.ts'
import { placeTables } from './server/places/tables.ts'

export const tables: readonly Table[] = [
  ...platformTables,
  ...jobTables,
  ...objectTables,
  ...placeTables,
  ...Object.values(slices).flatMap((slice) => slice.tables ?? []),
]
