// The metadata store's tables for Kysely. Times are ISO texts in UTC, booleans are 0 and 1, structures are
// JSON texts, so that SQLite and PostgreSQL hold the same values.
import type { RowsOf } from './table.ts'
import type { platformTables } from './tables.ts'

/**
 * A feature adds its own tables where it declares them: `declare module '…/schema.ts' { interface Database …
 * }`.
 */
export interface Database extends RowsOf<typeof platformTables> {}
