// Blueprint's table with cells painted by a pool. It keeps Blueprint's quadrants, headers, resizing, regions and grid,
// and leaves out the expensive parts: a React component per visible cell, a render per scroll event, and a render
// before new rows show when only the rows have changed.
import { Grid, Rect, Table, type TableProps, Utils } from '@blueprintjs/table'
import {
  type ComponentType,
  cloneElement,
  createElement,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
} from 'react'
import { headerHeight } from '../sizes.ts'
import type { GridView } from './GridView.ts'
import { pooledStack, type StackClass, type StackProps } from './PooledStack.ts'
import type { QuadrantName } from './quadrants.ts'

// Blueprint clamps the header height to these bounds, and renders no more columns than the default; wide screens hold
// more.
Grid.MIN_COLUMN_HEADER_HEIGHT = headerHeight
Grid.DEFAULT_MAX_COLUMNS = 400
Grid.DEFAULT_BLEED = 5

/**
 * Blueprint compares all row heights at each update: comparing 100,000 takes a millisecond, so identical arrays are
 * recognised first.
 */
const compare = Utils.compareSparseArrays
Utils.compareSparseArrays = (one, other) => (one !== undefined && one === other) || compare(one, other)

interface PooledTableProps extends Partial<TableProps> {
  view: GridView
  /** Attributes for the element that takes the focus. */
  rootAttributes: HTMLAttributes<HTMLElement>
}

/**
 * Private members of Blueprint's class that are replaced here; tests/web/table/blueprint.test.tsx names each that an
 * update of Blueprint moves.
 */
export interface TableParts {
  columnHeaderHeight: number
  grid: Grid | null
  locator: Locator | undefined
  refHandlers: { columnHeader: (element: HTMLElement | null) => void }
  renderBody: BodyRenderer
  renderTableContents: (keys: object) => ReactElement<ContentsProps, 'div'>
  updateViewportRect: (next: Rect | undefined) => void
}
/** What Blueprint asks of its locator: its own answers would force a layout. */
interface Locator {
  convertPointToCell: () => { row: number; col: number }
  convertPointToColumn: () => number
  getViewportRect: () => Rect
  getWidestVisibleCellInColumn: (column: number) => number
  hasHorizontalOverflowOrExactFit: () => boolean
  hasVerticalOverflowOrExactFit: () => boolean
  setGrid: () => Locator
  setNumFrozenColumns: () => Locator
  setNumFrozenRows: () => Locator
}
interface ContentsProps extends Omit<HTMLAttributes<HTMLElement>, 'children'> {
  children: readonly [ReactElement<StackProps, StackClass>, ...ReactNode[]]
}
type BodyRenderer = (
  quadrant: QuadrantName,
  rowsOnly?: boolean,
  columnsOnly?: boolean,
) => ReactElement<{ children?: readonly [ReactElement, ...ReactNode[]] }> | undefined

type DerivedFrom = Parameters<typeof Table.getDerivedStateFromProps>

/** Blueprint's props for the rows, and the state that it derives from them at each update. */
const rowProps: readonly string[] = ['numRows', 'rowHeights', 'rootAttributes', 'onColumnWidthChanged']
const rowStates: readonly string[] = ['rowHeights', 'childrenArray', 'selectedRegions']

function sameBut(others: readonly string[], one: object, other: object): boolean {
  const before = one as Record<string, unknown>
  return Object.entries(other).every(([key, value]) => value === before[key] || others.includes(key))
}

/** Answers from the view. There are no ghost cells, for which overflow is asked, and no selection by Blueprint. */
function locatorOf(view: GridView): Locator {
  const locator: Locator = {
    convertPointToCell: () => ({ row: -1, col: -1 }),
    convertPointToColumn: () => -1,
    getViewportRect: () => view.viewport,
    getWidestVisibleCellInColumn: (column) => view.fittingWidth(column),
    hasHorizontalOverflowOrExactFit: () => true,
    hasVerticalOverflowOrExactFit: () => true,
    setGrid: () => locator,
    setNumFrozenColumns: () => locator,
    setNumFrozenRows: () => locator,
  }
  return locator
}

let PooledStack: StackClass | undefined

/** An empty range: the pool above paints the rows. */
const noRows = { rowIndexStart: 0, rowIndexEnd: -1, columnIndexStart: 0, columnIndexEnd: -1 }
const stillRect = new Rect(0, 0, 0, 0)

class PooledBlueprintTable extends Table {
  /** Heights and widths of the last render. */
  private rowHeights: PooledTableProps['rowHeights']
  private columnWidths: PooledTableProps['columnWidths']
  private readonly hosts = new Map<QuadrantName, (element: HTMLElement | null) => void>()

