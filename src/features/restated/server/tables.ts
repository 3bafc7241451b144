// Days whose figures changed after they were whole, by the load that changed them.
import { big, counted, defineTable, type RowsOf, text, whole } from '#server/metadata/table.ts'
import type { RestatedHow } from '#shared/imports/restated.ts'

const made = '0076-restatements'

/** One row for each load that changed whole days. */
const restatement = defineTable({
  name: 'restatement',
  made,
  key: 'id',
  columns: {
    id: counted(),
    table_name: text(),
    /** The file with the rows that count from then on: it tells whether a pending one was published. */
    content: text(),
    state: text<'pending' | 'done'>(),
    how: text<RestatedHow>(),
    /** What was loaded, by its name for users; empty where a former version was taken back. */
    source: text(),
    /** The source's run; null for others. */
    source_id: whole().nullable(),
    run_id: text().nullable(),
    by_user: whole().nullable(),
    at: text(),
    first_day: text(),
    last_day: text(),
    days: whole(),
    rows_before: big(),
    rows_after: big(),
    /** 1: figures were compared; 0: rows alone. */
    figures: whole(),
    /** Whether the table tells games apart, and whether each game's figures are kept. */
    by_game: text<'none' | 'kept' | 'left'>(),
    /** 1: those to whom the former figures were told have been told. */
    told: whole(),
  },
  indexes: [{ columns: ['table_name', 'at'] }, { columns: ['at'] }, { columns: ['told'] }],
  backup: 'rows',
})

const restatedFigure = defineTable({
  name: 'restated_figure',
  made,
  key: 'id',
  columns: {
    id: counted(),
    restatement_id: whole().refersTo('restatement', 'cascade'),
    day: text(),
    /** Null: the number of rows. */
    point_id: whole().nullable(),
    /** Null: all games. */
    cgi: text().nullable(),
    /** Exact decimals; null where there was nothing. */
    before: text().nullable(),
    after: text().nullable(),
  },
  indexes: [{ columns: ['restatement_id'] }, { columns: ['day', 'point_id'] }],
  backup: 'rows',
})

export const restatedTables = [restatement, restatedFigure]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof restatedTables> {}
}
