// Where loads go: the embedded warehouse, or a ClickHouse for which an account is named that may write.
import type { Settings } from '../settings.ts'
import type { ClickHouseWriter } from './clickhouse/writing/writer.ts'
import type { AddDone, AddOrder } from './import/adding.ts'
import type { ImportDone, ImportOrder, Read } from './import/publishing.ts'
import { type PublishedTable, readManifest, warehouseFolder } from './snapshot/manifest.ts'
import type { Warehouse } from './types.ts'

/** Why nothing can be loaded; null where it can. */
export const loadRefusal = ({
  warehouse,
  warehouseWriter,
}: Pick<Settings, 'warehouse' | 'warehouseWriter'>): string | null =>
  warehouse === 'embedded' || warehouseWriter !== null
    ? null
    : '数据仓库是 ClickHouse，没有设置可以写入的账号，不能在这里载入数据：请管理员设置 WAREHOUSE_WRITER，' +
      '或用 ClickHouse 自己的工具写入，再在报表配置里建立指标'

/** Also of an account whose rights were taken away since the start. */
export const presentRefusal = async (
  settings: Pick<Settings, 'warehouse' | 'warehouseWriter'>,
  { writer }: Pick<Warehouse, 'writer'>,
): Promise<string | null> => loadRefusal(settings) ?? (await writer?.refusal()) ?? null

/** Whether the product may write tables of its own. */
export const writesOwn = ({ dialect, writer }: Pick<Warehouse, 'dialect' | 'writer'>): boolean =>
  dialect === 'duckdb' || writer !== undefined

interface Place {
  settings: Pick<Settings, 'dataDir'>
  warehouse: Warehouse
}

/** The tables as loads find them, with what was loaded; on ClickHouse for the named table alone. */
export async function loadedTables(
  { settings, warehouse: { writer, dialect } }: Place,
  loadsOf?: string,
): Promise<PublishedTable[]> {
  if (writer) return writer.tables(loadsOf)
  return dialect === 'duckdb' ? (await readManifest(warehouseFolder(settings.dataDir))).tables : []
}

/** Makes or replaces a table, with its report. */
export const loadTable = async <Loaded extends Read>(
  order: ImportOrder<Loaded>,
  writer: ClickHouseWriter | undefined,
): Promise<ImportDone<Loaded>> =>
  writer
    ? (await import('./clickhouse/writing/publishing.ts')).publishThere(order, writer)
    : (await import('./import/publishing.ts')).publishImport(order)

/** Adds rows to a table. */
export const loadRows = async <Loaded>(
  order: AddOrder<Loaded>,
  writer: ClickHouseWriter | undefined,
): Promise<AddDone<Loaded>> =>
  writer
    ? (await import('./clickhouse/writing/adding.ts')).addThere(order, writer)
    : (await import('./import/adding.ts')).publishAddition(order)
