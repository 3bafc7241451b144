// The tree: of any number of rows only those in view are drawn. Heights beyond what browsers take are scrolled by share.
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { keepFocus } from '../../../../../web/ui/keepFocus.ts'
import type { ShownRow } from '../engine/shown.ts'
import { copyRow, expandRow, parentOfRow } from './rowWork.ts'
import { jsonWorker, moveTo, toggleRow, tried, useJson } from './store.ts'
import { TreeRow } from './TreeRow.tsx'
import { rowHeight, useRowScroll } from './useRowScroll.ts'

const beyond = 8

export function TreeView() {
  const { total, cursor, turn, filter } = useJson()
  const box = useRef<HTMLDivElement>(null)
  const { first, height, length, show, onScroll } = useRowScroll(box, total)
  const visible = Math.ceil(height / rowHeight) + 1
  const rows = useRows(first, visible, turn, total)
  // biome-ignore lint/correctness/useExhaustiveDependencies: where it stands counts, not how often it is drawn.
  useLayoutEffect(() => show(cursor), [cursor, turn])
  useLayoutEffect(() => keepFocus('.json-tree'), [])
  const active = rows.find(({ at }) => at === cursor)
  return (
    <div
      className="json-tree"
      role="tree"
      tabIndex={0}
      aria-label={filter ? `路径筛选的结果，${total} 行` : `JSON，${total} 行`}
      aria-activedescendant={active ? `json-row-${cursor}` : undefined}
      ref={box}
      onScroll={onScroll}
      onKeyDown={(event) => walk(event, cursor, total, Math.max(1, visible - 2), active)}
    >
      <div className="json-rows" role="presentation">
        {rows.map((row) => (
          <TreeRow
            key={row.at}
            row={row}
            top={(row.at - first) * rowHeight}
            isActive={row.at === cursor}
            onChoose={moveTo}
            onToggle={toggle}
          />
        ))}
      </div>
      <div style={{ height: length }} role="presentation" />
    </div>
  )
}

const toggle = (row: number) => {
  moveTo(row)
  void toggleRow(row)
}

/** The rows near the view; those of the moment before stay until they come. */
function useRows(first: number, visible: number, turn: number, total: number): readonly ShownRow[] {
  const [rows, setRows] = useState<readonly ShownRow[]>([])
  const from = Math.max(0, Math.floor(first) - beyond)
  const to = Math.min(total, Math.ceil(first) + visible + beyond)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn means other rows.
  useEffect(() => {
    let isGone = false
    void tried(async () => {
      const { rows: found } = await jsonWorker.desk('rows', from, to)
      if (!isGone) setRows(found)
    })
    return () => {
      isGone = true
    }
  }, [from, to, turn])
  return rows
}

function walk(
  event: KeyboardEvent,
  cursor: number,
  total: number,
  page: number,
  row: ShownRow | undefined,
): void {
  if (event.nativeEvent.isComposing || event.altKey) return
  if (event.ctrlKey || event.metaKey) {
    // What is marked with the pointer is copied as everywhere.
    if (event.key === 'c' && window.getSelection()?.isCollapsed !== false) void copyRow('value')
    return
  }
  const act = moves(cursor, total, page, row)[event.key]
  if (!act) return
  event.preventDefault()
  act()
}

function moves(
  cursor: number,
  total: number,
  page: number,
  row: ShownRow | undefined,
): Record<string, () => void> {
  const isBox = row !== undefined && row.count !== null
  return {
    ArrowDown: () => moveTo(cursor + 1),
    ArrowUp: () => moveTo(cursor - 1),
    PageDown: () => moveTo(cursor + page),
    PageUp: () => moveTo(cursor - page),
    Home: () => moveTo(0),
    End: () => moveTo(total - 1),
    ArrowRight: () => {
      if (isBox && !row.isOpen) void toggleRow(cursor, true)
      else if (isBox && row.count !== 0) moveTo(cursor + 1)
    },
    ArrowLeft: () => {
      if (isBox && row.isOpen) void toggleRow(cursor, false)
      else void parentOfRow(cursor)
    },
    Enter: () => void toggleRow(cursor),
    ' ': () => void toggleRow(cursor),
    '*': () => void expandRow(cursor),
  }
}
