// Measures the blocks of a file: number of lines and range of times, cached so that searches skip irrelevant
// blocks.

import { stretchAt } from './kernel/kernel.ts'
import type { Measured, Order, OrderedFile } from './orders.ts'
import { blockBytes } from './orders.ts'
import { clockOf } from './scanning.ts'
import { feedFrom, readBlock, readInto, theKernel } from './stretch.ts'

export function measure({ file, blocks }: Extract<Order, { kind: 'measure' }>): Measured[] {
  const clock = clockOf(file)
  const kernel = theKernel()
  return blocks.map((block) => {
    const { from, end } = readBlock(file, block)
    const lines = kernel.lines(from, end)
    const told: Measured = {
      block,
      lines: lines.length / 2,
      lead: lines.length / 2,
      first: Number.NaN,
      last: Number.NaN,
      end: Number.NaN,
    }
    for (let at = 0; at < lines.length; at += 2) {
      const time = clock.timeOf(kernel.bytes, lines[at] ?? 0, lines[at + 1] ?? 0)
      if (Number.isNaN(time)) continue
      if (Number.isNaN(told.end)) told.lead = at / 2
      told.end = time
      if (!(time >= told.first)) told.first = time
      if (!(time <= told.last)) told.last = time
    }
    return told
  })
}

/** Bytes in which a block's first time is searched. */
const probed = 16_384

/** The approximate first time of each block; NaN where none is found quickly. */
export function probe({ file, blocks }: Extract<Order, { kind: 'probe' }>): number[] {
  const clock = clockOf(file)
  return blocks.map((block) => probedTime(file, block, clock))
}

function probedTime(file: OrderedFile, block: number, clock: ReturnType<typeof clockOf>): number {
  const begin = block * blockBytes
  const got = readInto(file, stretchAt, Math.min(probed, file.size - begin), begin)
  const end = stretchAt + got
  const { bytes } = theKernel()
  for (let start = block > 0 ? feedFrom(stretchAt, end) + 1 : stretchAt; start < end; ) {
    const stop = feedFrom(start, end)
    const time = clock.timeOf(bytes, start, stop)
    if (!Number.isNaN(time)) return time
    start = stop + 1
  }
  return Number.NaN
}
