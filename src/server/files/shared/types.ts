// Storage that several servers share: a folder that all of them mount, or a bucket.

/** Keys are paths such as `results/1f3a.rows`: letters, digits, `.`, `_`, `-`, with `/` between. */
export interface SharedFiles {
  /** Copies a local file under the key. Others see it whole or not at all; a former one is replaced. */
  put(key: string, path: string): Promise<void>
  /** The same for what is in memory. */
  putBytes(key: string, bytes: Uint8Array): Promise<void>
  /** Copies to a local path, whole or not at all; false where the key is unknown. */
  fetch(key: string, path: string): Promise<boolean>
  /** Null where the key is unknown. */
  read(key: string): Promise<Buffer | null>
  /** In bytes; null where the key is unknown. */
  sizeOf(key: string): Promise<number | null>
  /** Also where the key is unknown. */
  remove(key: string): Promise<void>
  /** Keys that begin with the prefix, with their sizes in bytes and when they were written (ms since 1970). */
  list(prefix: string): AsyncIterable<{ key: string; bytes: number; at: number }>
}

/** Where it is, as `FILES` says. */
export type FilesPlace =
  | { kind: 'folder'; path: string }
  | {
      kind: 'bucket'
      /** With the bucket, without a slash at its end. */
      endpoint: string
      /** Empty, or with a slash at its end. */
      prefix: string
      region: string
      accessKey: string
      secretKey: string
    }
