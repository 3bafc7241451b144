// How hard a QR code is to read: of eight masks the one with the least is taken.
import type { Grid } from './patterns.ts'

export function penaltyOf(grid: Grid): number {
  const rows = grid.map((row) => row.map(Boolean))
  const columns = rows.map((_, x) => rows.map((row) => row[x] ?? false))
  const lines = [...rows, ...columns]
  const dark = rows.flat().filter(Boolean).length
  const share = Math.abs((dark * 20) / rows.length ** 2 - 10)
  return (
    sum(lines.map(runsOf)) + 3 * squaresOf(rows) + 40 * sum(lines.map(findersOf)) + 10 * Math.floor(share)
  )
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Five alike in a line cost 3, each more 1. */
function runsOf(line: readonly boolean[]): number {
  let cost = 0
  let length = 0
  line.forEach((dark, at) => {
    length = at > 0 && dark === line[at - 1] ? length + 1 : 1
    if (length === 5) cost += 3
    else if (length > 5) cost += 1
  })
  return cost
}

function squaresOf(rows: readonly (readonly boolean[])[]): number {
  let count = 0
  for (let y = 1; y < rows.length; y += 1)
    for (let x = 1; x < rows.length; x += 1) {
      const dark = rows[y]?.[x]
      if (dark === rows[y]?.[x - 1] && dark === rows[y - 1]?.[x] && dark === rows[y - 1]?.[x - 1]) count += 1
    }
  return count
}

/** What looks like a finder: 1:1:3:1:1 with four light ones on a side. */
function findersOf(line: readonly boolean[]): number {
  const text = line.map((dark) => (dark ? '1' : '0')).join('')
  let count = 0
  for (let at = 0; at + 11 <= text.length; at += 1) {
    const part = text.slice(at, at + 11)
    if (part === '10111010000' || part === '00001011101') count += 1
  }
  return count
}
