// Who waits for the process on results: people (then it comes before users' SQL), or nobody (then it comes last, so
// that a large result, loaded for what may be asked of it later, does not slow down the next run).
import { canTakePriorityBack, setOwnPriority } from '#server/process/priority.ts'

/** Niceness; between them lies that of users' SQL. */
const urgent = 5
const idle = 19
/** Where priority can't be taken back: no better and no worse than users' SQL. */
const even = 12
/** The next window of one who scrolls follows soon. */
const lingerMs = 1_000

export class Urgency {
  readonly #changes = canTakePriorityBack()
  #waiting = 0
  #lowering: NodeJS.Timeout | undefined

  constructor() {
    setOwnPriority(this.#changes ? idle : even)
  }

  /** Somebody waits, until the returned function is called. */
  enter(): () => void {
    if (!this.#changes) return () => {}
    clearTimeout(this.#lowering)
    if (this.#waiting === 0) setOwnPriority(urgent)
    this.#waiting += 1
    return () => {
      this.#waiting -= 1
      if (this.#waiting === 0) this.#lowering = setTimeout(() => setOwnPriority(idle), lingerMs)
    }
  }
}
