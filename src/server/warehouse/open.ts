// Opens the warehouse that the settings name. DuckDB embedded for now; a ClickHouse address joins here.
import { type EmbeddedOptions, EmbeddedWarehouse } from './duckdb/embedded.ts'

export async function openWarehouse(options: EmbeddedOptions): Promise<EmbeddedWarehouse> {
  const warehouse = new EmbeddedWarehouse(options)
  await warehouse.open()
  return warehouse
}
