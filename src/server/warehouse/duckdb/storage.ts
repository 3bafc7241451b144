// How the engine lays cells out in its memory: what the readers of a column agree on. They are two, as they make
// different things of a cell: reports texts that are joined (`cells.ts`), users' SQL bytes, of texts that may be too
// long to be read whole (`sandbox/output/cells.ts`). On a report's columns the writer of bytes takes half as long again.
import { type DuckDBDataChunk, type DuckDBDecimalType, DuckDBTypeId } from '@duckdb/node-api'
import duckdb from '@duckdb/node-bindings'

/** One bit a cell; null where every cell has a value. */
export type Validity = Uint8Array | null

export function validityOf(vector: duckdb.Vector, count: number): Validity {
  return duckdb.vector_get_validity(vector, Math.ceil(count / 64) * 8)
}

export function isNull(validity: Validity, index: number): boolean {
  return validity !== null && ((validity[index >> 3] as number) & (1 << (index & 7))) === 0
}

/** The cells of a type that takes `width` bytes each. */
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

/** Bytes that a decimal takes: a whole number of its last digit's units. */
export function decimalBytes({ width }: DuckDBDecimalType): 2 | 4 | 8 | 16 {
  if (width <= 4) return 2
  if (width <= 9) return 4
  return width <= 18 ? 8 : 16
}

/** Parts of a second that a type of times counts since 1970. */
export const partsOfSecond = {
  [DuckDBTypeId.TIMESTAMP]: 1_000_000,
  [DuckDBTypeId.TIMESTAMP_TZ]: 1_000_000,
  [DuckDBTypeId.TIMESTAMP_S]: 1,
  [DuckDBTypeId.TIMESTAMP_MS]: 1_000,
  [DuckDBTypeId.TIMESTAMP_NS]: 1_000_000_000,
} as const

/** Infinite ones; with a minus those before all others. */
export const infiniteDay = 2_147_483_647
export const infiniteTime = 9_223_372_036_854_775_807n

/** Beyond it a whole number, beyond its negative too, stands in JSON as a text. */
export const safe = BigInt(Number.MAX_SAFE_INTEGER)
/** As `safe`, of the units of decimals: with fifteen digits every one is a double of its own. */
export const fifteenDigits = 10n ** 15n

/** Whether 64 bits with a sign are beyond `safe`. */
export function isLarge64(data: DataView, at: number): boolean {
  const high = data.getInt32(at + 4, true)
  if (high >= -0x20_0000 && high < 0x20_0000) return high === -0x20_0000 && data.getUint32(at, true) === 0
  return true
}

/** 64 bits that are not: a double is exact then, and much faster than a big integer. */
export function small64(data: DataView, at: number): number {
  return data.getInt32(at + 4, true) * 0x1_0000_0000 + data.getUint32(at, true)
}

export function integer128(data: DataView, at: number): bigint {
  return (data.getBigInt64(at + 8, true) << 64n) | data.getBigUint64(at, true)
}
