// Counts how much of our code a piece of work executes: the engine's count is the same on any machine under any load.
import { Session } from 'node:inspector'

interface Coverage {
  result: { url: string; functions: { ranges: { startOffset: number; count: number }[] }[] }[]
}

// Started with the first import and never stopped: blocks are only counted in functions compiled while counting.
const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

/** Number of executed blocks in the files under `src`. */
export function stepsOf(run: () => void): number {
  return [...countsOf(run).values()].reduce((sum, count) => sum + count, 0)
}

/** Number of executed blocks of each function in the files under `src`, by the function's place. */
function countsOf(run: () => void): Map<string, number> {
  // Discards the counts of earlier code.
  taken()
  run()
  return taken()
}

function taken(): Map<string, number> {
  const steps = new Map<string, number>()
  // The answer arrives before the call returns.
  session.post('Profiler.takePreciseCoverage', (_, answer) => {
    for (const { url, functions } of (answer as Coverage).result) {
      if (!/\/src\//.test(url) || /\/node_modules\//.test(url)) continue
      for (const { ranges } of functions) {
        const executed = ranges.reduce((sum, { count }) => sum + count, 0)
        if (executed === 0) continue
        const place = `${url}:${ranges[0]?.startOffset}`
        steps.set(place, (steps.get(place) ?? 0) + executed)
      }
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
  // The engine may omit functions (of other files at first, and those it discards and recompiles), so a function's
  // count can only be too low: the maximum of several runs is taken, and more runs where growth seems too fast. A
  // function that one size never reported is left out of both, or its absence would look like growth.
  const [small, large] = [new Map<string, number>(), new Map<string, number>()]
  for (let round = 0; round < mostRounds; round++) {
    keepMost(small, countsOf(work(size)))
    keepMost(large, countsOf(work(size * 4)))
    if (round + 1 >= leastRounds && factor(small, large) < surelyLinear) break
  }
  return factor(small, large)
}

function keepMost(most: Map<string, number>, counts: Map<string, number>): void {
  for (const [place, count] of counts) most.set(place, Math.max(most.get(place) ?? 0, count))
}

function factor(small: Map<string, number>, large: Map<string, number>): number {
  const both = [...small.keys()].filter((place) => large.has(place))
  const sum = (counts: Map<string, number>) => both.reduce((all, place) => all + (counts.get(place) ?? 0), 0)
  return sum(large) / sum(small)
}
