// Sizes that script and style sheet agree on, in pixels.

export const headerHeight = 28
/** Of each line above a column's title. */
export const overHeight = 22
export const usualRowHeight = 24
/** Of the second and later lines of a cell. */
export const lineHeight = 18
export const cellPadding = 10
/** Before the first and after the last column, as everywhere on the page. */
export const edgePadding = 16
/** From the left edge of a row that can be folded to where its text begins. */
export const foldWidth = 30
/** A row that belongs to another stands so much farther right. */
export const indentStep = 14
/** Rows that are deeper stand no farther right. */
export const deepest = 6
