// Addresses of saved views and reports. Small, because the palette's lists include it.

export const detailPath = '/statement/detail'
/** One report in focus: pivot, drill, side by side. */
export const focusPath = '/statement/detail2'

/** Without a report, the view's first one. */
export const linkTo = (view: number, report: number | null = null): string =>
  `${detailPath}?id=${view}${report === null ? '' : `&report=${report}`}`
