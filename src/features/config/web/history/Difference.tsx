// A value before and after; if texts share a start or an end, only the middle is highlighted.
import { emptyText } from '#shared/nothing.ts'

interface Props {
  from: string
  to: string
}

/** The lengths of the common start and of the common end. */
function sharedEnds(from: string, to: string): [number, number] {
  const shorter = Math.min(from.length, to.length)
  let head = 0
  while (head < shorter && from[head] === to[head]) head += 1
  let tail = 0
  while (tail < shorter - head && from.at(-1 - tail) === to.at(-1 - tail)) tail += 1
  return [head, tail]
}

/** Shorter texts need no highlighting. */
const longEnough = 24

export function Difference({ from, to }: Props) {
  const [head, tail] = from.length > longEnough && to.length > longEnough ? sharedEnds(from, to) : [0, 0]
  const part = (text: string) => [
    text.slice(0, head),
    text.slice(head, text.length - tail),
    text.slice(text.length - tail),
  ]
  const [fromStart, fromMiddle, fromEnd] = part(from)
  const [toStart, toMiddle, toEnd] = part(to)
  return (
    <>
      <del>
        {from === '' ? emptyText : fromStart}
        {fromMiddle && <b>{fromMiddle}</b>}
        {fromEnd}
      </del>
      <ins>
        {to === '' ? emptyText : toStart}
        {toMiddle && <b>{toMiddle}</b>}
        {toEnd}
      </ins>
    </>
  )
}
