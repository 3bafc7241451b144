// The priority of the results process. While people wait, it comes before users' SQL. Otherwise it comes
// last, so that loading a large result for later use does not slow the next query.
import { canTakePriorityBack, setOwnPriority } from '#server/process/priority.ts'

/** Niceness; users' SQL lies between the two. */
const urgent = 5
const idle = 19
/** Where priority can't be raised again: equal to users' SQL. */
const even = 12
/** A user who scrolls soon asks for the next window. */
const lingerMs = 1_000

export class Urgency {
  readonly #changes = canTakePriorityBack()
  #waiting = 0
  #lowering: NodeJS.Timeout | undefined

  constructor() {
    setOwnPriority(this.#changes ? idle : even)
  }

  /** Marks somebody as waiting until the returned function is called. */
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
