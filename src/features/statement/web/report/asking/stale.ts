// Whether the figures on screen are those of the conditions beside them.

import { type ReportState, useReport } from '../store.ts'
import { presentKey } from './loading.ts'
import { isAskable } from './request.ts'

/** Figures are on their way to the conditions. */
export const isUnderWay = ({ asking, changing }: ReportState): boolean => asking !== null || changing

/** They answer other conditions, and stay until somebody asks. */
export function isStale(state: ReportState): boolean {
  const { present, result, askFailure } = state
  // A failure stands in the figures' place.
  if (!present || !result || askFailure || isUnderWay(state) || !isAskable(present.info)) return false
  return presentKey() !== result.key
}

export const useStale = (): boolean => useReport(isStale)
