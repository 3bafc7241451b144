// Which dimensions stand at the left and which across, and moving them between the two.
import type { ReportInfo } from '../types.ts'

export interface Axes {
  rows: number[]
  columns: number[]
}
export type AxisName = keyof Axes

/** A report that never was a pivot has its last dimension across, where it has two or more. */
export function axesOf({ dims, pivot }: Pick<ReportInfo, 'dims' | 'pivot'>): Axes {
  const columns = pivot?.filter((id) => dims.includes(id)) ?? (dims.length > 1 ? dims.slice(-1) : [])
  return { rows: dims.filter((id) => !columns.includes(id)), columns }
}

/** The axes of an answer: dimensions that are gone were left out of it. */
export function shownAxes(
  info: Pick<ReportInfo, 'dims' | 'pivot'>,
  { columns }: { columns: readonly { key: string }[] },
): Axes {
  const { rows, columns: across } = axesOf(info)
  const isThere = (id: number) => columns.some(({ key }) => key === `d${id}`)
  return { rows: rows.filter(isThere), columns: across.filter(isThere) }
}

/** As a report holds it. */
export const withAxes = ({ rows, columns }: Axes): { dims: number[]; pivot: number[] } => ({
  dims: [...rows, ...columns],
  pivot: columns,
})

export const swapped = ({ rows, columns }: Axes): Axes => ({ rows: columns, columns: rows })

/** Puts a dimension on an axis, before the place `at`; at the end without one. It leaves where it stood. */
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
