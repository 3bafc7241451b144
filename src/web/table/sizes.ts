// Sizes shared by script and style sheet, in pixels.

export const headerHeight = 28
/** Height of each line above a column's title. */
export const overHeight = 22
export const usualRowHeight = 24
/** Height of a cell's second and later lines. */
export const lineHeight = 18
export const cellPadding = 10
/** Padding before the first and after the last column, as everywhere on the page. */
export const edgePadding = 16
/** From the left edge of a foldable row to its text. */
export const foldWidth = 30
/** Further indentation of each level of child rows. */
export const indentStep = 14
/** Deeper rows are not indented further. */
export const deepest = 6
