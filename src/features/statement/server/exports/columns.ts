// Which columns a file has, and in which order.
import type { ReportColumn } from '#semantic/model/types.ts'
import { emptyWord } from '#semantic/model/valueText.ts'
import type { WorkbookColumn } from '#server/files/workbook.ts'
import { AppError } from '#shared/errors.ts'

type Flag = '0' | '1' | 'true' | 'false' | undefined
export interface ExportFlags {
  /** Whether the file includes computed points; default: yes. */
  exportSetting?: Flag
  /** Only dimensions and computed points, whatever exportSetting says. */
  computeOnly?: Flag
  /** The total as the last row. */
  showBottom?: Flag
}

export const isOn = (flag: Flag): boolean => flag === '1' || flag === 'true'

/** In the reader's order; a point's derived columns follow it, and columns not in the order come last. */
export function chosenColumns(
  columns: ReportColumn[],
  order: string[] | undefined,
  flags: ExportFlags,
): ReportColumn[] {
  const computeOnly = isOn(flags.computeOnly)
  const withComputed = computeOnly || flags.exportSetting === undefined || isOn(flags.exportSetting)
  const kindOf = ({ kind, of }: ReportColumn) =>
    (of === undefined ? undefined : columns.find(({ key }) => key === of)?.kind) ?? kind
  const chosen = columns.filter((column) => {
    const kind = kindOf(column)
    return kind === 'dimension' || (kind === 'computed' ? withComputed : !computeOnly)
  })
  if (chosen.every(({ kind }) => kind === 'dimension') && columns.some(({ kind }) => kind !== 'dimension')) {
    throw new AppError(
      'report_invalid',
      computeOnly ? '该报表没有计算指标，无法只导出计算值' : '该报表没有可导出的指标',
    )
  }
  if (!order) return chosen
  const places = new Map(order.map((key, place) => [key, place]))
  const placeOf = ({ key, of }: ReportColumn) =>
    places.get(key) ?? (of === undefined ? undefined : places.get(of)) ?? order.length
  return chosen.toSorted((one, other) => placeOf(one) - placeOf(other))
}

export function sheetColumn(
  { title, kind, unit, type, format, dictId, names: own, cuts }: ReportColumn,
  labels: ReadonlyMap<number, ReadonlyMap<string, string>>,
): WorkbookColumn {
  const listed = dictId === null ? undefined : labels.get(dictId)
  const names = { ...own, ...(listed && Object.fromEntries(listed)) }
  return {
    title: unit ? `${title}（${unit}）` : title,
    type,
    format,
    // A blank cell is null, so the empty text is written out, as on screen.
    ...(kind === 'dimension' && type === 'string' && { labels: { '': emptyWord } }),
    ...(Object.keys(names).length > 0 && { labels: { '': emptyWord, ...names } }),
    // An incomplete period is labelled by its days.
    ...(cuts && { labels: { ...cuts } }),
  }
}
