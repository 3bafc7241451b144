// Opens the embedded warehouse.
import { type EmbeddedOptions, EmbeddedWarehouse } from './duckdb/embedded.ts'

export async function openWarehouse(options: EmbeddedOptions): Promise<EmbeddedWarehouse> {
  const warehouse = new EmbeddedWarehouse(options)
  await warehouse.open()
  return warehouse
}
