// Which dimensions points reach: points of one table share a list, which is sent once.

interface Reached {
  points: readonly { id: number; name: string; reach: number }[]
  reaches: readonly (readonly number[])[]
}

/** Points with the index of their list instead of the list itself. */
export function shareReaches<Point extends { dims: readonly number[] }>(
  points: readonly Point[],
): { points: (Omit<Point, 'dims'> & { reach: number })[]; reaches: number[][] } {
  const places = new Map<string, number>()
  const reaches: number[][] = []
  const shared = points.map(({ dims, ...point }) => {
    const key = dims.join()
    const reach = places.get(key) ?? reaches.length
    if (reach === reaches.length) {
      places.set(key, reach)
      reaches.push([...dims])
    }
    return { ...point, reach }
  })
  return { points: shared, reaches }
}

/** The first chosen point that does not reach this dimension. */
export const pointWithout = <Known extends Reached>(
  { points, reaches }: Known,
  chosen: readonly number[],
  dim: number,
): Known['points'][number] | undefined =>
  points.find(({ id, reach }) => chosen.includes(id) && !reaches[reach]?.includes(dim))
