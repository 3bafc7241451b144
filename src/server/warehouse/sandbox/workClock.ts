// Measures running time: waits for a slow reader do not count, up to an absolute limit that includes them.
const longest = 3_600_000

export class WorkClock {
  readonly #limit: number
  readonly #onOver: () => void
  readonly #end: NodeJS.Timeout
  #timer: NodeJS.Timeout | undefined
  #used = 0
  #stopped = false
  #since = performance.now()

  constructor(limitMs: number, onOver: () => void) {
    this.#limit = limitMs
    this.#onOver = onOver
    this.#end = setTimeout(onOver, longest)
    this.#arm()
  }

  get elapsedMs(): number {
    return this.#used + (this.#timer ? performance.now() - this.#since : 0)
  }

  pause(): void {
    this.#used = this.elapsedMs
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  resume(): void {
    if (this.#timer || this.#stopped) return
    this.#since = performance.now()
    this.#arm()
  }

  stop(): void {
    this.#stopped = true
    this.pause()
    clearTimeout(this.#end)
  }

  #arm(): void {
    this.#timer = setTimeout(this.#onOver, Math.max(0, this.#limit - this.#used))
  }
}
