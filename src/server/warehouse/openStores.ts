// Opens the warehouse that the settings name, and the sandbox over it.
import { StartProblem } from '../process/refusal.ts'
import type { Settings } from '../settings.ts'
import { readAddress, readAddresses } from './clickhouse/address.ts'
import type { ClickHouseOptions } from './clickhouse/warehouse.ts'
import type { PoolLog } from './duckdb/pool.ts'
import { openWarehouse } from './open.ts'
import { deniedSandbox } from './sandbox/denied.ts'
import { openSandbox } from './sandbox/open.ts'
import type { Sandbox } from './sandbox/types.ts'
import type { Warehouse } from './types.ts'

export interface WarehouseStores {
  warehouse: Warehouse
  sandbox: Sandbox
}

type Needed = Pick<
  Settings,
  'warehouse' | 'warehouseWriter' | 'warehouseSql' | 'dataDir' | 'zone' | 'installation'
>

export async function openWarehouseStores(settings: Needed, log: PoolLog): Promise<WarehouseStores> {
  const { dataDir, zone, installation } = settings
  const address = readAddresses(settings.warehouse)
  if (address) {
    const writer = settings.warehouseWriter === null ? null : readAddress(settings.warehouseWriter)
    const warehouse = await openClickHouse({ address, writer, zone, log })
    return { warehouse, sandbox: await openUsersSql(settings, warehouse, log) }
  }
  const warehouse = await openWarehouse({ dataDir, log, sums: installation.reportSums })
  return { warehouse, sandbox: await openSandbox({ dataDir, zone, warehouse, log }) }
}

async function openUsersSql(
  { warehouseSql, zone }: Needed,
  warehouse: Warehouse,
  log: PoolLog,
): Promise<Sandbox> {
  const address = warehouseSql === null ? null : readAddresses(warehouseSql)
  if (!address) return deniedSandbox
  const { openClickHouseSandbox } = await import('./sandbox/clickhouse/open.ts')
  return openClickHouseSandbox({ address, warehouse, zone, log })
}

async function openClickHouse(options: ClickHouseOptions): Promise<Warehouse> {
  const { ClickHouseWarehouse } = await import('./clickhouse/warehouse.ts')
  const warehouse = new ClickHouseWarehouse(options)
  await warehouse.open()
  return warehouse
}

/** For commands that work on the embedded warehouse's files. */
export function requireEmbedded({ warehouse }: Pick<Settings, 'warehouse'>, message: string): void {
  if (warehouse !== 'embedded') throw new StartProblem(message)
}
