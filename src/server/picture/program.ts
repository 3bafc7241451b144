// The drawing process: an order arrives as a message, the picture leaves as one, one after another. Ends with
// its parent.
import { setOwnPriority } from '../process/priority.ts'
import { type Page, pngOf, stackPages } from './draw/page.ts'
import { drawPlot } from './draw/plot.ts'
import { drawSheet } from './draw/sheet.ts'
import type { DrawnPart, PictureAnswer, PictureOrder } from './types.ts'

setOwnPriority(5)
process.on('disconnect', () => process.exit(0))
process.on('message', (order: PictureOrder) => {
  process.send?.(answerTo(order))
})

function answerTo(order: PictureOrder): PictureAnswer {
  try {
    return { png: pictureOf(order) }
  } catch (error) {
    return { problem: (error as Error).stack ?? String(error) }
  }
}

const pageOf = (part: DrawnPart, width?: number): Page =>
  part.kind === 'table' ? drawSheet(part) : drawPlot(part, width)

function pictureOf(order: PictureOrder): Uint8Array {
  if (order.kind !== 'stack') return pngOf(pageOf(order))
  // Charts are as wide as the widest table below them.
  const sheets = new Map(
    order.parts.filter(({ kind }) => kind === 'table').map((part) => [part, pageOf(part)]),
  )
  const widest = Math.max(0, ...[...sheets.values()].map(({ width }) => width))
  const pages = order.parts.map((part) => sheets.get(part) ?? pageOf(part, widest))
  return stackPages(pages, order.foot, order.mostBytes)
}
