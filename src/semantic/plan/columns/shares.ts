// The columns of shares of the total, each after its point's last column.
import type { ReportColumn } from '#semantic/model/types.ts'
import type { SharePlan } from '../tree/tree.ts'

/** Inserts each share's column after its point's last column (value, previous, change). */
export function withShares(columns: ReportColumn[], shares: SharePlan[]): ReportColumn[] {
  return columns.flatMap((column, place) => {
    const own = column.of ?? column.key
    const share = shares.find(({ of }) => of === own)
    const isLast = columns[place + 1]?.of !== own
    const point = columns.find(({ key }) => key === own)
    return share === undefined || point === undefined || !isLast
      ? [column]
      : [column, shareColumn(point, share)]
  })
}

export const shareTitle = (title: string): string => `${title}占比`

function shareColumn(column: ReportColumn, { key, of }: SharePlan): ReportColumn {
  return {
    key,
    title: shareTitle(column.title),
    kind: 'computed',
    type: 'number',
    format: 'percent',
    unit: '',
    dictId: null,
    role: 'share',
    of,
  }
}
