// What readers are told of a report's days beside its figures, on screens, in embeds, files and messages.

import type { RowScope } from '#semantic/model/rowScope.ts'
import { type DataMarks, dataMarkLines } from '#semantic/model/shown/dataMarks.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { shiftDay } from '#shared/day.ts'
import { momentText } from '#shared/moment.ts'
import { doubtsFor } from '#features/checks/server/index.ts'
import { restatedFor } from '#features/restated/server/index.ts'
import type { Prepared } from './compiling.ts'

/** Compiled ranges end before `until`; readers see the last day. */
export function bothIncluded(range: Prepared['range']): { from: string; to: string } | null {
  if (!range) return null
  return { from: range.from, to: shiftDay(range.until, -1) }
}

/** Within the reader's rows; what there is none of is absent. */
export async function dataMarks(
  deps: Pick<Deps, 'metadata'>,
  scope: RowScope,
  { points }: Pick<ReportInfo, 'points'>,
  { model, range }: Pick<Prepared, 'model' | 'range'>,
): Promise<DataMarks> {
  const asked = { model, points, range: bothIncluded(range) }
  const [restated, doubts] = await Promise.all([
    restatedFor(deps, scope, asked),
    doubtsFor(deps, scope, asked),
  ])
  return { ...(restated.length > 0 && { restated }), ...(doubts.length > 0 && { doubts }) }
}

/** Lines of each kind under the table of a file: no more than an import takes for remarks. */
const mostNotes = 3

/** The same in words, for a file. */
export const dataNotes = (
  { settings }: Pick<Deps, 'settings'>,
  info: Pick<ReportInfo, 'filters' | 'dims'>,
  marks: DataMarks,
): string[] =>
  dataMarkLines(marks, info, { when: (at) => momentText(at, settings.zone, 'short'), most: mostNotes })

/** For readers whom nobody knows: which days, and nothing of what a report does not show. */
export const markedDays = ({ restated, doubts }: DataMarks): DataMarks => ({
  ...(restated && {
    restated: [...new Map(restated.map((one) => [one.day, one])).values()].map((one) => ({
      ...one,
      ...{ point: null, name: '', format: null, unit: '', source: '' },
      ...{ state: 'hidden' as const, before: null, between: null, after: null },
    })),
  }),
  ...(doubts && {
    doubts: [...new Set(doubts.flatMap(({ day }) => day ?? []))].map((day) => ({
      day,
      table: '',
      name: '',
      text: '',
    })),
  }),
})
