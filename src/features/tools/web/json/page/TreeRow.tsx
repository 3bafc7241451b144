// One row of the tree: key, value notation, and what the value may mean.
import { ChevronDown, ChevronRight } from '@blueprintjs/icons'
import { memo } from 'react'
import type { ShownRow } from '../engine/shown.ts'
import { hintText } from './words.ts'

interface Props {
  row: ShownRow
  top: number
  isActive: boolean
  onChoose: (row: number) => void
  onToggle: (row: number) => void
}

/** Deeper levels show their number instead of an indent. */
const deepestIndent = 24

export const TreeRow = memo(function TreeRow({ row, top, isActive, onChoose, onToggle }: Props) {
  const { at, depth, label, isMember, kind, text, isCut, count, isOpen, isDuplicate, hint } = row
  const isBox = count !== null
  const folds = isBox && count > 0
  const note = hint && hintText(hint)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names the row.
    <div
      id={`json-row-${at}`}
      className={isActive ? 'json-row json-row-active' : 'json-row'}
      role="treeitem"
      aria-selected={isActive}
      aria-level={depth + 1}
      {...(folds && { 'aria-expanded': isOpen })}
      style={{ transform: `translateY(${top}px)`, '--json-depth': Math.min(depth, deepestIndent) } as object}
      onClick={(event) => {
        if ((event.target as Element).closest('.json-fold')) onToggle(at)
        else onChoose(at)
      }}
      onDoubleClick={(event) => {
        if (!(event.target as Element).closest('.json-fold')) onToggle(at)
      }}
    >
      <span className="json-fold" aria-hidden="true">
        {folds && (isOpen ? <ChevronDown size={14} /> : <ChevronRight size={14} />)}
      </span>
      {depth > deepestIndent && <span className="json-hint">第 {depth} 层</span>}
      {label !== null && (
        <span className={isMember ? 'json-key' : 'json-place'}>
          {label}
          <span className="json-colon">:</span>
        </span>
      )}
      {isDuplicate && <span className="json-mark">重复的键</span>}
      {isBox && (
        <span className="json-count">
          {kind === 'object' ? '{ }' : '[ ]'} {count} 项
        </span>
      )}
      {!(isBox && (isOpen || count === 0)) && (
        <span className={`json-value json-${isBox ? 'box' : kind}`}>
          {text}
          {isCut && '…'}
        </span>
      )}
      {note && <span className="json-hint">{note}</span>}
    </div>
  )
})
