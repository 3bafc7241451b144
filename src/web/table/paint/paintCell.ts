// Writes one cell: a class and a text, in one element. Dates have child elements for weekday and 休 or 班.
import { markAt, textWidthOf } from '../columnLayout.ts'
import { totalsRow } from '../selection/selection.ts'
import { deepest } from '../sizes.ts'
import type { TableModel } from '../TableModel.ts'
import type { TableRowMark } from '../types.ts'
import { asOneLine, cutForPainting, emptyMark } from './paintedText.ts'

/** The totals are painted above the first row. */
export const summaryRow = totalsRow

const base = 'bp6-table-cell data-table-cell'
/** Upper bound for how much wider bold texts are. */
const boldness = 1.12

export function rowClass(model: TableModel, row: number): string {
  if (row === summaryRow) return 'data-table-row data-table-summary'
  const mark = model.props.rowMark?.(row)
  const tint = mark?.tint ? ' data-table-tint' : ''
  const subtotal = mark?.subtotal ? ' data-table-subtotal' : ''
  const ticked = model.props.ticks?.isTicked(row) ? ' data-table-ticked-row' : ''
  return `data-table-row${tint}${subtotal}${ticked}${mark?.unfinished || mark?.cut ? ' data-table-hatch' : ''}`
}

/** A figure and its change have no line between them; the last frozen column has a stronger line. */
export function ruleClass(model: TableModel, place: number): string {
  if (place === model.layout.frozen - 1) return 'data-table-rule data-table-edge'
  return model.columns[place]?.paired ? '' : 'data-table-rule'
}

export function paintCell(model: TableModel, element: HTMLElement, row: number, place: number): void {
  const isSummary = row === summaryRow
  if (!isSummary && !model.isLoaded(row)) {
    paintWaiting(model, element, place)
    return
  }
  const index = model.layout.order[place] ?? 0
  const value = isSummary ? null : model.props.cellAt(row, index)
  // A missing value and an empty text are both muted, and differ in their words.
  const given = isSummary ? (model.props.summary?.[index] ?? '') : model.props.textAt?.(row, index)
  const isEmpty =
    given === undefined && (value === null || (value === '' && model.props.countsEmptyTexts === true))
  const text = given ?? (value === null ? emptyMark : (model.columns[place]?.format(value) ?? ''))
  const painted = cutForPainting(text)
  const mark = isSummary ? undefined : model.props.rowMark?.(row)
  const beside = model.columns[place]?.extraWidth ?? 0
  const bold = isSummary || mark?.subtotal ? boldness : 1
  const mayBeCut = model.widthBound.of(painted) * bold > textWidthOf(model.layout, place) - beside
  const tone = model.props.cellClass?.(row, index)
  const name =
    classOf(model, place, isEmpty, mark) +
    (mayBeCut ? ' data-table-long' : '') +
    (place === 0 && !isSummary ? treeClass(model, row) : '')
  setClass(element, tone ? `${name} ${tone}` : name)
  setText(element, model.wraps && !isSummary ? painted : asOneLine(painted), markAt(mark, index))
}

/** Paints a cell whose row is still loading. */
function paintWaiting(model: TableModel, element: HTMLElement, place: number): void {
  setClass(element, `${classOf(model, place, false, undefined)} data-table-waiting`)
  setText(element, '', undefined)
}

function classOf(model: TableModel, place: number, isEmpty: boolean, mark: TableRowMark | undefined): string {
  const column = model.columns[place]
  let name = base
  if (column?.align === 'right') name += ' data-table-right'
  if (isEmpty) name += ' data-table-empty-cell'
  if (place === 0) name += ' data-table-first'
  if (place === model.columns.length - 1) name += ' data-table-last'
  if (column && mark?.unfinishedKeys?.includes(column.key)) name += ' data-table-hatch'
  return name
}

/** Classes for the row's depth, and for whether its child rows are shown. */
function treeClass(model: TableModel, row: number): string {
  const { tree } = model.props
  if (!tree) return ''
  const isOpen = tree.isOpen(row)
  const mark = isOpen === undefined ? '' : isOpen ? ' data-table-open' : ' data-table-folded'
  return ` data-table-depth-${Math.min(tree.depthOf(row), deepest)}${mark}`
}

/** Assigning an unchanged class costs time in every frame. */
export function setClass(element: HTMLElement, name: string): void {
  if (element.className !== name) element.className = name
}

function setText(element: HTMLElement, text: string, mark: TableRowMark | undefined): void {
  const node = element.firstChild
  if (node instanceof Text && !element.firstElementChild) {
    if (node.data !== text) node.data = text
  } else element.textContent = text
  if (!element.firstChild) element.append('')
  if (mark?.weekday) element.append(piece('data-table-weekday', mark.weekday))
  if (mark?.holiday) {
    element.append(piece(mark.holiday === '休' ? 'data-table-holiday' : 'data-table-workday', mark.holiday))
  }
  if (mark?.restated) element.append(piece('data-table-restated', '改'))
  if (mark?.doubted) element.append(piece('data-table-restated', '疑'))
  if (mark?.noted) element.append(piece('data-table-note', ''))
}

function piece(className: string, text: string): HTMLElement {
  const element = document.createElement('span')
  element.className = className
  element.textContent = text
  return element
}
