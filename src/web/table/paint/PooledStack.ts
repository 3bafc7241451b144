// Blueprint's stack of quadrants without its measuring, which would force up to five layouts while a table mounts, for
// sizes that are known. GridView keeps the quadrants' scroll positions in step. Headers covered by another quadrant are
// not rendered.
import type { Grid } from '@blueprintjs/table'
import { type Component, createElement, type ReactNode } from 'react'

export interface StackProps {
  headerHeight: number
  grid: Grid
  numFrozenColumns?: number
  numFrozenRows?: number
}

/** Private members of Blueprint's class that are replaced or used here. */
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

/** Size of a quadrant without frozen rows or columns: its border. */
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
