// What tables hold as counts and digests, by which a copy is compared with what it was made of.
import { createHash } from 'node:crypto'
import type { Table } from '../metadata/table.ts'
import type { DumpPart, Row } from './parts.ts'

const modulus = 2n ** 256n

/** A table's rows as a digest that does not depend on their order: stores order texts differently. */
export class Content {
  readonly columns: readonly string[]
  rows = 0
  #sum = 0n

  constructor(columns: readonly string[]) {
    this.columns = columns
  }

  add(row: Row): void {
    const text = JSON.stringify(this.columns.map((column) => row[column] ?? null))
    this.rows += 1
    this.#sum = (this.#sum + BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)) % modulus
  }

  equals(other: Content): boolean {
    return this.rows === other.rows && this.#sum === other.#sum
  }

  /** 64 hex digits. */
  get digest(): string {
    return this.#sum.toString(16).padStart(64, '0')
  }
}

/** By table. Compares only the columns that the wanted content has, or those of the first row that still exist. */
export async function contentsOf(
  parts: AsyncIterable<DumpPart>,
  tables: readonly Table[],
  wanted?: ReadonlyMap<string, Content>,
): Promise<Map<string, Content>> {
  const found = new Map<string, Content>()
  let table: Table | undefined
  for await (const part of parts) {
    if ('table' in part) table = tables.find(({ name }) => name === part.table)
    if (!('row' in part) || !table) continue
    const { name, columns } = table
    const compared = wanted?.get(name)?.columns ?? Object.keys(part.row).filter((column) => column in columns)
    const content = found.get(name) ?? new Content(compared)
    content.add(part.row)
    found.set(name, content)
  }
  return found
}
