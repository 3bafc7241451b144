// Rows added by others than saves (an import, the demo, the white list, an older store) become objects when
// the next of their kind is saved: they get times, and unclaimed names.
import { sql } from 'kysely'
import { anyTable, chunks } from '#server/objects/reading.ts'
import { nameKey } from '#server/objects/texts.ts'
import type { Db, ObjectKind, ObjectRow } from '#server/objects/types.ts'
import { livingIn } from '#server/scopes/life.ts'

const rowsAtOnce = 1_000

/** Of rows with the same name the oldest claims it; the others keep theirs until their next save. */
export async function adoptRows<Row extends ObjectRow>(db: Db, kind: ObjectKind<Row>): Promise<void> {
  const made = kind.table === 'category' ? sql.lit(new Date().toISOString()) : sql.ref('create_time')
  const moments = { created_at: made, modified_at: made }
  await anyTable(db).updateTable(kind.table).set(moments).where('modified_at', '=', '').execute()
  const unclaimed = await anyTable(db)
    .selectFrom(kind.table)
    .selectAll()
    .where(livingIn(kind.table))
    .where(
      sql<boolean>`not exists (select 1 from object_name where kind = ${kind.name}
        and object_id = cast(${sql.ref(`${kind.table}.id`)} as text))`,
    )
    .orderBy('id')
    .execute()
  const rows = (unclaimed as unknown as Row[]).flatMap((row) =>
    (kind.names?.(row) ?? []).map(({ scope, name }) => ({
      kind: kind.name,
      scope,
      name_key: nameKey(name),
      object_id: String(row.id),
    })),
  )
  for (const part of chunks(rows, rowsAtOnce)) {
    await db
      .insertInto('object_name')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
