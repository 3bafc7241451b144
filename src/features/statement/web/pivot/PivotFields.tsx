// The dimensions on rows and columns, and the figures: chips that are dragged, or moved by keys.
import { Button, Tag } from '@blueprintjs/core'
import { SwapHorizontal } from '@blueprintjs/icons'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import {
  type Axes,
  type AxisName,
  axesOf,
  placed,
  removed,
  swapped,
  withAxes,
} from '#semantic/model/pivot/axes.ts'
import { FilterButton } from '#web/pick/FilterButton.tsx'
import { PickList } from '#web/pick/PickList.tsx'
import { pickItems } from '#web/pick/pickItem.ts'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { useCategories } from '../pickers/categories.ts'
import { change } from '../report/follow.ts'
import { dimensionName } from '../report/names.ts'
import { useReport } from '../report/store.ts'

export const setAxes = (axes: Axes) => change(withAxes(axes), { atOnce: true })

const dragType = 'application/x-pivot-dimension'
const axisTitles: Record<AxisName, string> = { rows: '行', columns: '列' }
const otherAxis: Record<AxisName, AxisName> = { rows: 'columns', columns: 'rows' }

/** Moves the focus along the chips; it stays on a dimension moved by key. */
const focusChip = (id: number) =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-pivot-chip="${id}"]`)?.focus())

interface ChipProps {
  id: number
  axis: AxisName
  axes: Axes
  name: string
}

function Chip({ id, axis, axes, name }: ChipProps) {
  const [over, setOver] = useState(false)
  const at = axes[axis].indexOf(id)
  const walk = (by: -1 | 1) => {
    const all = [...axes.rows, ...axes.columns]
    const next = all[all.indexOf(id) + by]
    if (next !== undefined) focusChip(next)
  }
  const set = (next: Axes) => {
    setAxes(next)
    focusChip(id)
  }
  const handleKey = (event: KeyboardEvent) => {
    const { key, altKey } = event
    if (altKey && key === 'ArrowLeft' && at > 0) set(placed(axes, id, axis, at - 1))
    else if (altKey && key === 'ArrowRight' && at < axes[axis].length - 1) set(placed(axes, id, axis, at + 2))
    else if (!altKey && key === 'ArrowLeft') walk(-1)
    else if (!altKey && key === 'ArrowRight') walk(1)
    else if (key === 'Enter' || key === ' ') set(placed(axes, id, otherAxis[axis]))
    else if (key === 'Delete' || key === 'Backspace') setAxes(removed(axes, id))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const drop = (event: DragEvent) => {
    const dragged = Number(event.dataTransfer.getData(dragType))
    setOver(false)
    if (!dragged) return
    event.preventDefault()
    event.stopPropagation()
    if (dragged !== id) setAxes(placed(axes, dragged, axis, at))
  }
  return (
    <Tag
      minimal
      className={`pivot-chip ${over ? 'pivot-chip-over' : ''}`}
      // The chip contains its close button, so it is no button itself: the name inside takes focus and keys.
      draggable
      onDragStart={(event: DragEvent) => {
        event.dataTransfer.setData(dragType, String(id))
        event.dataTransfer.effectAllowed = 'move'
      }}
      onDragOver={(event: DragEvent) => {
        if (!event.dataTransfer.types.includes(dragType)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onRemove={() => setAxes(removed(axes, id))}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a button would begin no drag in Firefox. */}
      <span
        className="pivot-chip-name"
        role="button"
        tabIndex={0}
        data-pivot-chip={id}
        title={`${name}：拖动，或 Alt+←→ 换位，Enter 移到${axisTitles[otherAxis[axis]]}，Delete 移除`}
        onKeyDown={handleKey}
      >
        {name}
      </span>
    </Tag>
  )
}

/** Adds to the axis, moves here from the other, or removes. */
function AxisPicker({ axis, axes }: { axis: AxisName; axes: Axes }) {
  const params = useReport((state) => state.params)
  const wanted = axis === 'rows' ? 'dimensions' : 'columns'
  const isOpen = useReport(({ picker }) => picker === wanted)
  const categories = useCategories('dimension')
  const dimensions = params?.dimensions ?? []
  const other = axes[otherAxis[axis]]
  const items = pickItems(dimensions, categories, ({ id, unreachable }) => {
    const isThere = other.includes(id)
    const isHere = axes[axis].includes(id)
    return {
      checked: isHere,
      detail: isThere ? `在${axisTitles[otherAxis[axis]]}` : undefined,
      refused: isThere || isHere ? '' : unreachable,
    }
  })
  return (
    <FilterButton
      label=""
      value="+"
      isOpen={isOpen}
      onOpen={(next) => useReport.setState({ picker: next ? wanted : null })}
      title={`${axisTitles[axis]}维度`}
      className="pivot-add"
    >
      <PickList
        items={items}
        label={`搜索${axisTitles[axis]}维度，可用拼音`}
        onPick={({ key }) => {
          const id = Number(key)
          setAxes(axes[axis].includes(id) ? removed(axes, id) : placed(axes, id, axis))
        }}
      />
    </FilterButton>
  )
}

function Zone({ axis, axes }: { axis: AxisName; axes: Axes }) {
  const params = useReport((state) => state.params)
  const [over, setOver] = useState(false)
  const ids = axes[axis]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop; keys move by the chips themselves.
    <div
      className={`pivot-zone ${over ? 'pivot-zone-over' : ''}`}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(dragType)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        const dragged = Number(event.dataTransfer.getData(dragType))
        if (dragged) setAxes(placed(axes, dragged, axis))
      }}
    >
      <span className="pivot-zone-name">
        {axisTitles[axis]} <KeyHint command={axis === 'rows' ? 'pivot.pickRows' : 'pivot.pickColumns'} />
      </span>
      {ids.map((id) => (
        <Chip key={id} id={id} axis={axis} axes={axes} name={dimensionName(params, id)} />
      ))}
      {ids.length === 0 && <span className="pivot-none">无</span>}
      <AxisPicker axis={axis} axes={axes} />
    </div>
  )
}

export function PivotFields() {
  const info = useReport((state) => state.present?.info)
  if (!info) return null
  const axes = axesOf(info)
  return (
    <div className="pivot-fields">
      <Zone axis="rows" axes={axes} />
      <CommandTip command="pivot.swap" title="行列互换">
        <Button
          variant="minimal"
          size="small"
          icon={<SwapHorizontal size={14} />}
          aria-label="行列互换"
          onClick={() => setAxes(swapped(axes))}
        />
      </CommandTip>
      <Zone axis="columns" axes={axes} />
    </div>
  )
}
