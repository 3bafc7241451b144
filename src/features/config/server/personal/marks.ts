// Which columns hold personal data, as the store has it.
import { sql } from 'kysely'
import { marksOf } from '#semantic/model/personal.ts'
import type { Db } from '#server/objects/types.ts'
import type { PersonalColumn, PersonalKind } from '#shared/personal.ts'

/** Of columns that are gone, too: they count again when their table has them again. */
export async function readMarks(db: Db): Promise<PersonalColumn[]> {
  const { rows } = await sql<{ table_name: string; column_name: string; kind: PersonalKind | null }>`
    select table_name, column_name, kind from personal_mark
    where id in (select max(id) from personal_mark group by table_name, column_name)
    order by table_name, column_name`.execute(db)
  return rows.flatMap(({ table_name: table, column_name: column, kind }) =>
    kind === null ? [] : [{ table, column, kind }],
  )
}

/** Names in lower case. */
export async function markedColumns(db: Db, table: string): Promise<ReadonlySet<string>> {
  return new Set(marksOf(table, await readMarks(db)).keys())
}

/** Names of marked columns, in whichever table, in lower case; of those marked in several ways the first. */
export async function personalNames(db: Db): Promise<ReadonlyMap<string, PersonalKind>> {
  const marks = await readMarks(db)
  return new Map(marks.toReversed().map(({ column, kind }) => [column.toLowerCase(), kind]))
}
