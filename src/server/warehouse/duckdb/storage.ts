// The memory layout of the engine's vectors, shared by two column readers. They differ in their output:
// reports need texts to be joined (`cells.ts`); users' SQL needs bytes, of texts that may be too long to read
// whole (`sandbox/output/cells.ts`). For a report's columns the byte writer takes half as long again.
import { type DuckDBDataChunk, type DuckDBDecimalType, DuckDBTypeId } from '@duckdb/node-api'
import duckdb from '@duckdb/node-bindings'

/** One bit per cell; null where every cell has a value. */
export type Validity = Uint8Array | null

export function validityOf(vector: duckdb.Vector, count: number): Validity {
  return duckdb.vector_get_validity(vector, Math.ceil(count / 64) * 8)
}

export function isNull(validity: Validity, index: number): boolean {
  return validity !== null && ((validity[index >> 3] as number) & (1 << (index & 7))) === 0
}

/** The cells of a type with `width` bytes each. */
export function fixedCells(
  chunk: DuckDBDataChunk,
  column: number,
  count: number,
  width: number,
): { data: DataView; validity: Validity } {
  const vector = duckdb.data_chunk_get_vector(chunk.chunk, column)
  const bytes = duckdb.vector_get_data(vector, count * width)
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { data, validity: validityOf(vector, count) }
}

/** Bytes of a decimal, stored as an integer in units of its last digit. */
export function decimalBytes({ width }: DuckDBDecimalType): 2 | 4 | 8 | 16 {
  if (width <= 4) return 2
  if (width <= 9) return 4
  return width <= 18 ? 8 : 16
}

/** Units per second of each time type, counted since 1970. */
export const partsOfSecond = {
  [DuckDBTypeId.TIMESTAMP]: 1_000_000,
  [DuckDBTypeId.TIMESTAMP_TZ]: 1_000_000,
  [DuckDBTypeId.TIMESTAMP_S]: 1,
  [DuckDBTypeId.TIMESTAMP_MS]: 1_000,
  [DuckDBTypeId.TIMESTAMP_NS]: 1_000_000_000,
} as const

/** The values for infinity; negated for -infinity. */
export const infiniteDay = 2_147_483_647
export const infiniteTime = 9_223_372_036_854_775_807n

/** Integers beyond this, or below its negative, are JSON strings. */
export const safe = BigInt(Number.MAX_SAFE_INTEGER)
/** Like `safe`, for the units of decimals: every decimal of up to fifteen digits has its own double. */
export const fifteenDigits = 10n ** 15n

/** Whether a signed 64-bit integer is beyond `safe`. */
export function isLarge64(data: DataView, at: number): boolean {
  const high = data.getInt32(at + 4, true)
  if (high >= -0x20_0000 && high < 0x20_0000) return high === -0x20_0000 && data.getUint32(at, true) === 0
  return true
}

/** A 64-bit integer within `safe`: a double is exact, and much faster than a BigInt. */
export function small64(data: DataView, at: number): number {
  return data.getInt32(at + 4, true) * 0x1_0000_0000 + data.getUint32(at, true)
}

export function integer128(data: DataView, at: number): bigint {
  return (data.getBigInt64(at + 8, true) << 64n) | data.getBigUint64(at, true)
}
