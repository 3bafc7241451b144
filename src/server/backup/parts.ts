// What a dump is made of.

export type Row = Record<string, unknown>

/** First the migrations; then each table's name, followed by its rows. */
export type DumpPart = { migrations: string[] } | { table: string } | { row: Row }
