// Moves one of several ids in an order.

/** One position up or down; null at the edge. */
export function shifted(ids: readonly number[], id: number, by: -1 | 1): number[] | null {
  const from = ids.indexOf(id)
  const to = from + by
  if (from < 0 || to < 0 || to >= ids.length) return null
  const moved = ids.filter((one) => one !== id)
  moved.splice(to, 0, id)
  return moved
}

/** `id` placed beside `target`. */
export function placedBeside(
  ids: readonly number[],
  id: number,
  target: number,
  side: 'before' | 'after',
): number[] {
  const moved = ids.filter((one) => one !== id)
  moved.splice(moved.indexOf(target) + (side === 'after' ? 1 : 0), 0, id)
  return moved
}
