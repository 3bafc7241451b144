// What a plan's nodes read of a fact's rows, as keys: whole columns, and the business's days of times.
//
//   f."channel" IN ($1)                       key f."channel"
//   f."pay_time" >= TIMESTAMP '… 05:00:00'    key CAST(f."pay_time" - INTERVAL 5 HOUR AS DATE), from that day on
import type { Exact } from '../model/expression/exact.ts'
import { type Composite, isComposite, mapChildren } from '../model/expression/tree.ts'
import { binary } from '../plan/tree/build.ts'
import { exactOf } from '../plan/tree/exact.ts'
import { factSource } from '../plan/tree/reached.ts'
import type { Node } from '../plan/tree/tree.ts'

/** The replacement of a fact's column or business day; null where there is none. */
export type Keyed = (key: Node) => Node | null

/** The node over keys instead of the fact; null where it reads something that is no key. */
export function overKeys(node: Node, keyed: Keyed): Node | null {
  if (isComposite<Node>(node)) return dayBound(node, keyed) ?? ofChildren(node, keyed)
  switch (node.kind) {
    case 'field':
      return node.source === factSource ? keyed(node) : node
    case 'businessDay':
      return readsFact(node) ? keyed(node) : node
    case 'anyOf':
    case 'keyOf':
    case 'match':
    case 'wallClock':
    case 'truncated':
    case 'shifted': {
      const operand = overKeys(node.operand, keyed)
      return operand && { ...node, operand }
    }
    case 'number':
    case 'string':
    case 'boolean':
    case 'null':
    case 'parameter':
    case 'day':
    case 'dayStart':
      return node
    default:
      // A node kind added later: what it reads is unknown here.
      return null
  }
}

/**
 * A time compared with a day's first moment is a comparison of days: 05:00 of the 2nd is the 2nd, where days
 * begin at 05:00.
 */
function dayBound(node: Composite<Node>, keyed: Keyed): Node | null {
  if (node.kind !== 'binary' || node.right.kind !== 'dayStart') return null
  if (node.operator !== '>=' && node.operator !== '<') return null
  const { day, hour } = node.right
  const key: Node = { kind: 'businessDay', operand: node.left, cutoffHour: hour }
  const own = readsFact(key) ? keyed(key) : null
  return own && binary(node.operator, own, { kind: 'day', day })
}

function ofChildren(node: Composite<Node>, keyed: Keyed): Node | null {
  let isWhole = true
  const mapped = mapChildren<Node, Node>(node, (child) => {
    const own = overKeys(child, keyed)
    if (own === null) isWhole = false
    return own ?? child
  })
  return isWhole ? mapped : null
}

function readsFact(node: Node): boolean {
  if (node.kind === 'field') return node.source === factSource
  if (isComposite<Node>(node)) {
    let reads = false
    mapChildren<Node, Node>(node, (child) => {
      reads ||= readsFact(child)
      return child
    })
    return reads
  }
  return 'operand' in node && readsFact(node.operand)
}

const exactKinds: Exact['is'][] = ['integer', 'decimal', 'string', 'boolean', 'date', 'datetime']

/** Whether equal values are identical: the doubles 0 and -0 are equal, and either might represent both. */
export const isExact = (node: Node): boolean => exactKinds.includes(exactOf(node).is)
