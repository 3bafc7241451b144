// Addresses of saved views and reports. Small, because the palette's lists include it.
import { pages } from '#shared/pages.ts'

export const detailPath: string = pages.statementDetail.path
/** One report in focus: pivot, drill, side by side. */
export const focusPath: string = pages.statementDetail2.path

/** Without a report, the view's first one. */
export const linkTo = (view: number, report: number | null = null): string =>
  pages.statementDetail({ id: view, report })
