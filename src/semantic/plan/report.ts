// Converts a request of kind `table` to its plan, stage by stage; each stage builds on the result of the one before.
// All errors of a request are reported here, before anything runs.
//
//   asked        the info, read and checked once into a typed request
//   facts        the report's own figures
//   compared     other periods to compare with
//   calculated   ranks, running totals, windows … over the rows
//   columns      the result's columns, order and totals
import type { Lookup } from '../model/lookup.ts'
import type { CompileContext, ReportInfo } from '../model/types.ts'
import type { ResolvedRange } from './asked/range.ts'
import { readRequest } from './asked/request.ts'
import { planCalculated } from './calculated/calculations.ts'
import { planColumns } from './columns/report.ts'
import { planCompared } from './compared/compared.ts'
import { planFacts } from './facts/period.ts'
import type { ReportPlan } from './tree/tree.ts'

interface PlannedReport {
  plan: ReportPlan
  range: ResolvedRange | null
  comparedRange: ResolvedRange | null
  /** The report's own days over which its total is compared. */
  baseRange: ResolvedRange | null
  unfinishedFrom: string | null
}

export function planReport(info: ReportInfo, lookup: Lookup, context: CompileContext): PlannedReport {
  const planned = planCalculated(planCompared(planFacts(readRequest(info, lookup, context))))
  const { range, unfinishedFrom } = planned.request.days
  const { comparedRange, baseRange } = planned
  return { plan: planColumns(planned), range, comparedRange, baseRange, unfinishedFrom }
}
