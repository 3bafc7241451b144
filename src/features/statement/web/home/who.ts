// 变化来自谁 from the home page: a mover's change is split like a report's cell; 只看 opens its days as a loose sheet.
import { navigate } from 'wouter/use-browser-location'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { Cell } from '#features/statement/contract.ts'
import { changesFrom, writeAddress } from '../address/address.ts'
import { showOverlay } from '../explain/store.ts'
import { withFilter } from '../filters/filters.ts'
import { blankInfo } from '../report/blankInfo.ts'
import type { Mover } from './change.ts'

const comparisonOf: Record<Mover['against'], NonNullable<ReportInfo['compare']>> = {
  前天: 'previous',
  上周同日: 'week',
}

export function askWho({ card, point, against }: Mover): void {
  const day = card.days.at(-2)
  if (!card.info || day === undefined) return
  const { key, title, format, unit, values } = point
  const info: ReportInfo = { ...card.info, compare: comparisonOf[against] }
  showOverlay({
    kind: 'cell',
    part: 'change',
    question: {
      reportId: null,
      info,
      column: { key, title, format, unit, kind: 'point', type: 'number', dictId: null },
      cells: { [`d${info.dims[0]}`]: day },
      shown: values.at(-2) ?? null,
    },
    coordinates: [{ title: '日期', text: day }],
    onOnly: (dim, value) => navigate(onlyAddress(info, dim, value)),
  })
}

function onlyAddress(info: ReportInfo, dim: number, value: Cell): string {
  const choice = { op: 'in' as const, values: [value === null ? null : String(value)] }
  const narrowed = { ...info, filters: withFilter(info.filters, { dim }, choice) }
  return writeAddress({ view: null, report: 0, changes: changesFrom(blankInfo, narrowed) })
}
