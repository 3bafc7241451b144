// The protocol between the server and a reader process, over one duplex pipe: frames of [length of the rest:
// u32][kind: u8][payload]. Chunks are sent as raw column texts, everything else as JSON.
import type { SqlParameter } from '#semantic/model/types.ts'
import type { ColumnChunk, WarehouseColumn } from '../types.ts'

/** A statement to run. */
export interface Asked {
  sql: string
  params: SqlParameter[]
  limit: number | null
  /** The statement has a LIMIT near `limit`. */
  limited: boolean
  /** Relations of kept sums that it reads, with their files in the sums' folder. */
  sums: { name: string; file: string; fingerprint?: string | undefined }[]
}

/** Messages to the reader. */
export type Request = ({ kind: 'run'; id: number } & Asked) | { kind: 'interrupt'; id: number }

/** Messages from the reader. `started` is sent before the engine touches the statement. */
export type Reply =
  /** `damaged`: tables that the reader can't read. */
  | { kind: 'ready'; damaged: string[] }
  | { kind: 'started'; id: number }
  | { kind: 'columns'; id: number; columns: WarehouseColumn[] }
  | { kind: 'chunk'; id: number; chunk: ColumnChunk }
  | { kind: 'end'; id: number; rowCount: number; truncated: boolean }
  | { kind: 'error'; id: number; message: string; fatal: boolean }

const jsonFrame = 1
const chunkFrame = 2
const bytesFrame = 3
const headerSize = 5

export function encodeMessage(message: object): Buffer {
  return frame(jsonFrame, [Buffer.from(JSON.stringify(message))])
}

/** Encodes raw bytes; they are decoded as `{ kind: 'bytes', bytes }`. */
export function encodeBytes(bytes: Buffer): Buffer {
  return frame(bytesFrame, [bytes])
}

/** Columns are JSON array texts, or their bytes. */
export function encodeChunk(
  id: number,
  chunk: { rowCount: number; columns: readonly (string | Buffer)[] },
): Buffer {
  const parts: Buffer[] = [numbers(id, chunk.rowCount, chunk.columns.length)]
  for (const column of chunk.columns) {
    const bytes = typeof column === 'string' ? Buffer.from(column) : column
    parts.push(numbers(bytes.length), bytes)
  }
  return frame(chunkFrame, parts)
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 4)
  values.forEach((value, index) => {
    bytes.writeUInt32LE(value, index * 4)
  })
  return bytes
}

function frame(kind: number, parts: Buffer[]): Buffer {
  const header = Buffer.allocUnsafe(headerSize)
  const size = parts.reduce((sum, part) => sum + part.length, 1)
  header.writeUInt32LE(size, 0)
  header.writeUInt8(kind, 4)
  return Buffer.concat([header, ...parts])
}

/** Splits a byte stream into messages. */
export class FrameReader<Message> {
  #parts: Buffer[] = []
  #size = 0

  /** Adds bytes; returns the messages that are now complete. */
  push(bytes: Buffer): Message[] {
    this.#parts.push(bytes)
    this.#size += bytes.length
    const messages: Message[] = []
    for (;;) {
      const length = this.#nextLength()
      if (length === null || this.#size < length) return messages
      messages.push(decode(this.#take(length)) as Message)
    }
  }

  #nextLength(): number | null {
    if (this.#size < headerSize) return null
    if ((this.#parts[0]?.length ?? 0) < headerSize) this.#parts = [Buffer.concat(this.#parts)]
    return 4 + (this.#parts[0] as Buffer).readUInt32LE(0)
  }

  #take(length: number): Buffer {
    const all = this.#parts.length === 1 ? (this.#parts[0] as Buffer) : Buffer.concat(this.#parts)
    const rest = all.subarray(length)
    this.#parts = rest.length > 0 ? [rest] : []
    this.#size = rest.length
    return all.subarray(0, length)
  }
}

function decode(bytes: Buffer): unknown {
  const payload = bytes.subarray(headerSize)
  const kind = bytes.readUInt8(4)
  if (kind === bytesFrame) return { kind: 'bytes', bytes: payload }
  return kind === chunkFrame ? decodeChunk(payload) : JSON.parse(payload.toString())
}

function decodeChunk(payload: Buffer): Reply {
  const id = payload.readUInt32LE(0)
  const rowCount = payload.readUInt32LE(4)
  const count = payload.readUInt32LE(8)
  const columns: string[] = []
  let at = 12
  for (let index = 0; index < count; index += 1) {
    const length = payload.readUInt32LE(at)
    columns.push(payload.toString('utf8', at + 4, at + 4 + length))
    at += 4 + length
  }
  return { kind: 'chunk', id, chunk: { rowCount, columns } }
}
