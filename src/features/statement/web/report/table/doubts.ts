// Days whose data does not meet a check: which are marked, and what their hints say.
import { doubtedMark, doubtLine } from '#semantic/model/shown/dataMarks.ts'
import type { Calendar } from '#web/calendar/calendar.ts'
import type { ReportTable } from '#features/statement/contract.ts'

type Doubts = ReportTable['doubts']

/** Whether data of these days is in doubt, both inclusive; undefined where none is. */
export function doubtedDays(doubts: Doubts): ((from: string, to: string) => boolean) | undefined {
  const days = [...new Set(doubts?.flatMap(({ day }) => day ?? []))]
  return days.length === 0 ? undefined : (from, to) => days.some((day) => day >= from && day <= to)
}

const mostLines = 8

export function doubtLines(doubts: Doubts, { from, to }: { from: string; to: string }): string[] {
  const own = (doubts ?? []).filter(({ day }) => day !== null && day >= from && day <= to)
  if (own.length === 0) return []
  return [
    `${doubtedMark}：这一天的数据没有通过校验。`,
    ...own.slice(0, mostLines).map((one) => doubtLine(one, from === to ? '' : `${one.day?.slice(5)} `)),
    ...(own.length > mostLines ? [`另有 ${own.length - mostLines} 项没有通过`] : []),
  ]
}

/** All of them, for the line under the table. */
export const allDoubts = (doubts: NonNullable<Doubts>): string =>
  doubts
    .slice(0, mostLines * 2)
    .map((one) => doubtLine(one, one.day === null ? '' : `${one.day} `))
    .join('\n')

/** The calendar of a chart: days in doubt are noted as launches and events are. */
export function withDoubts(calendar: Calendar | null, doubts: Doubts): Calendar | null {
  if (!calendar || !doubts) return calendar
  return {
    ...calendar,
    notesOn: (on) => [
      ...calendar.notesOn(on),
      ...doubts
        .filter(({ day }) => day === on)
        .map(({ name, text }) => ({
          id: 0,
          day: on,
          until: null,
          cgi: null,
          game: '',
          kind: 'event' as const,
          title: `${doubtedMark}：${name}`,
          text,
          owner: '',
          editable: false,
          revision: 0,
        })),
    ],
  }
}
