// Blueprint's stack of quadrants without its measuring: it would lay out the page up to five times while a table is
// mounted, for sizes that are known. Where its quadrants are scrolled is the view's to say. Headers that others cover
// are not drawn.
import type { Grid } from '@blueprintjs/table'
import { type Component, createElement, type ReactNode } from 'react'

export interface StackProps {
  headerHeight: number
  grid: Grid
  numFrozenColumns?: number
  numFrozenRows?: number
}

/** Private parts of Blueprint's class that are replaced or used here. */
export interface StackParts extends Component<StackProps> {
  cache: { setColumnHeaderHeight: (height: number) => void; setRowHeaderWidth: (width: number) => void }
  maybeSetQuadrantSizes: (width: number, height: number) => void
  renderLeftQuadrantColumnHeader: () => ReactNode
  renderMainQuadrantColumnHeader: () => ReactNode
  renderTableOverlay: () => void
  syncQuadrantViews: () => void
}
export type StackClass = new (props: StackProps) => StackParts

const coveredHeader = () => createElement('div', { className: 'bp6-table-column-headers' })

/** Of a quadrant that stands beside nothing: its border. */
const leastSize = 1

export function pooledStack(Stack: StackClass): StackClass {
  return class PooledStack extends Stack {
    constructor(props: StackProps) {
      super(props)
      this.renderMainQuadrantColumnHeader = coveredHeader
      this.renderLeftQuadrantColumnHeader = coveredHeader
      this.renderTableOverlay = () => undefined
      this.syncQuadrantViews = () => {
        const { headerHeight, grid, numFrozenColumns = 0, numFrozenRows = 0 } = this.props
        this.cache.setRowHeaderWidth(0)
        this.cache.setColumnHeaderHeight(headerHeight)
        const width = numFrozenColumns > 0 ? grid.getCumulativeWidthAt(numFrozenColumns - 1) : leastSize
        const height = numFrozenRows > 0 ? grid.getCumulativeHeightAt(numFrozenRows - 1) : leastSize
        this.maybeSetQuadrantSizes(width, headerHeight + height)
      }
    }

    override componentDidUpdate(before: StackProps): void {
      super.componentDidUpdate?.(before, {})
      if (before.headerHeight !== this.props.headerHeight) this.syncQuadrantViews()
    }
  }
}
