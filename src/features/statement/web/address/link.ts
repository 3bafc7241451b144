// Addresses of views and reports as they are saved. Small: the palette's lists carry it.

export const detailPath = '/statement/detail'
/** One report in focus: pivot, drill, side by side. */
export const focusPath = '/statement/detail2'

/** Without a report the view's first. */
export const linkTo = (view: number, report: number | null = null): string =>
  `${detailPath}?id=${view}${report === null ? '' : `&report=${report}`}`
