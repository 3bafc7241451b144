// A row's name, which is the drag handle and the drop target.
import { type DragEvent, useState } from 'react'
import { type DropPlace, drop, dropPlaceOf } from './dragging.ts'
import { isFolderKey, isViewKey, type NodeKey } from './shape.ts'

interface Props {
  nodeKey: NodeKey
  name: string
  depth: number
  selected?: boolean
  expanded?: boolean
  /** The meaning of its icons, for screen readers. */
  marks?: string
}

const dragType = 'application/x-report-node'

export function NodeLabel({ nodeKey, name, depth, selected = false, expanded, marks }: Props) {
  const [place, setPlace] = useState<DropPlace | null>(null)
  const handleOver = (event: DragEvent<HTMLElement>) => {
    if (!event.dataTransfer.types.includes(dragType)) return
    event.preventDefault()
    const { top, height } = event.currentTarget.getBoundingClientRect()
    setPlace(dropPlaceOf(nodeKey, (event.clientY - top) / height))
  }
  const handleDrop = (event: DragEvent<HTMLElement>) => {
    event.preventDefault()
    const dragged = event.dataTransfer.getData(dragType)
    if (dragged && place) void drop(dragged, nodeKey, place)
    setPlace(null)
  }
  return (
    <span
      id={`tree-${nodeKey}`}
      className={`tree-label ${place ? `tree-drop-${place}` : ''}`}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={selected}
      aria-expanded={expanded}
      aria-description={marks}
      tabIndex={-1}
      title={name}
      draggable={isViewKey(nodeKey) || isFolderKey(nodeKey)}
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, nodeKey)
        event.dataTransfer.effectAllowed = 'move'
      }}
      onDragOver={handleOver}
      onDragLeave={() => setPlace(null)}
      onDrop={handleDrop}
    >
      {name}
    </span>
  )
}
