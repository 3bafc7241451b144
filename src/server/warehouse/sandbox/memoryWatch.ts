// Checks the memory of running processes 20 times a second, because limits of the engine and the system have
// gaps.
import { readFile } from 'node:fs/promises'

const lookTime = 50
const pageBytes = 4096

export class MemoryWatch {
  readonly #limit: number
  readonly #watched = new Map<number, () => void>()
  #timer: NodeJS.Timeout | undefined

  constructor(limitBytes: number) {
    this.#limit = limitBytes
  }

  /** Calls `onExceeded` once when the process exceeds the limit; returns a function that stops watching. */
  watch(pid: number, onExceeded: () => void): () => void {
    this.#watched.set(pid, onExceeded)
    this.#timer ??= setInterval(() => void this.#look(), lookTime).unref()
    return () => this.#forget(pid)
  }

  #forget(pid: number): void {
    this.#watched.delete(pid)
    if (this.#watched.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async #look(): Promise<void> {
    for (const [pid, onExceeded] of this.#watched) {
      if ((await residentBytes(pid)) <= this.#limit || this.#watched.get(pid) !== onExceeded) continue
      this.#forget(pid)
      onExceeded()
    }
  }
}

async function residentBytes(pid: number): Promise<number> {
  // A process that has just ended has no such file any more.
  const text = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '')
  return Number(text.split(' ')[1] ?? 0) * pageBytes
}
