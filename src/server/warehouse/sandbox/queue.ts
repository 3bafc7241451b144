// Whose turn it is: users take turns, each in the order of their own queries; a user with much to run keeps
// nobody else waiting longer than one query.
import { AppError } from '../../../shared/errors.ts'

export interface QueueLimits {
  running: number
  runningPerUser: number
  waiting: number
  waitingPerUser: number
}

export type OnPlace = (place: number, waiting: number) => void

interface Waiting {
  userId: number
  grant: () => void
  onPlace: OnPlace | undefined
  /** What was told last. */
  told: string
}

export class FairQueue {
  readonly #limits: QueueLimits
  /** Users that wait, the next one first. */
  readonly #users = new Map<number, Waiting[]>()
  readonly #running = new Map<number, number>()

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  get running(): number {
    return [...this.#running.values()].reduce((sum, count) => sum + count, 0)
  }

  get waiting(): number {
    return [...this.#users.values()].reduce((sum, own) => sum + own.length, 0)
  }

  /** Resolves when it is this query's turn, with what gives the turn back. */
  async enter(userId: number, signal: AbortSignal, onPlace?: OnPlace): Promise<() => void> {
    signal.throwIfAborted()
    if (this.#mayRun(userId)) this.#start(userId)
    else await this.#wait(userId, signal, onPlace)
    onPlace?.(0, this.waiting)
    let held = true
    return () => {
      if (held) this.#leave(userId)
      held = false
    }
  }

  #mayRun(userId: number): boolean {
    const own = this.#running.get(userId) ?? 0
    return this.running < this.#limits.running && own < this.#limits.runningPerUser
  }

  #start(userId: number): void {
    this.#running.set(userId, (this.#running.get(userId) ?? 0) + 1)
  }

  #leave(userId: number): void {
    const left = (this.#running.get(userId) ?? 1) - 1
    if (left > 0) this.#running.set(userId, left)
    else this.#running.delete(userId)
    this.#grantNext()
  }

  #wait(userId: number, signal: AbortSignal, onPlace?: OnPlace): Promise<void> {
    const own = this.#users.get(userId) ?? []
    this.#assertRoom(own.length)
    const turn = Promise.withResolvers<void>()
    const waiting: Waiting = { userId, grant: turn.resolve, onPlace, told: '' }
    this.#users.set(userId, [...own, waiting])
    const leave = () => {
      this.#remove(waiting)
      turn.reject(signal.reason)
      this.#tellPlaces()
    }
    signal.addEventListener('abort', leave, { once: true })
    this.#tellPlaces()
    return turn.promise.finally(() => signal.removeEventListener('abort', leave))
  }

  #assertRoom(own: number): void {
    const { waiting, waitingPerUser } = this.#limits
    if (own >= waitingPerUser) {
      throw new AppError(
        'server_busy',
        `您排队的查询已达上限（${waitingPerUser} 个），请等其中一些完成或取消后再试`,
      )
    }
    if (this.waiting >= waiting) {
      throw new AppError('server_busy', `服务器排队的查询已达上限（${waiting} 个），请稍后再试`)
    }
  }

  #remove(waiting: Waiting): void {
    const own = (this.#users.get(waiting.userId) ?? []).filter((other) => other !== waiting)
    if (own.length > 0) this.#users.set(waiting.userId, own)
    else this.#users.delete(waiting.userId)
  }

  #grantNext(): void {
    for (const [userId, [next]] of this.#users) {
      if (!next || !this.#mayRun(userId)) continue
      this.#remove(next)
      // To the end of the line, with what else this user has.
      const rest = this.#users.get(userId)
      this.#users.delete(userId)
      if (rest) this.#users.set(userId, rest)
      this.#start(userId)
      next.grant()
    }
    this.#tellPlaces()
  }

  /** Everyone's place if all queries took equally long. */
  #tellPlaces(): void {
    const lines = [...this.#users.values()]
    const waiting = this.waiting
    const order: Waiting[] = []
    for (let round = 0; order.length < waiting; round += 1) {
      for (const own of lines) if (own[round]) order.push(own[round] as Waiting)
    }
    order.forEach((one, index) => {
      const told = `${index + 1}/${waiting}`
      if (one.told === told) return
      one.told = told
      one.onPlace?.(index + 1, waiting)
    })
  }
}
