// What several benchmarks share: medians, percentiles, a process's memory and CPU as Linux tells them.
import { readdirSync, readFileSync } from 'node:fs'

export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}
export const median = (values) => percentile(values, 0.5)

export const milliseconds = (value) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
export const seconds = (value) => `${(value / 1000).toFixed(2)} s`
export const megabytes = (bytes) => `${Math.round(bytes / 1e6)} MB`
export const times = (value) => `${value < 10 ? value.toFixed(2) : value.toFixed(1)} ×`

const status = (pid, field) => {
  const found = readFileSync(`/proc/${pid}/status`, 'utf8').match(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm'))
  return found ? Number(found[1]) * 1024 : 0
}
/** Resident memory now, in bytes. */
export const memoryOf = (pid) => status(pid, 'VmRSS')

const parentOf = (pid) => Number(readFileSync(`/proc/${pid}/stat`, 'utf8').match(/\) \S (\d+)/)[1])

/** A process and all below it. */
export function familyOf(pid) {
  const parents = new Map()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      parents.set(Number(name), parentOf(name))
    } catch {
      // It ended between the listing and the reading.
    }
  }
  const family = [pid]
  for (let at = 0; at < family.length; at++) {
    for (const [child, parent] of parents) if (parent === family[at]) family.push(child)
  }
  return family
}

/** CPU used by a process so far, in milliseconds (ticks of 10). */
export function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Highest memory of a process with its children while `work` runs, sampled every 20 ms. */
export async function peakMemory(pid, work) {
  let peak = 0
  const sample = setInterval(() => {
    let now = 0
    for (const one of familyOf(pid)) {
      try {
        now += memoryOf(one)
      } catch {
        // It ended meanwhile.
      }
    }
    peak = Math.max(peak, now)
  }, 20)
  try {
    return { result: await work(), peak }
  } finally {
    clearInterval(sample)
  }
}

/**
 * The middle of the times that each work took, in milliseconds: they take turns, so that what else the machine does
 * meets them alike, after one turn that warms up.
 */
export async function medianTimes(repeats, works) {
  const taken = works.map(() => [])
  for (let turn = 0; turn <= repeats; turn++) {
    for (const [at, work] of works.entries()) {
      const begun = performance.now()
      await work()
      if (turn > 0) taken[at].push(performance.now() - begun)
    }
  }
  return taken.map(median)
}