  /** All heights and widths are given by props and kept as they are: Blueprint would copy them at each update. */
  static override getDerivedStateFromProps(...[props, state]: DerivedFrom) {
    const given = { rowHeights: props.rowHeights as number[], columnWidths: props.columnWidths as number[] }
    const next = Table.getDerivedStateFromProps(props, { ...state, rowHeights: given.rowHeights })
    return next && { ...next, ...given }
  }

  constructor(props: PooledTableProps) {
    super(props as unknown as ConstructorParameters<typeof Table>[0])
    const parts = this as unknown as TableParts
    parts.locator = locatorOf(props.view)
    // The header height is known, and reading it would force a layout.
    parts.refHandlers.columnHeader = () => {}
    // Otherwise Blueprint renders three times: without headers, with headers, and once they are mounted.
    const viewportRect = props.view.expectedViewport
    this.state = { ...this.state, didHeadersMount: true, ...(viewportRect && { viewportRect }) }
    const renderBody = parts.renderBody
    parts.renderBody = (quadrant, rowsOnly, columnsOnly) => {
      const body = renderBody(quadrant, rowsOnly, columnsOnly)
      return body && this.withPool(body, quadrant)
    }
    const update = parts.updateViewportRect
    parts.updateViewportRect = (next) => {
      if (next && this.needsRender(next)) update(next)
    }
  }

  /** New rows in the same columns: the pool paints them at once, and Blueprint's render can wait. */
  override shouldComponentUpdate(...[next, state]: Parameters<Table['shouldComponentUpdate']>): boolean {
    const { view } = this.pooledProps
    const isLate = view.isOwing || next.rowHeights !== this.props.rowHeights
    if (isLate && sameBut(rowProps, this.props, next) && sameBut(rowStates, this.state, state)) {
      view.owe(() => this.forceUpdate())
      return false
    }
    return super.shouldComponentUpdate(next, state)
  }

  override render() {
    this.pooledProps.view.paid()
    this.renewGrid()
    const parts = this as unknown as TableParts
    const { rootAttributes, view } = this.pooledProps
    parts.columnHeaderHeight = view.model.headerHeight
    const contents = parts.renderTableContents({})
    const [stack, ...layers] = contents.props.children
    PooledStack ??= pooledStack(stack.type)
    const pooled = createElement(PooledStack, { ...stack.props, headerHeight: parts.columnHeaderHeight })
    return createElement(contents.type, { ...contents.props, ...rootAttributes }, pooled, ...layers)
  }

  /** Replaces Blueprint's version, which measures and renders everything again. */
  override componentDidMount(): void {
    this.pooledProps.view.followSize(() => {
      const { locator, updateViewportRect } = this as unknown as TableParts
      updateViewportRect(locator?.getViewportRect())
    })
  }

  override componentDidUpdate(...before: Parameters<Table['componentDidUpdate']>): void {
    super.componentDidUpdate(...before)
    this.pooledProps.view.afterTableUpdate()
  }

  private get pooledProps(): PooledTableProps {
    return this.props as unknown as PooledTableProps
  }

  /** Blueprint notices new heights or widths only after rendering, and would then render everything again. */
  private renewGrid(): void {
    const { rowHeights, columnWidths } = this.pooledProps
    if (rowHeights === this.rowHeights && columnWidths === this.columnWidths) return
    Object.assign(this, { rowHeights, columnWidths })
    ;(this as unknown as TableParts).grid = null
  }

  private withPool(body: NonNullable<ReturnType<BodyRenderer>>, quadrant: QuadrantName) {
    const [tableBody, ...regions] = body.props.children ?? []
    if (!tableBody) return body
    return (
      <div>
        {cloneElement(tableBody, { ...noRows, viewportRect: stillRect } as object)}
        <div className="data-table-cells" ref={this.hostOf(quadrant)} />
        {regions}
      </div>
    )
  }

  private hostOf(quadrant: QuadrantName) {
    let host = this.hosts.get(quadrant)
    if (!host) {
      host = (element) => this.pooledProps.view.attachHost(quadrant, element)
      this.hosts.set(quadrant, host)
    }
    return host
  }

  /**
   * Vertical scrolling changes nothing that Blueprint renders; horizontal scrolling only when other headers come into
   * view.
   */
  private needsRender(next: Rect): boolean {
    const { grid } = this as unknown as TableParts
    const before = this.state.viewportRect
    if (!before || !grid || before.width !== next.width) return true
    const shown = grid.getColumnIndicesInRect(before)
    const wanted = grid.getColumnIndicesInRect(next)
    return (
      shown.columnIndexStart !== wanted.columnIndexStart || shown.columnIndexEnd !== wanted.columnIndexEnd
    )
  }
}

/** Blueprint's type accepts only its own props; ours are more. */
export const PooledTable = PooledBlueprintTable as unknown as ComponentType<PooledTableProps>
