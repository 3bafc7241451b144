// Whether the shown figures belong to the current conditions.

import { type ReportState, useReport } from '../store.ts'
import { presentKey } from './loading.ts'
import { isAskable } from './request.ts'

/** A request for the current conditions is running. */
export const isUnderWay = ({ asking, changing }: ReportState): boolean => asking !== null || changing

/** The figures belong to other conditions, and stay until the reader requests new ones. */
export function isStale(state: ReportState): boolean {
  const { present, result, askFailure } = state
  // The error replaces the figures.
  if (!present || !result || askFailure || isUnderWay(state) || !isAskable(present.info)) return false
  return presentKey() !== result.key
}

export const useStale = (): boolean => useReport(isStale)
