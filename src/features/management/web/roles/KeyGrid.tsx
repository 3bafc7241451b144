// A role's keys, one row for each list: arrow keys move, Space grants or revokes, and what the selected key
// grants is shown below.
import { type KeyboardEvent, useRef, useState } from 'react'
import {
  type PermissionKey,
  permissionKeys,
  permissions,
  ruleLists,
  ruleListTitles,
} from '#shared/permissions.ts'
import type { DrawnProps } from '#web/form/types.ts'
import { KeyOpens } from '../KeyOpens.tsx'
import '../management.css'

const rows = ruleLists.map((list) => ({
  list,
  keys: permissionKeys.filter((key) => permissions[key].rule === list),
}))

interface Place {
  row: number
  column: number
}

/**
 * Beyond the end of a row the selection stays at its last key; beyond the first or last row it does not move.
 */
function moved({ row, column }: Place, pressed: string): Place | null {
  const last = (at: number) => (rows[at]?.keys.length ?? 1) - 1
  switch (pressed) {
    case 'ArrowRight':
      return { row, column: Math.min(column + 1, last(row)) }
    case 'ArrowLeft':
      return { row, column: Math.max(column - 1, 0) }
    case 'ArrowDown':
    case 'ArrowUp': {
      const next = Math.min(Math.max(row + (pressed === 'ArrowDown' ? 1 : -1), 0), rows.length - 1)
      return { row: next, column: Math.min(column, last(next)) }
    }
    case 'Home':
      return { row, column: 0 }
    case 'End':
      return { row, column: last(row) }
    default:
      return null
  }
}

export function KeyGrid({ id, label, value, readOnly, onChange, onBlur }: DrawnProps) {
  const held = value as readonly string[]
  const [place, setPlace] = useState<Place>({ row: 0, column: 0 })
  const grid = useRef<HTMLDivElement>(null)
  const front = rows[place.row]?.keys[place.column] ?? 'manage_dictionary'
  const go = (to: Place) => {
    setPlace(to)
    const cell = grid.current?.querySelector<HTMLElement>(`[data-place="${to.row} ${to.column}"]`)
    cell?.focus()
  }
  const toggle = (key: PermissionKey) => {
    if (readOnly) return
    // In the table's order, so that granting and revoking a key again is no change.
    onChange(permissionKeys.filter((one) => (one === key) !== held.includes(one)))
  }
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const to = moved(place, event.key)
    if (event.key === ' ') toggle(front)
    else if (to) go(to)
    else return
    event.preventDefault()
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a table has no arrows. */}
      <div
        id={id}
        role="grid"
        tabIndex={-1}
        aria-label={label}
        aria-multiselectable
        className="management-grid"
        ref={grid}
        onKeyDown={press}
        onBlur={onBlur}
      >
        {rows.map(({ list, keys }, row) => (
          // biome-ignore lint/a11y/useSemanticElements: see above.
          // biome-ignore lint/a11y/useFocusableInteractive: its cells are.
          <div role="row" key={list} className="management-row">
            {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
            {/* biome-ignore lint/a11y/useFocusableInteractive: names the row. */}
            <div role="rowheader" className="management-rule">
              {ruleListTitles[list]}
              <small>{list}</small>
            </div>
            <div role="presentation" className="management-cells">
              {keys.map((key, column) => (
                // biome-ignore lint/a11y/useSemanticElements: see above.
                // biome-ignore lint/a11y/useKeyWithClickEvents: the grid takes the keys.
                <div
                  role="gridcell"
                  key={key}
                  tabIndex={place.row === row && place.column === column ? 0 : -1}
                  aria-label={permissions[key].title}
                  aria-selected={held.includes(key)}
                  data-place={`${row} ${column}`}
                  className={held.includes(key) ? 'management-cell management-held' : 'management-cell'}
                  onFocus={() => setPlace({ row, column })}
                  onClick={() => {
                    go({ row, column })
                    toggle(key)
                  }}
                >
                  <span aria-hidden="true" className="management-check">
                    {held.includes(key) ? '✓' : ''}
                  </span>
                  {permissions[key].title}
                </div>
              ))}
            </div>
          </div>
        ))}
      </div>
      <KeyOpens of={front} key={front} />
    </>
  )
}
