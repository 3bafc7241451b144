// Removes a value's rows for good from the tables of a ClickHouse, by the account that writes. Each table is counted
// before and after. Hidden tables with such a row go: they are former versions, or what a killed load left.
import type { PhysicalTable } from '#semantic/model/types.ts'
import { clickhouse } from '#semantic/sql/clickhouse.ts'
import { foldedId, foldedThere } from '#server/warehouse/identity.ts'
import { AppError } from '#shared/errors.ts'
import { formersTable, loadsTable, named, text } from './columns.ts'
import type { ClickHouseWriter } from './writer.ts'

interface Erasing {
  /** The value, as text, whose rows go. */
  value: string
  /** The table's columns that may hold it. */
  columnsOf(table: PhysicalTable): readonly string[]
  signal: AbortSignal
  /** After each table, with what was removed. */
  onErased(erased: ErasedThere): Promise<void>
}

export interface ErasedThere {
  /** Rows that readers saw until then, by table. */
  tables: Map<string, number>
  /** Tables of former versions that are gone, each as often as versions went. */
  formers: string[]
  /** Tables that may hold such rows and that nothing can be removed from here. */
  unreached: string[]
}

interface Found {
  name: string
  /** As readers know it. */
  of: string
  engine: string
  columns: PhysicalTable['columns']
}

/** What removes rows. Views and the like have none of their own. */
const removes = /^(?:Replicated|Shared)?MergeTree$/
const withoutRows = /^(?:MaterializedView|View|Dictionary|Null)$/

export async function eraseThere(writer: ClickHouseWriter, order: Erasing): Promise<void> {
  for (const found of await tablesThere(writer)) {
    order.signal.throwIfAborted()
    const holds = holding(found, order)
    if (holds === null || withoutRows.test(found.engine)) continue
    const erased: ErasedThere = { tables: new Map(), formers: [], unreached: [] }
    if (!removes.test(found.engine)) erased.unreached.push(found.of)
    else if (found.name !== found.of) await dropFormer(writer, found, holds, erased)
    else await eraseTable(writer, found, holds, erased)
    await order.onErased(erased)
  }
  await writer.present()
}

async function tablesThere(writer: ClickHouseWriter): Promise<Found[]> {
  const formers = new Map(
    await writer.rows<[string, string]>(`SELECT DISTINCT id, of FROM ${named(formersTable)}`).catch(() => []),
  )
  const tables = await writer.rows<[string, string]>(
    `SELECT name, engine FROM system.tables WHERE database = currentDatabase() AND NOT is_temporary
     AND name NOT IN (${text(formersTable)}, ${text(loadsTable)}) ORDER BY name`,
  )
  const columns = await writer.rows<[string, string, string]>(
    `SELECT table, name, type FROM system.columns WHERE database = currentDatabase() AND default_kind != 'EPHEMERAL'`,
  )
  const byTable = Map.groupBy(columns, ([table]) => table)
  return tables.map(([name, engine]) => ({
    name,
    of: formers.get(name) ?? name,
    engine,
    columns: (byTable.get(name) ?? []).map(([, column, type]) => ({ name: column, type, comment: '' })),
  }))
}

/** True for rows with the value; null where no column may hold it. */
function holding({ of, columns }: Found, { value, columnsOf }: Erasing): string | null {
  const own = columnsOf({ name: of, comment: '', rowCount: 0, columns, updatedAt: '' })
  if (own.length === 0) return null
  const wanted = text(foldedId(value))
  const holds = own.map((column) => {
    const folded = foldedThere(clickhouse.cast(named(column), 'varchar', null), clickhouse.text)
    return `ifNull(${folded} = ${wanted}, false)`
  })
  return `(${holds.join(' OR ')})`
}

const countOf = (writer: ClickHouseWriter, table: string, holds: string): Promise<number> =>
  writer.count(`${named(table)} WHERE ${holds}`)

async function eraseTable(
  writer: ClickHouseWriter,
  { name }: Found,
  holds: string,
  { tables }: ErasedThere,
): Promise<void> {
  const rows = await countOf(writer, name, holds)
  if (rows === 0) return
  await writer.change(`ALTER TABLE ${named(name)} DELETE WHERE ${holds} SETTINGS mutations_sync = 2`)
  const left = await countOf(writer, name, holds)
  if (left > 0) throw new AppError('query_failed', `数据表「${name}」里还有 ${left} 行没有删掉；请再删除一次`)
  tables.set(name, rows)
}

async function dropFormer(
  writer: ClickHouseWriter,
  { name, of }: Found,
  holds: string,
  { formers }: ErasedThere,
): Promise<void> {
  if ((await countOf(writer, name, holds)) === 0) return
  await writer.drop(name)
  formers.push(of)
}
