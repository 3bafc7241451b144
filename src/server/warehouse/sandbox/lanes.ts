// Two lanes for queries. In the wide lane a query keeps its turn until it ends. A query that has to wait is
// meanwhile tried in the fast lane, so that queries of a few seconds never wait for long ones, the user's own
// included. A try that takes too long is aborted, and the query keeps its place in the wide lane's queue.
// When that turn comes during a try, the try continues with it.
import type { OnPlace, Turns } from '#server/limits/turns.ts'

interface LaneLimits {
  queue: Turns
  /** Null: no tries. */
  fast: Turns | null
  /** Turns for queries of unknown duration; fewer than `fast`, so that short queries find room. */
  tries: Turns
  /** How long a try may run, without its process's start-up. */
  tryMs: number
}

interface LaneRequest {
  key: string | number
  /** Expected to be short: goes before queries that are only tried. */
  quick?: boolean
  onPlace?: OnPlace | undefined
}

export interface LaneTurn {
  /** Aborts when the work must end. */
  signal: AbortSignal
  /** Settles when the run can no longer be aborted as a try. Its output is held until then. */
  kept: Promise<void>
  isTry: boolean
  /** Call when the actual work begins. */
  begin: () => void
  /** Marks a try as not short. */
  outlast: () => void
  /** Call when its resources are released. */
  leave: () => void
}

type Work<Result> = (turn: LaneTurn) => Promise<Result>

const outlasted = new Error('outlasted its try')

export class Lanes {
  readonly #limits: LaneLimits

  constructor(limits: LaneLimits) {
    this.#limits = limits
  }

  get running(): number {
    return this.#limits.queue.running + (this.#limits.fast?.running ?? 0)
  }

  get waiting(): number {
    return this.#limits.queue.waiting
  }

  /** Runs the work once, or a second time after an aborted try. */
  async run<Result>(signal: AbortSignal, request: LaneRequest, work: Work<Result>): Promise<Result> {
    const { queue, fast } = this.#limits
    if (!fast || queue.isFree(request.key)) {
      return work(ownTurn(signal, await queue.enter(signal, request)))
    }
    const line = new InLine(queue, signal, request)
    try {
      const tried = await this.#try(fast, { signal, request, line }, work)
      return tried ? tried.result : await work(ownTurn(signal, await line.turn))
    } finally {
      line.stopWaiting()
    }
  }

  /** Null where the turn came first, or the try took too long. */
  async #try<Result>(
    fast: Turns,
    { signal, request, line }: { signal: AbortSignal; request: LaneRequest; line: InLine },
    work: Work<Result>,
  ): Promise<{ result: Result } | null> {
    const ending = new AbortController()
    const end = () => ending.abort(signal.reason)
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    const outlast = () => ending.abort(outlasted)
    const kept = Promise.withResolvers<void>()
    let leaveFast: (() => void) | null = null
    let timer: NodeJS.Timeout | undefined
    let isKept = false
    line.onTurn(() => {
      // The turn came. Before the try has begun it is needless; a running try continues, and the next may be
      // tried.
      if (!leaveFast) outlast()
      else if (!ending.signal.aborted) {
        isKept = true
        clearTimeout(timer)
        leaveFast()
        kept.resolve()
      }
    })
    try {
      leaveFast = await this.#enterFast(fast, ending.signal, request)
      const leaveLane = leaveFast
      line.begin()
      const begin = () => {
        if (!isKept) timer ??= setTimeout(outlast, this.#limits.tryMs)
      }
      const leave = () => {
        leaveLane()
        line.tryIsGone()
      }
      return {
        result: await work({ signal: ending.signal, kept: kept.promise, isTry: true, begin, outlast, leave }),
      }
    } catch (error) {
      signal.throwIfAborted()
      if (ending.signal.reason !== outlasted) throw error
      line.waitOn()
      return null
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
    }
  }

  async #enterFast(fast: Turns, signal: AbortSignal, { key, quick = false }: LaneRequest) {
    if (quick) return fast.enter(signal, { key })
    const leaveTries = await this.#limits.tries.enter(signal, { key })
    try {
      const leaveFast = await fast.enter(signal, { key, patient: true })
      return () => {
        leaveFast()
        leaveTries()
      }
    } catch (error) {
      leaveTries()
      throw error
    }
  }
}

/** For work that is not tried. */
export const ownTurn = (signal: AbortSignal, leave: () => void): LaneTurn => ({
  signal,
  kept: Promise.resolve(),
  isTry: false,
  begin: () => {},
  outlast: () => {},
  leave,
})

/** A place in the wide lane's queue, kept while the same query is tried in the fast lane. */
class InLine {
  /** Resolves with the function that gives the turn back. */
  readonly turn: Promise<() => void>
  readonly #onPlace: OnPlace | undefined
  readonly #stop = new AbortController()
  #told: [place: number, waiting: number] = [0, 0]
  #isTried = false
  #release: (() => void) | null = null
  #isOver = false

  constructor(queue: Turns, signal: AbortSignal, { key, onPlace }: LaneRequest) {
    this.#onPlace = onPlace
    const told: OnPlace = (place, waiting) => {
      this.#told = [place, waiting]
      if (!this.#isTried) onPlace?.(place, waiting)
    }
    this.turn = queue.enter(AbortSignal.any([signal, this.#stop.signal]), { key, onPlace: told })
    this.onTurn((release) => {
      this.#release = release
      if (this.#isOver) release()
    })
  }

  onTurn(comes: (release: () => void) => void): void {
    this.turn.then(comes, () => {})
  }

  begin(): void {
    this.#isTried = true
    this.#onPlace?.(0, this.#told[1])
  }

  waitOn(): void {
    if (!this.#isTried) return
    this.#isTried = false
    this.#onPlace?.(...this.#told)
  }

  /**
   * The try's process is gone: its turn is given back. After an aborted try, the turn is for the second run.
   */
  tryIsGone(): void {
    if (!this.#isTried) return
    this.#isOver = true
    this.#release?.()
  }

  stopWaiting(): void {
    this.#stop.abort(outlasted)
  }
}
