// Sizes that script and style sheet agree on, in pixels.

export const headerHeight = 28
export const usualRowHeight = 24
/** Of the second and later lines of a cell. */
export const lineHeight = 18
export const cellPadding = 10
/** Before the first and after the last column, as everywhere on the page. */
export const edgePadding = 16
