// Ways in which a file, or the folder containing it, can be damaged.
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'

export type Damage = (path: string) => void | Promise<void>

const flip: Damage = (path) => {
  const bytes = readFileSync(path)
  // In the middle, where the content is.
  const at = bytes.length >> 1
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0x01, at)
  writeFileSync(path, bytes)
}

/** `edit` changes the file with tools for its format, so that the file stays valid but has different content. */
export const damagesOf = (edit: Damage): [name: string, damage: Damage][] => [
  ['gone', (path) => rmSync(path)],
  ['empty', (path) => truncateSync(path, 0)],
  ['cut', (path) => truncateSync(path, Math.floor(readFileSync(path).length * 0.7))],
  ['one bit flipped', flip],
  ['a valid edit', edit],
]

export const replaceText =
  (before: string | RegExp, after: string): Damage =>
  (path) => {
    const text = readFileSync(path, 'latin1')
    const changed = text.replace(before, after)
    if (changed === text) throw new Error(`${before} is not in ${path}`)
    writeFileSync(path, changed, 'latin1')
  }

export const editDuckDb =
  (sql: string): Damage =>
  async (path) => {
    const { DuckDBInstance } = await import('@duckdb/node-api')
    const instance = await DuckDBInstance.create(path)
    const connection = await instance.connect()
    await connection.run(sql)
    connection.closeSync()
    instance.closeSync()
  }

export const editSqlite =
  (sql: string): Damage =>
  async (path) => {
    const { DatabaseSync } = await import('node:sqlite')
    const database = new DatabaseSync(path)
    database.exec(sql)
    database.close()
  }
