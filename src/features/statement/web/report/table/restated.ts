// Figures of a report's days that changed after the days were whole: which days are marked, and what their hints say.
import { isNarrowed, restatedMark, wholeDays } from '#semantic/model/shown/dataMarks.ts'
import { restatedLine } from '#semantic/model/shown/restated.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { timeText } from '#web/ui/timeText.ts'
import type { ReportTable } from '#features/statement/contract.ts'

type Restated = ReportTable['restated']

/** Whether a figure of these days was restated, both inclusive; undefined where none was. */
export function restatedDays(restated: Restated): ((from: string, to: string) => boolean) | undefined {
  if (!restated) return undefined
  const days = [...new Set(restated.map(({ day }) => day))]
  return (from, to) => days.some((day) => day >= from && day <= to)
}

const mostLines = 8

/** What changed in a period; `point` alone where one is given. */
export function restatedLines(
  restated: Restated,
  info: Pick<ReportInfo, 'filters' | 'dims'>,
  { from, to }: { from: string; to: string },
  point?: number,
): string[] {
  const own = (restated ?? []).filter(
    (figure) => figure.day >= from && figure.day <= to && (point === undefined || figure.point === point),
  )
  if (own.length === 0) return []
  const lines = own
    .slice(0, mostLines)
    .map(
      (figure) =>
        `${from === to ? '' : `${figure.day.slice(5)} `}${restatedLine(figure, timeText(figure.at, 'short'))}`,
    )
  return [
    `${restatedMark}：这一天过完、数据到齐之后，又有载入改了数。`,
    ...lines,
    ...(own.length > lines.length ? [`另有 ${own.length - lines.length} 处修订`] : []),
    ...(isNarrowed(info) ? [wholeDays] : []),
  ]
}
