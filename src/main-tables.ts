// Composition root: the metadata store's tables, the platform's own and those of all slices.
import * as slices from './features/server.ts'
import type { Table } from './server/metadata/table.ts'
import { platformTables } from './server/metadata/tables.ts'

export const tables: readonly Table[] = [
  ...platformTables,
  ...Object.values(slices).flatMap((slice) => slice.tables ?? []),
]
