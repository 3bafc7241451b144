// Reads logs for the server, one order after another, in a low-priority process. Ends with its parent.
import { setOwnPriority } from '#server/process/priority.ts'
import { measure, probe } from './measuring.ts'
import type { AnswerOf, Order } from './orders.ts'
import { countValues, scan } from './scanning.ts'
import { closeFiles, FileGone } from './stretch.ts'
import { around, details, since } from './telling.ts'

const restMs = 2_000
let rest: NodeJS.Timeout | undefined

setOwnPriority(5)
process.on('disconnect', () => process.exit(0))
process.on('message', ({ id, order }: { id: number; order: Order }) => {
  clearTimeout(rest)
  process.send?.({ id, ...answerTo(order) })
  rest = setTimeout(closeFiles, restMs)
})

function answerTo(order: Order): { given: AnswerOf<Order> } | { gone: true } | { problem: string } {
  try {
    return { given: answerOf(order) }
  } catch (error) {
    if (error instanceof FileGone) return { gone: true }
    return { problem: (error as Error).stack ?? String(error) }
  }
}

function answerOf(order: Order): AnswerOf<Order> {
  switch (order.kind) {
    case 'measure':
      return measure(order)
    case 'probe':
      return probe(order)
    case 'scan':
      return scan(order)
    case 'values':
      return countValues(order)
    case 'details':
      return details(order)
    case 'around':
      return around(order)
    case 'since':
      return since(order)
  }
}
