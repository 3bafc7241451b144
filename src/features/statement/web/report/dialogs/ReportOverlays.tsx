// Everything that lies over a report page.
import { memo } from 'react'
import { ExplainOverlays } from '#features/statement/web/explain/ExplainOverlays.tsx'
import { FormulaHost } from '#features/statement/web/formulas/FormulaHost.tsx'
import { ReplaceHost } from '#features/statement/web/replace/ReplaceHost.tsx'
import { ReportDialogs } from './ReportDialogs.tsx'

/** Memoized, because the page below renders more often. */
export const ReportOverlays = memo(function ReportOverlays() {
  return (
    <>
      <ReportDialogs />
      <FormulaHost />
      <ReplaceHost />
      <ExplainOverlays />
    </>
  )
})
