// The axes of a pivot: which dimensions run down (rows), which across (columns), and moving them.
//
//   { dims: [1, 3, 4], pivot: [4] }  →  { rows: [1, 3], columns: [4] }
import type { ReportInfo } from '../types.ts'

export interface Axes {
  rows: number[]
  columns: number[]
}
export type AxisName = keyof Axes

/** Without `pivot`, the last of two or more dimensions is on the column axis. */
export function axesOf({ dims, pivot }: Pick<ReportInfo, 'dims' | 'pivot'>): Axes {
  const columns = pivot?.filter((id) => dims.includes(id)) ?? (dims.length > 1 ? dims.slice(-1) : [])
  return { rows: dims.filter((id) => !columns.includes(id)), columns }
}

/** The axes without dimensions missing in the answer: those deleted since the report was saved. */
export function shownAxes(
  info: Pick<ReportInfo, 'dims' | 'pivot'>,
  { columns }: { columns: readonly { key: string }[] },
): Axes {
  const { rows, columns: across } = axesOf(info)
  const isThere = (id: number) => columns.some(({ key }) => key === `d${id}`)
  return { rows: rows.filter(isThere), columns: across.filter(isThere) }
}

/** Writes the axes to `dims` and `pivot` of a ReportInfo: the inverse of axesOf. */
export const withAxes = ({ rows, columns }: Axes): { dims: number[]; pivot: number[] } => ({
  dims: [...rows, ...columns],
  pivot: columns,
})

export const swapped = ({ rows, columns }: Axes): Axes => ({ rows: columns, columns: rows })

/** Moves (or adds) a dimension to an axis, before position `at` (from 0); without `at`, to the end. */
export function placed(axes: Axes, id: number, axis: AxisName, at?: number): Axes {
  const before = axes[axis].indexOf(id)
  const without = {
    rows: axes.rows.filter((one) => one !== id),
    columns: axes.columns.filter((one) => one !== id),
  }
  const list = without[axis]
  const place = at === undefined ? list.length : before >= 0 && before < at ? at - 1 : at
  return { ...without, [axis]: [...list.slice(0, place), id, ...list.slice(place)] }
}

export const removed = ({ rows, columns }: Axes, id: number): Axes => ({
  rows: rows.filter((one) => one !== id),
  columns: columns.filter((one) => one !== id),
})
