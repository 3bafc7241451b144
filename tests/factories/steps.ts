// Counts how much of our code a piece of work executes: the engine's count is the same on any machine under any load.
import { Session } from 'node:inspector'

interface Coverage {
  result: { url: string; functions: { ranges: { count: number }[] }[] }[]
}

// Started with the first import and never stopped: blocks are only counted in functions compiled while counting.
const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

/** Number of executed blocks in the files under `src`. */
export function stepsOf(run: () => void): number {
  // Discards the counts of earlier code.
  taken()
  run()
  return taken()
}

function taken(): number {
  let steps = 0
  // The answer arrives before the call returns.
  session.post('Profiler.takePreciseCoverage', (_, answer) => {
    for (const { url, functions } of (answer as Coverage).result) {
      if (!/\/src\//.test(url) || /\/node_modules\//.test(url)) continue
      for (const { ranges } of functions) for (const { count } of ranges) steps += count
    }
  })
  return steps
}

const leastRounds = 3
const mostRounds = 12
const surelyLinear = 5

/** Factor by which steps grow when the size grows fourfold: 4 is linear, 16 quadratic. */
export function growth(size: number, work: (size: number) => () => void): number {
  // Runs once first, so that one-time preparation is not counted.
  work(size)()
  // The engine may omit functions (of other files at first, and those it discards and recompiles), so counts can only
  // be too low: the maximum of several runs is taken, and more runs where growth seems too fast.
  let [small, large] = [0, 0]
  for (let round = 0; round < mostRounds; round++) {
    small = Math.max(small, stepsOf(work(size)))
    large = Math.max(large, stepsOf(work(size * 4)))
    if (round + 1 >= leastRounds && large / small < surelyLinear) break
  }
  return large / small
}
