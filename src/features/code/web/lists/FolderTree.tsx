// Folders of the saved queries, and their tags: each narrows the list, and what is chosen stands in the address.
import { FolderClose, FolderOpen, Layers, Tag } from '@blueprintjs/icons'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import type { SavedQuery } from '../../contract.ts'
import { changeQueryAddress, type QueryAddress } from './address.ts'
import { foldersOf, tagsOf } from './shownQueries.ts'

interface Props {
  list: readonly SavedQuery[]
  address: QueryAddress
  /** The drawer of narrow windows closes with a choice. */
  onChosen?: () => void
}

export function FolderTree({ list, address, onChosen }: Props) {
  const folders = foldersOf(list)
  const tags = tagsOf(list)
  const choose = (change: Partial<QueryAddress>) => {
    changeQueryAddress({ ...change, chosen: '' }, { step: true })
    onChosen?.()
  }
  return (
    <div className="query-side">
      <Rows label="文件夹">
        <Row
          depth={0}
          icon={<Layers size={14} />}
          name="全部查询"
          count={list.length}
          chosen={address.folder === ''}
          onChoose={() => choose({ folder: '' })}
        />
        {folders.map(({ path, name, depth, count }) => (
          <Row
            key={path}
            depth={depth + 1}
            icon={address.folder === path ? <FolderOpen size={14} /> : <FolderClose size={14} />}
            name={name}
            count={count}
            chosen={address.folder === path}
            onChoose={() => choose({ folder: path })}
          />
        ))}
      </Rows>
      {tags.length > 0 && (
        <>
          <h2 className="query-side-head">标签</h2>
          <Rows label="标签">
            {tags.map(({ tag, count }) => (
              <Row
                key={tag}
                depth={0}
                icon={<Tag size={14} />}
                name={tag}
                count={count}
                chosen={address.tag === tag}
                onChoose={() => choose({ tag: address.tag === tag ? '' : tag })}
              />
            ))}
          </Rows>
        </>
      )}
    </div>
  )
}

/** Up and down walk the rows, as in any tree. */
function Rows({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const walk = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const rows = [...(box.current?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? [])]
    const at = rows.indexOf(document.activeElement as HTMLElement)
    const last = rows.length - 1
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    rows[Math.min(last, Math.max(0, next))]?.focus()
  }
  return (
    <div ref={box} role="tree" tabIndex={-1} aria-label={label} onKeyDown={walk}>
      {children}
    </div>
  )
}

interface RowProps {
  depth: number
  icon: ReactNode
  name: string
  count: number
  chosen: boolean
  onChoose: () => void
}

function Row({ depth, icon, name, count, chosen, onChoose }: RowProps) {
  return (
    <button
      type="button"
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={chosen}
      aria-label={`${name} ${count} 个`}
      className="query-side-row"
      style={{ paddingLeft: 12 + depth * 16 }}
      onClick={onChoose}
    >
      {icon}
      <span className="query-side-name" title={name}>
        {name}
      </span>
      <span className="query-side-count">{count}</span>
    </button>
  )
}
