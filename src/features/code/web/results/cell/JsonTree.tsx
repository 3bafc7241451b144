// JSON as a tree for arrow keys and pointer: unfold and fold; Enter or a click on a value copies it.
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { copyText } from '#web/ui/copyText.ts'
import { firstOpen, isBranch, type JsonNode, sizeText, type TreeRow, treeRows } from './jsonNodes.ts'

/** More rows are not drawn at once: fold some to see others. */
const mostRows = 2_000

interface Props {
  root: JsonNode
  label: string
  /** Takes the focus when mounted. */
  first?: boolean
}

export function JsonTree({ root, label, first = false }: Props) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => firstOpen(root))
  const [active, setActive] = useState('')
  const rows = useMemo(() => treeRows(root, open, mostRows), [root, open])
  const tree = useRef<HTMLDivElement>(null)
  const at = Math.max(
    0,
    rows.findIndex(({ path }) => path === active),
  )
  const turn = (path: string, isOpen: boolean) => {
    const next = new Set(open)
    if (isOpen) next.add(path)
    else next.delete(path)
    setOpen(next)
  }
  const isMoved = useRef(false)
  useEffect(() => {
    // Not on mount: the surrounding page would scroll.
    if (isMoved.current)
      tree.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView?.({ block: 'nearest' })
    isMoved.current = true
  }, [at])
  useEffect(() => {
    if (first) tree.current?.focus({ preventScroll: true })
  }, [first])
  const act = (row: TreeRow) => {
    setActive(row.path)
    if (isBranch(row.node)) turn(row.path, !row.isOpen)
    else void copyText(row.node.text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at]
    if (!row) return
    const go = (to: number) => setActive(rows[Math.min(rows.length - 1, Math.max(0, to))]?.path ?? '')
    if (event.key === 'ArrowDown') go(at + 1)
    else if (event.key === 'ArrowUp') go(at - 1)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(rows.length - 1)
    else if (event.key === 'ArrowRight') {
      if (row.isOpen) go(at + 1)
      else if (isBranch(row.node)) turn(row.path, true)
    } else if (event.key === 'ArrowLeft') {
      if (row.isOpen) turn(row.path, false)
      else setActive(row.path.slice(0, Math.max(0, row.path.lastIndexOf('/'))))
    } else if (event.key === 'Enter' || event.key === ' ') act(row)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={tree}
      className="result-json-tree"
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={`json-${at}`}
      onKeyDown={onKeyDown}
    >
      {rows.map((row, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys.
        <div
          key={row.path}
          id={`json-${index}`}
          data-at={index}
          role="treeitem"
          tabIndex={-1}
          aria-level={row.depth + 1}
          aria-selected={index === at}
          {...(isBranch(row.node) && { 'aria-expanded': row.isOpen })}
          className={index === at ? 'result-json-row result-json-row-active' : 'result-json-row'}
          style={{ paddingLeft: 8 + row.depth * 16 }}
          title={isBranch(row.node) ? undefined : '点击复制'}
          onClick={() => act(row)}
        >
          <span className="result-json-fold" aria-hidden="true">
            {isBranch(row.node) ? (row.isOpen ? '▾' : '▸') : ''}
          </span>
          {row.node.name !== null && <span className="result-json-name">{row.node.name}</span>}
          <Value node={row.node} isOpen={row.isOpen} />
        </div>
      ))}
      {rows.length >= mostRows && (
        <div className="result-json-cut">只列出前 {mostRows} 行，收起一些可看后面的</div>
      )}
    </div>
  )
}

function Value({ node, isOpen }: { node: JsonNode; isOpen: boolean }) {
  if (isBranch(node))
    return isOpen && node.name !== null ? null : <span className="result-json-size">{sizeText(node)}</span>
  return <span className={`result-json-${node.kind}`}>{node.text === '' ? '""' : node.text}</span>
}
