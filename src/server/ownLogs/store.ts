// One of the server's own logs on disk: lines are gathered and written a few times a second, beside all other work; a
// file is followed by another one by size and day, and old ones go. What finds no room is dropped and counted: a log
// stops nobody.
import { closeSync, openSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAll, writeAllSync } from '../files/whole.ts'

interface Keeping {
  /** 0 for ever. */
  days: number
  megabytes: number
}

const megabyte = 1_048_576
const fileBytes = 16 * megabyte
const waitingBytes = 4 * megabyte
const flushMs = 300
const flushBytes = 65_536
const dayMs = 86_400_000

export class OwnLog {
  readonly folder: string
  readonly #keeping: Keeping
  #parts: string[] = []
  #waiting = 0
  #dropped = 0
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  #file: { path: string; day: string; size: number } | null = null

  constructor(folder: string, keeping: Keeping) {
    this.folder = folder
    this.#keeping = keeping
  }

  /** A line without its end. */
  write(line: string): void {
    if (this.#waiting > waitingBytes) {
      this.#dropped += 1
      return
    }
    this.#parts.push(line)
    this.#waiting += line.length + 1
    if (this.#waiting > flushBytes) void this.flush()
    else this.#timer ??= setTimeout(() => void this.flush(), flushMs).unref()
  }

  /** Resolves when all that was written before can be read. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#parts.length > 0) this.#writing = this.#writing.then(() => this.#flush())
    return this.#writing
  }

  /** At the process's end: what waits is written at once. */
  end(): void {
    clearTimeout(this.#timer)
    const text = this.#take()
    if (text === '' || !this.#file) return
    try {
      const fd = openSync(this.#file.path, 'a', 0o600)
      writeAllSync(fd, Buffer.from(text))
      closeSync(fd)
    } catch {
      // Nobody is left to be told.
    }
  }

  #take(): string {
    if (this.#parts.length === 0) return ''
    const text = `${this.#parts.join('\n')}\n`
    this.#parts = []
    this.#waiting = 0
    return text
  }

  async #flush(): Promise<void> {
    const lost = this.#dropped
    const lines = this.#parts.length
    const text = this.#take()
    if (text === '') return
    let file: FileHandle | undefined
    try {
      const told =
        lost > 0
          ? `${JSON.stringify({ time: new Date().toISOString(), msg: 'lines were dropped', lost })}\n`
          : ''
      const current = await this.#current()
      file = await open(current.path, 'a', 0o600)
      const bytes = Buffer.from(told + text)
      await writeAll(file, bytes)
      current.size += bytes.length
      this.#dropped -= lost
    } catch {
      this.#dropped += lines
      this.#file = null
    } finally {
      await file?.close().catch(() => undefined)
    }
  }

  async #current(): Promise<{ path: string; day: string; size: number }> {
    const day = new Date().toISOString().slice(0, 10)
    if (this.#file && this.#file.day === day && this.#file.size < fileBytes) return this.#file
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
    const found = this.#file ? null : await this.#newest(day)
    this.#file = found ?? {
      path: join(this.folder, `${new Date().toISOString().replaceAll(':', '-')}.jsonl`),
      day,
      size: 0,
    }
    await this.#giveUpOld()
    return this.#file
  }

  /** The file that an earlier process of today wrote; a line that its end cut off is ended. */
  async #newest(day: string): Promise<{ path: string; day: string; size: number } | null> {
    const name = (await this.names()).at(-1)
    if (!name?.startsWith(day)) return null
    const path = join(this.folder, name)
    const { size } = await stat(path)
    if (size >= fileBytes) return null
    const file = await open(path, 'r+')
    try {
      const last = Buffer.alloc(1)
      if (size > 0) await file.read(last, 0, 1, size - 1)
      if (size > 0 && last[0] !== 10) await writeAll(file, Buffer.from('\n'), size)
    } finally {
      await file.close()
    }
    return { path, day, size }
  }

  /** Oldest first. */
  async names(): Promise<string[]> {
    const names = await readdir(this.folder).catch(() => [])
    return names.filter((name) => name.endsWith('.jsonl')).sort()
  }

  async #giveUpOld(): Promise<void> {
    const { days, megabytes } = this.#keeping
    const names = await this.names()
    let room = megabytes * megabyte - fileBytes
    for (const name of names.reverse()) {
      const path = join(this.folder, name)
      const { size, mtimeMs } = await stat(path)
      room -= size
      const isOld = days > 0 && mtimeMs < Date.now() - days * dayMs
      if ((room < 0 || isOld) && path !== this.#file?.path) await rm(path, { force: true })
    }
  }
}
