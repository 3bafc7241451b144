// Which server keeps a user's work, and how the others reach it. Empty where the metadata store serves one server.
import { defineTable, type RowsOf, text, whole } from '../metadata/table.ts'

const made = '0103-places'

/** A running server that other servers can reach. */
const serverPlace = defineTable({
  name: 'server_place',
  made,
  key: 'home',
  columns: {
    /** Of its data folder. */
    home: text(),
    /** Its address for other servers, such as http://10.0.0.2:3000. */
    address: text(),
    /** With which the ids of its runs of SQL begin. */
    run_tag: text(),
  },
  backup: { leftOut: 'running' },
})

/** The server that keeps a user's uploads, runs of SQL, and the results of both. */
const userPlace = defineTable({
  name: 'user_place',
  made,
  key: 'user_id',
  columns: { user_id: whole(), home: text() },
  backup: { leftOut: 'running' },
})

export const placeTables = [serverPlace, userPlace]

declare module '../metadata/schema.ts' {
  interface Database extends RowsOf<typeof placeTables> {}
}
