// Rows of equal height, of which only the visible ones are drawn; keys work as in a tree.
import { Button } from '@blueprintjs/core'
import { CaretDown, CaretRight, EyeOpen, Trash } from '@blueprintjs/icons'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

export interface Row {
  key: string
  depth: number
  label: ReactNode
  /** For screen readers and the tool tip. */
  title: string
  detail?: ReactNode
  /** The detail keeps its width; a long label is cut instead. */
  firm?: boolean
  icon?: ReactNode
  /** Whether its children show; undefined where it has none. */
  open?: boolean
  onToggle?: (open: boolean) => void
  /** On Enter and double click; on single click where nothing unfolds. */
  onChoose?: () => void
  peek?: RowAction
  remove?: RowAction
  /** Text inserted when dropped. */
  drag?: string
}

/** A key, and a button that shows while the row is hovered or active. */
interface RowAction {
  title: string
  /** The action's name, for screen readers. */
  label: string
  run: () => void
  /** Replaces the key's usual icon. */
  Icon?: typeof EyeOpen
}

/** Space previews a row; arrows fold and unfold. */
const actions = [
  { name: 'peek', key: ' ', shown: '空格', Icon: EyeOpen },
  { name: 'remove', key: 'Delete', shown: 'Delete', Icon: Trash },
] as const

const rowHeight = 24
const touchHeight = 32
const spareRows = 8

interface Props {
  label: string
  rows: readonly Row[]
  tall: boolean
}

export function RowList({ label, rows, tall }: Props) {
  const [cursor, setCursor] = useState('')
  const [view, setView] = useState({ top: 0, height: 600 })
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const height = tall ? touchHeight : rowHeight
  useEffect(() => {
    const element = box.current
    if (!element || !('ResizeObserver' in window)) return
    const observer = new ResizeObserver(() =>
      setView(({ top }) => ({ top, height: element.clientHeight || 600 })),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const at = Math.max(
    0,
    rows.findIndex((row) => row.key === cursor),
  )
  const move = (to: number) => {
    const place = Math.min(rows.length - 1, Math.max(0, to))
    const row = rows[place]
    const element = box.current
    if (!row || !element) return
    setCursor(row.key)
    const top = place * height
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + height > element.scrollTop + element.clientHeight) {
      element.scrollTop = top + height - element.clientHeight
    }
  }
  const press = (event: KeyboardEvent) => {
    const row = rows[at]
    // A button within a row handles its own keys.
    if (!row || event.target !== event.currentTarget || !act(event.key, row)) return
    event.preventDefault()
  }
  const act = (key: string, row: Row): boolean => {
    const page = Math.max(1, Math.floor(view.height / height) - 1)
    const action = actions.find(({ name, key: its }) => its === key && row[name])
    if (action) row[action.name]?.run()
    else if (key === 'ArrowDown') move(at + 1)
    else if (key === 'ArrowUp') move(at - 1)
    else if (key === 'PageDown') move(at + page)
    else if (key === 'PageUp') move(at - page)
    else if (key === 'Home') move(0)
    else if (key === 'End') move(rows.length - 1)
    else if (key === 'ArrowRight') {
      if (row.open === false) row.onToggle?.(true)
      else if (row.open) move(at + 1)
    } else if (key === 'ArrowLeft') {
      if (row.open) row.onToggle?.(false)
      else move(parentOf(rows, at))
    } else if (key === ' ') {
      if (row.open === undefined) row.onChoose?.()
      else row.onToggle?.(!row.open)
    } else if (key === 'Enter') {
      if (row.onChoose) row.onChoose()
      else row.onToggle?.(!row.open)
    } else return false
    return true
  }
  const flat = rows.every((row) => row.open === undefined)
  const first = Math.max(0, Math.floor(view.top / height) - spareRows)
  const last = Math.min(rows.length, Math.ceil((view.top + view.height) / height) + spareRows)
  return (
    <div
      ref={box}
      className="side-scroll side-list"
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={rows[at] ? `${id}${at}` : undefined}
      onKeyDown={press}
      onFocus={(event) => {
        if (event.target === event.currentTarget && cursor === '') setCursor(rows[0]?.key ?? '')
      }}
      onScroll={(event) => {
        const { scrollTop: top, clientHeight } = event.currentTarget
        setView({ top, height: clientHeight || 600 })
      }}
    >
      <div className="side-rows" style={{ height: rows.length * height }}>
        {rows.slice(first, last).map((row, offset) => (
          <RowItem
            key={row.key}
            id={`${id}${first + offset}`}
            row={row}
            top={(first + offset) * height}
            height={height}
            flat={flat}
            isCursor={row.key === cursor}
            onCursor={() => setCursor(row.key)}
          />
        ))}
      </div>
    </div>
  )
}

function parentOf(rows: readonly Row[], at: number): number {
  const depth = rows[at]?.depth ?? 0
  for (let above = at - 1; above >= 0; above -= 1) if ((rows[above]?.depth ?? 0) < depth) return above
  return at
}

interface ItemProps {
  id: string
  row: Row
  top: number
  height: number
  /** Nothing in the list unfolds: no room for carets is needed. */
  flat: boolean
  isCursor: boolean
  onCursor: () => void
}

function RowItem({ id, row, top, height, flat, isCursor, onCursor }: ItemProps) {
  const click = () => {
    onCursor()
    if (row.open !== undefined) row.onToggle?.(!row.open)
    else row.onChoose?.()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the list has the focus and the keys.
    <div
      id={id}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-expanded={row.open}
      aria-selected={isCursor}
      className={`side-row ${isCursor ? 'side-cursor' : ''}`}
      style={{ top, height, paddingLeft: (flat ? 12 : 8) + row.depth * 16 }}
      title={row.title}
      draggable={row.drag !== undefined}
      onClick={click}
      onDoubleClick={() => row.open !== undefined && row.onChoose?.()}
      onDragStart={(event) => {
        event.dataTransfer.setData('application/x-sql-name', row.drag ?? '')
        event.dataTransfer.setData('text/plain', row.drag ?? '')
      }}
    >
      {!flat && (
        <span className="side-caret">
          {row.open !== undefined && (row.open ? <CaretDown size={14} /> : <CaretRight size={14} />)}
        </span>
      )}
      {row.icon && <span className="side-icon">{row.icon}</span>}
      <span className="side-label">{row.label}</span>
      {row.detail !== undefined && (
        <span className={`side-detail ${row.firm ? 'side-detail-firm' : ''}`}>{row.detail}</span>
      )}
      <RowButtons row={row} />
    </div>
  )
}

function RowButtons({ row }: { row: Row }) {
  const shown = actions.filter(({ name }) => row[name])
  if (shown.length === 0) return null
  return (
    <span className="side-actions">
      {shown.map(({ name, shown: keyName, Icon: usual }) => {
        const Icon = row[name]?.Icon ?? usual
        return (
          <Button
            key={name}
            variant="minimal"
            size="small"
            // The list has the focus and handles the key.
            tabIndex={-1}
            icon={<Icon size={12} />}
            aria-label={row[name]?.label}
            title={`${row[name]?.title}（${keyName}）`}
            onClick={(event) => {
              event.stopPropagation()
              row[name]?.run()
            }}
          />
        )
      })}
    </span>
  )
}
