// The tree, which renders only the visible rows of any number. Heights beyond the browser's limit are
// scrolled proportionally.
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { keepFocus } from '#web/ui/focus/keepFocus.ts'
import type { ShownRow } from '../engine/shown.ts'
import { copyRow, expandRow, inTurn, stepRow } from './rowWork.ts'
import { jsonWorker, markEqualKeys, moveTo, toggleRow, tried, useJson } from './store.ts'
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
      onKeyDown={(event) => walk(event, Math.max(1, visible - 2))}
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

/** The rows near the viewport; the previous ones stay until the new ones arrive. */
function useRows(first: number, visible: number, turn: number, total: number): readonly ShownRow[] {
  const [rows, setRows] = useState<readonly ShownRow[]>([])
  const from = Math.max(0, Math.floor(first) - beyond)
  const to = Math.min(total, Math.ceil(first) + visible + beyond)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn means other rows.
  useEffect(() => {
    let isGone = false
    void tried(async () => {
      const { rows: found } = await jsonWorker.askText('rows', from, to)
      if (isGone) return
      setRows(found)
      void tried(markEqualKeys)
    })
    return () => {
      isGone = true
    }
  }, [from, to, turn])
  return rows
}

function walk(event: KeyboardEvent, page: number): void {
  if (event.nativeEvent.isComposing || event.altKey) return
  if (event.ctrlKey || event.metaKey) {
    // A text selected with the pointer is copied as on any page.
    if (event.key === 'c' && window.getSelection()?.isCollapsed !== false) inTurn(() => copyRow('value'))
    return
  }
  const act = moves(page)[event.key]
  if (!act) return
  event.preventDefault()
  inTurn(act)
}

function moves(page: number): Record<string, () => Promise<void> | void> {
  const by = (rows: number) => () => moveTo(useJson.getState().cursor + rows)
  return {
    ArrowDown: by(1),
    ArrowUp: by(-1),
    PageDown: by(page),
    PageUp: by(-page),
    Home: () => moveTo(0),
    End: () => moveTo(useJson.getState().total - 1),
    ArrowRight: () => stepRow('in'),
    ArrowLeft: () => stepRow('out'),
    Enter: () => toggleRow(useJson.getState().cursor),
    ' ': () => toggleRow(useJson.getState().cursor),
    '*': () => expandRow(),
  }
}
