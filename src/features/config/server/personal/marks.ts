// Which columns hold personal data, as the store has it.
import { sql } from 'kysely'
import { marksOf } from '#semantic/model/personal.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import type { Db } from '#server/objects/types.ts'
import { type PersonalColumn, type PersonalKind, personalTitles } from '#shared/personal.ts'

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

export interface Marked {
  table: string
  columns: { name: string; kind: PersonalKind | null }[]
}

/** Returns how many; none are written without any. */
export async function writeMarks(db: Db, userId: number, { table, columns }: Marked): Promise<number> {
  if (columns.length === 0) return 0
  const kinds = marksOf(table, await readMarks(db))
  const at = new Date().toISOString()
  const rows = columns.map(({ name, kind }) => ({ column_name: name.toLowerCase(), kind }))
  await db
    .insertInto('personal_mark')
    .values(rows.map((row) => ({ ...row, table_name: table.toLowerCase(), reason: '', at, by_id: userId })))
    .execute()
  const fields = columns.map(told(kinds)).join('、')
  await writeAudit(db, { userId, action: 'table.personal', detail: { table, fields } })
  return columns.length
}

/** Of a table that is loaded: what is marked already stays as it is. */
export async function markLoaded(db: Db, userId: number, { table, columns }: Marked): Promise<void> {
  const kinds = marksOf(table, await readMarks(db))
  const fresh = columns.filter(({ name }) => !kinds.has(name.toLowerCase()))
  await writeMarks(db, userId, { table, columns: fresh })
}

const told =
  (kinds: ReadonlyMap<string, PersonalKind>) =>
  ({ name, kind }: Marked['columns'][number]): string => {
    const before = kinds.get(name.toLowerCase())
    const title = (one: PersonalKind | null | undefined) => (one ? personalTitles[one] : '不是个人信息')
    return `${name}：${title(before)} → ${title(kind)}`
  }
