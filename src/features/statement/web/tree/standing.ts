// Whether a view may be relied on, in words.
import { isRetired, retiredText, verifiedText } from '#shared/standing.ts'
import { businessToday } from '#web/shell/businessDay.ts'
import type { ViewMeta } from '#features/statement/contract.ts'

type Marked = Pick<ViewMeta, 'verified' | 'retired' | 'changedSince'>

export const isRetiredView = (view: Marked): boolean => isRetired(view, businessToday())

function checkText(view: Marked): string {
  const { verified, changedSince } = view
  if (!verified) return ''
  if (changedSince) return `${verified.at} 核对（${verified.by}），之后报表有修改`
  return verifiedText(view, businessToday())
}

export const standingText = (view: Marked): string =>
  [retiredText(view, businessToday()), checkText(view)].filter((text) => text !== '').join('；')

/** The short word beside a view's name; null where there is nothing to say. */
export function standingWord(view: Marked): '停用' | '已核对' | '待核对' | null {
  if (isRetiredView(view)) return '停用'
  const { verified, changedSince } = view
  if (!verified) return null
  return changedSince || verified.until < businessToday() ? '待核对' : '已核对'
}
