// The metadata store's tables as Kysely sees them: those that are declared and no others. Times are ISO texts in
// UTC, truths are 0 and 1, structures are JSON texts, so that SQLite and PostgreSQL hold the same.
import type { RowsOf } from './table.ts'
import type { platformTables } from './tables.ts'

/** A slice adds its own where it declares them: `declare module '…/schema.ts' { interface Database … }`. */
export interface Database extends RowsOf<typeof platformTables> {}
