// Lets one piece of work run at a time; the others wait in order, those for whom somebody waits first.

interface Waiting {
  patient: boolean
  go: () => void
}

export class Turns {
  readonly #waiting: Waiting[] = []
  #isTaken = false

  /** `patient`: nobody waits for it. Rejects with the signal's reason when it aborts while waiting. */
  async take<Result>(signal: AbortSignal, work: () => Promise<Result>, patient = false): Promise<Result> {
    signal.throwIfAborted()
    if (this.#isTaken) await this.#wait(signal, patient)
    this.#isTaken = true
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next.go()
      else this.#isTaken = false
    }
  }

  #wait(signal: AbortSignal, patient: boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
      reject(signal.reason)
    }
    const waiting: Waiting = {
      patient,
      go: () => {
        signal.removeEventListener('abort', leave)
        resolve()
      },
    }
    signal.addEventListener('abort', leave, { once: true })
    const before = patient ? -1 : this.#waiting.findIndex((other) => other.patient)
    this.#waiting.splice(before < 0 ? this.#waiting.length : before, 0, waiting)
    return promise
  }
}

/** What holds one of the few readers for long: one at a time, so that the others stay with those who look. */
export const heavyTurns = new Turns()
