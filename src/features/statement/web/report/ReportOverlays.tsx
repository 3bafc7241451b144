// What lies over a page of reports.
import { memo } from 'react'
import { ExplainOverlays } from '../explain/ExplainOverlays.tsx'
import { FormulaHost } from '../formulas/FormulaHost.tsx'
import { ReplaceHost } from '../replace/ReplaceHost.tsx'
import { ReportDialogs } from './ReportDialogs.tsx'

/** The page below is drawn more often. */
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
