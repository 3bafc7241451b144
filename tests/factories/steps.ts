// How much of our own code a piece of work runs, counted by the engine: the same on any machine, however busy.
import { Session } from 'node:inspector'

interface Coverage {
  result: { url: string; functions: { ranges: { count: number }[] }[] }[]
}

// From the first import on, and never stopped: blocks are counted only in functions that are compiled while it counts.
const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

/** Runs of blocks of the files under `src`. */
export function stepsOf(run: () => void): number {
  // What ran before is taken away with the first answer.
  taken()
  run()
  return taken()
}

function taken(): number {
  let steps = 0
  // Answered before the call returns.
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

/** How many times the steps of a piece of work grow where its size grows fourfold: 4 is linear, 16 square. */
export function growth(size: number, work: (size: number) => () => void): number {
  // What is prepared once is prepared.
  work(size)()
  // The engine may leave functions out (those of other files at first, those that it throws away and compiles anew), and
  // counts none that did not run: the most of some runs is what there was. Where it seems to grow faster, it may have
  // left them out for a while, so that more runs are looked at.
  let [small, large] = [0, 0]
  for (let round = 0; round < mostRounds; round++) {
    small = Math.max(small, stepsOf(work(size)))
    large = Math.max(large, stepsOf(work(size * 4)))
    if (round + 1 >= leastRounds && large / small < surelyLinear) break
  }
  return large / small
}
