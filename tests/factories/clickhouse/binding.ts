// The engine's binding for Node, as far as it is used here. One data folder a process; each connection is a session of
// its own. It loads some hundred megabytes, so that it belongs into a process that several tests share.
import { createRequire } from 'node:module'

export type Connection = object & { readonly connection: unique symbol }
export type Stream = object & { readonly stream: unique symbol }

export interface Binding {
  CreateConnection(folder: string): Connection
  CloseConnection(connection: Connection): void
  /** Throws what the engine says of a failure. */
  QueryWithConnection(connection: Connection, sql: string, format: string): string
  QueryAsyncConnection(connection: Connection, sql: string, format: string): Promise<{ bytes: Buffer }>
  StreamQuery(connection: Connection, sql: string, format: string): Stream
  /** A block a time, each as a whole document of its format. */
  StreamFetch(stream: Stream): Promise<{ bytes: Buffer; done: boolean }>
  StreamCancel(stream: Stream): void
}

export function loadBinding(path: string): Binding {
  return createRequire(import.meta.url)(path) as Binding
}
