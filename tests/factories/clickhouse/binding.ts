// The part of the engine's Node binding that we use. One data folder per process; each connection is a session. The
// engine takes some hundred megabytes, so several tests share its process.
import { createRequire } from 'node:module'

export type Connection = object & { readonly connection: unique symbol }
export type Stream = object & { readonly stream: unique symbol }

export interface Binding {
  CreateConnection(folder: string): Connection
  CloseConnection(connection: Connection): void
  /** Throws the engine's message. */
  QueryWithConnection(connection: Connection, sql: string, format: string): string
  QueryAsyncConnection(connection: Connection, sql: string, format: string): Promise<{ bytes: Buffer }>
  StreamQuery(connection: Connection, sql: string, format: string): Stream
  /** One block at a time, each a complete document of its format. */
  StreamFetch(stream: Stream): Promise<{ bytes: Buffer; done: boolean }>
  StreamCancel(stream: Stream): void
}

export function loadBinding(path: string): Binding {
  return createRequire(import.meta.url)(path) as Binding
}
