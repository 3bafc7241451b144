// Looks at the memory of processes at work, 20 times a second: what the limits of the engine and of the system
// let through is noticed here.
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

  /** Calls once when the process has more than the limit; returns how to stop looking. */
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
