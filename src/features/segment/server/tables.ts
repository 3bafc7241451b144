// Segments, the lists behind some of them, and daily member counts. The members themselves are in the
// warehouse.
import { defineTable, type RowOf, type RowsOf, text, whole } from '#server/metadata/table.ts'
import { objectColumns } from '#server/objects/tables.ts'
import { either, every, owner, someGame, unlimited } from '#server/scopes/seen.ts'
import type { SegmentState } from '../contract.ts'

const made = '0044-segments'

export const segment = defineTable({
  name: 'segment',
  made,
  key: 'id',
  columns: {
    ...objectColumns,
    name: text(),
    /** JSON array of cgi, or `"*"` for all games. */
    games: text(),
    note: text(),
    /** JSON array of the columns that hold the player's id. */
    players: text(),
    keep_days: whole(),
    /** JSON of Source; for a list, its length and its edition. */
    source: text(),
    /** Ids of its dimensions; null only while the segment is being created. */
    now_dim: whole().nullable(),
    day_dim: whole().nullable(),
    state: text<SegmentState>(),
    /** Chinese: why the last computation failed. */
    problem: text().nullable(),
    computed_at: text().nullable(),
    /** How often the segment was computed. */
    computations: whole(),
    /** First day for which members are kept, YYYY-MM-DD; null before the first computation. */
    kept_from: text().nullable(),
    last_day: text().nullable(),
  },
  seen: every(someGame('games'), either(unlimited, owner('owner_id'))),
  backup: 'rows',
})

const segmentList = defineTable({
  name: 'segment_list',
  made,
  key: ['segment_id', 'part'],
  columns: {
    segment_id: whole().refersTo('segment', 'cascade'),
    part: whole(),
    /** Two JSON arrays of equal length: the game and the player of each member. */
    games: text(),
    players: text(),
  },
  backup: 'rows',
})

const segmentDay = defineTable({
  name: 'segment_day',
  made,
  key: ['segment_id', 'day', 'cgi'],
  columns: {
    segment_id: whole().refersTo('segment', 'cascade'),
    day: text(),
    /** Empty for a day without members. */
    cgi: text(),
    members: whole(),
  },
  backup: 'rows',
})

export type SegmentRow = RowOf<typeof segment>

export const segmentTables = [segment, segmentList, segmentDay]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof segmentTables> {}
}
