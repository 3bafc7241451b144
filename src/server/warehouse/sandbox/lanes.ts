// Two lanes for queries. In the wide one each has a turn until it ends. Who has to wait there is meanwhile tried on the
// fast one: what ends within seconds never waits for somebody's long ones, the own ones neither; what does not is
// ended, and waits on at the place in line that it kept. A try whose turn comes goes on with it.
import type { OnPlace, Turns } from '#server/limits/turns.ts'

export interface LaneLimits {
  queue: Turns
  /** Null: nothing is tried. */
  fast: Turns | null
  /** Statements of which nobody knows how long they take; fewer than `fast`, so that small questions find room. */
  tries: Turns
  /** How long a try may work; what its process takes to begin is not counted. */
  tryMs: number
}

export interface LaneRequest {
  key: string | number
  /** Expected to be short: before those that are only tried. */
  quick?: boolean
  onPlace?: OnPlace | undefined
}

export interface LaneTurn {
  /** Aborts when the work is to end. */
  signal: AbortSignal
  /** Settles once nothing but its end can end the work. Its output is held until then. */
  kept: Promise<void>
  isTry: boolean
  /** Called when the work itself begins. */
  begin: () => void
  /** Of a try: it is none of the short ones. */
  outlast: () => void
  /** When what takes from the machine is gone. */
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

  /** Works once, or a second time after a try that was ended. */
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
      // Before the try has begun: then it is needless. While it works: it goes on, and the next may be tried.
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

/** Of work that is not tried. */
export const ownTurn = (signal: AbortSignal, leave: () => void): LaneTurn => ({
  signal,
  kept: Promise.resolve(),
  isTry: false,
  begin: () => {},
  outlast: () => {},
  leave,
})

/** A place in the line of the wide lane, kept while the same query is tried on the fast one. */
class InLine {
  /** Gives what gives the turn back. */
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

  /** The try's process is gone, and with it what the turn was for; after a try that was ended it is for the next. */
  tryIsGone(): void {
    if (!this.#isTried) return
    this.#isOver = true
    this.#release?.()
  }

  stopWaiting(): void {
    this.#stop.abort(outlasted)
  }
}
