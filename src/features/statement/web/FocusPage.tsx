// /statement/detail2?id=…&report=…: one report in focus: a pivot with a chart above, for drilling down.
import './pivot/pivot.css'
import { memo, useEffect, useLayoutEffect, useState } from 'react'
import { isPivot } from '#semantic/model/pivot/requests.ts'
import type { SelectionStatus } from '#web/table/types.ts'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { exportPivots } from './pivot/exporting.ts'
import { pivotSource } from './pivot/loading.ts'
import { PivotFields } from './pivot/PivotFields.tsx'
import { PivotTableView } from './pivot/PivotTableView.tsx'
import { keepSort } from './pivot/sorting.ts'
import { emptyPivot, usePivot } from './pivot/store.ts'
import { ReportFailure, ReportFrame } from './ReportFrame.tsx'
import { takeFiguresFrom } from './report/asking/loading.ts'
import { Figures } from './report/Figures.tsx'
import { FilterBar } from './report/filterBar/FilterBar.tsx'
import { ReportTabs } from './report/ReportTabs.tsx'
import { StatusLine } from './report/StatusLine.tsx'
import { useReport } from './report/store.ts'

const Content = memo(function Content() {
  const status = useReport((state) => state.status)
  const info = useReport((state) => state.present?.info)
  const reportId = useReport((state) => state.present?.report?.id ?? 0)
  const [selection, setSelection] = useState<SelectionStatus | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another report has no selection, and other groups.
  useEffect(() => {
    setSelection(null)
    usePivot.setState(emptyPivot)
  }, [reportId])
  if (status === 'failed') return <ReportFailure />
  if (status !== 'ready' || !info) return <Skeleton lines={12} />
  const pivots = isPivot(info)
  return (
    <>
      <FilterBar grouping={!pivots && info.kind !== undefined && info.kind !== 'table'} />
      <ReportTabs />
      {(info.kind ?? 'table') === 'table' && <PivotFields />}
      <Figures onSelection={setSelection} {...(pivots && { View: PivotTableView })} />
      <StatusLine selection={selection} />
    </>
  )
})

export function Page() {
  usePivots()
  return (
    <ReportFrame>
      <Content />
    </ReportFrame>
  )
}

/** A layout effect, because it must run before the frame's effect, which requests figures at once. */
function usePivots(): void {
  useLayoutEffect(() => {
    const giveBack = takeFiguresFrom(pivotSource)
    const forget = keepSort()
    const giveExportsBack = exportPivots()
    return () => {
      giveBack()
      forget()
      giveExportsBack()
      usePivot.setState(emptyPivot)
    }
  }, [])
}
