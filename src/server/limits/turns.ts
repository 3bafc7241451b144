// Whose turn it is, where only some pieces of work may run at once. Those who wait stand in lines, one for each user
// or whatever else a key names. The lines take turns, so that one with much to run keeps no other waiting for longer
// than one piece of work; within a line it goes in order.
//
//   runs 1 at a time      lines: a1 a2 a3 | b1 b2 | c1
//                         order: a1 b1 c1 a2 b2 a3
import { AppError } from '#shared/errors.ts'

interface TurnLimits {
  atOnce: number
  /** Limit of one line. Absent: the same as for all lines together. */
  atOnceEach?: number
  /** The most waiters; further ones get `server_busy`. Absent: no limit. */
  waiting?: number
  /** The most waiters of one line. */
  waitingEach?: number
}

export type OnPlace = (place: number, waiting: number) => void

interface TurnRequest {
  /** Names the line. */
  key?: string | number
  /** Background work, which runs only when no other work waits. */
  patient?: boolean
  /** Called with the position in the queue, from 1, whenever it changes, and with 0 when the turn begins. */
  onPlace?: OnPlace
}

interface Waiting {
  key: string | number
  lines: Lines
  grant: () => void
  onPlace: OnPlace | undefined
  /** The position reported last. */
  told: string
}

/** In order of turns: the next line comes first. */
type Lines = Map<string | number, Waiting[]>

export class Turns {
  readonly #limits: TurnLimits
  readonly #urgent: Lines = new Map()
  readonly #patient: Lines = new Map()
  readonly #running = new Map<string | number, number>()

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  get running(): number {
    return this.#running.values().reduce((sum, count) => sum + count, 0)
  }

  get waiting(): number {
    return [this.#urgent, this.#patient].reduce(
      (sum, lines) => lines.values().reduce((all, line) => all + line.length, sum),
      0,
    )
  }

  /** Rejects with the signal's reason when it aborts while waiting. */
  async take<Result>(
    signal: AbortSignal,
    work: () => Promise<Result>,
    request: TurnRequest = {},
  ): Promise<Result> {
    const leave = await this.enter(signal, request)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /** Whether a turn would begin at once. */
  isFree(key: string | number): boolean {
    return this.#mayRun(key)
  }

  /** Resolves when the turn begins, with the function that ends the turn. */
  async enter(signal: AbortSignal, request: TurnRequest = {}): Promise<() => void> {
    signal.throwIfAborted()
    const { key = '', onPlace } = request
    if (this.#mayRun(key)) this.#start(key)
    else await this.#wait(key, signal, request)
    onPlace?.(0, this.waiting)
    let held = true
    return () => {
      if (held) this.#leave(key)
      held = false
    }
  }

  #mayRun(key: string | number): boolean {
    const { atOnce, atOnceEach = atOnce } = this.#limits
    return this.running < atOnce && (this.#running.get(key) ?? 0) < atOnceEach
  }

  #start(key: string | number): void {
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1)
  }

  #leave(key: string | number): void {
    const left = (this.#running.get(key) ?? 1) - 1
    if (left > 0) this.#running.set(key, left)
    else this.#running.delete(key)
    this.#grantNext()
  }

  #wait(key: string | number, signal: AbortSignal, { patient, onPlace }: TurnRequest): Promise<void> {
    const lines = patient ? this.#patient : this.#urgent
    const line = lines.get(key) ?? []
    this.#assertRoom(line.length)
    const turn = Promise.withResolvers<void>()
    const waiting: Waiting = { key, lines, grant: turn.resolve, onPlace, told: '' }
    lines.set(key, [...line, waiting])
    const leave = () => {
      remove(waiting)
      turn.reject(signal.reason)
      this.#tellPlaces()
    }
    signal.addEventListener('abort', leave, { once: true })
    this.#tellPlaces()
    return turn.promise.finally(() => signal.removeEventListener('abort', leave))
  }

  #assertRoom(inLine: number): void {
    const { waiting = Number.POSITIVE_INFINITY, waitingEach = waiting } = this.#limits
    if (inLine >= waitingEach && waitingEach < waiting) {
      throw new AppError(
        'server_busy',
        `你排队的查询已达上限（${waitingEach} 个），请等其中一些完成或取消后再试`,
      )
    }
    if (this.waiting >= waiting) {
      throw new AppError('server_busy', `服务器排队的查询已达上限（${waiting} 个），请稍后再试`)
    }
  }

  #grantNext(): void {
    for (const lines of [this.#urgent, this.#patient]) {
      for (const [key, [next]] of lines) {
        if (!next || !this.#mayRun(key)) continue
        remove(next)
        // Moves the line with its remaining waiters to the end.
        const rest = lines.get(key)
        lines.delete(key)
        if (rest) lines.set(key, rest)
        this.#start(key)
        next.grant()
      }
    }
    this.#tellPlaces()
  }

  /** Everyone's position, assuming that all work takes equally long. */
  #tellPlaces(): void {
    const order = [...inOrder(this.#urgent), ...inOrder(this.#patient)]
    order.forEach((one, index) => {
      const told = `${index + 1}/${order.length}`
      if (one.told === told) return
      one.told = told
      one.onPlace?.(index + 1, order.length)
    })
  }
}

function remove(waiting: Waiting): void {
  const { lines, key } = waiting
  const rest = (lines.get(key) ?? []).filter((other) => other !== waiting)
  if (rest.length > 0) lines.set(key, rest)
  else lines.delete(key)
}

/** Round-robin: the first of each line, then the second of each. */
function inOrder(lines: Lines): Waiting[] {
  const all = [...lines.values()]
  const order: Waiting[] = []
  for (let round = 0; all.some((line) => line.length > round); round += 1) {
    for (const line of all) if (line[round]) order.push(line[round] as Waiting)
  }
  return order
}
