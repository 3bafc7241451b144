// Folders of saved queries, one's own and the team's, and tags: each narrows the list, and the choice is part
// of the address.
import { Button } from '@blueprintjs/core'
import { FolderClose, FolderOpen, Layers, More, Tag } from '@blueprintjs/icons'
import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { changeAddress, readAddress } from '#web/list/address.ts'
import { ContextArea } from '#web/ui/menus/ContextArea.tsx'
import { PopupMenu } from '#web/ui/menus/PopupMenu.tsx'
import { loadFolders, useFolders } from '../library/folders.ts'
import { AddFolder, TeamFolders, TeamIcon, TeamNote } from '../library/TeamFolders.tsx'
import { foldersOf, tagsOf } from './folders.ts'
import { queryList } from './queryList.tsx'

interface Props {
  /** Closes the drawer of narrow windows. */
  onChosen: () => void
}

export function FolderTree({ onChosen }: Props) {
  const rows = queryList.useState((state) => state.rows)
  const { declaration } = queryList
  const { filters } = readAddress(declaration, useSearch())
  const { folder = '', tag: chosenTag = '' } = filters
  const choose = (change: Record<string, string>) => {
    changeAddress(declaration, { filters: { ...filters, ...change }, chosen: '' }, { step: true })
    onChosen()
  }
  useEffect(() => void loadFolders(), [])
  const own = rows.filter(({ folderId }) => folderId === null)
  const tags = tagsOf(rows)
  const { folders } = useFolders()
  return (
    <div className="query-side">
      <Rows label="文件夹">
        <Row
          depth={0}
          icon={<Layers size={14} />}
          name="全部查询"
          count={rows.length}
          chosen={folder === ''}
          onChoose={() => choose({ folder: '' })}
        />
        {foldersOf(own).map(({ path, name, depth, count }) => (
          <Row
            key={path}
            depth={depth + 1}
            icon={folder === path ? <FolderOpen size={14} /> : <FolderClose size={14} />}
            name={name}
            count={count}
            chosen={folder === path}
            onChoose={() => choose({ folder: path })}
          />
        ))}
      </Rows>
      <div className="query-side-head query-side-title">
        <h2>团队</h2>
        <AddFolder />
      </div>
      <TeamNote />
      {folders.length > 0 && (
        <Rows label="团队文件夹">
          <TeamFolders
            rows={rows}
            place={folder}
            draw={({ key, depth, icon, name, detail, count, place, menu }) => (
              <Row
                key={key}
                depth={depth}
                icon={
                  icon === 'team' ? (
                    <TeamIcon />
                  ) : folder === place ? (
                    <FolderOpen size={14} />
                  ) : (
                    <FolderClose size={14} />
                  )
                }
                name={name}
                detail={detail}
                count={count}
                chosen={folder === place}
                onChoose={() => choose({ folder: place })}
                menu={menu}
              />
            )}
          />
        </Rows>
      )}
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
                chosen={chosenTag === tag}
                onChoose={() => choose({ tag: chosenTag === tag ? '' : tag })}
              />
            ))}
          </Rows>
        </>
      )}
    </div>
  )
}

/** Up and down move between rows, as in any tree; a tree without rows is not one. */
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
  /** Added to the name in its tool tip. */
  detail?: string | undefined
  count: number
  chosen: boolean
  onChoose: () => void
  /** Its actions. */
  menu?: ReactElement | null
}

function Row({ depth, icon, name, detail, count, chosen, onChoose, menu }: RowProps) {
  const press = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' ')) return
    event.preventDefault()
    onChoose()
  }
  const row = useRef<HTMLDivElement>(null)
  const drawn = (
    <div
      ref={row}
      role="treeitem"
      tabIndex={0}
      aria-level={depth + 1}
      aria-selected={chosen}
      aria-label={`${name} ${count} 个`}
      className="query-side-row"
      style={{ paddingLeft: 12 + depth * 16 }}
      onClick={onChoose}
      onKeyDown={press}
    >
      {icon}
      <span className="query-side-name" title={detail ? `${name}（${detail}）` : name}>
        {name}
      </span>
      <span className="query-side-count">{count}</span>
      {menu && (
        // Clicks inside it, or in what it opens, select nothing here.
        // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps events to itself.
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above.
        <span className="query-side-menu" onClick={(event) => event.stopPropagation()}>
          <PopupMenu placement="bottom-end" menu={menu}>
            <Button
              variant="minimal"
              size="small"
              icon={<More size={12} />}
              aria-label={`「${name}」的操作`}
              aria-haspopup="menu"
            />
          </PopupMenu>
        </span>
      )}
    </div>
  )
  if (!menu) return drawn
  return (
    // Opened by key, the menu belongs to the focused row and hangs below it.
    <ContextArea menu={menu} onOpen={({ target }) => (target === row.current ? row.current : null)}>
      {drawn}
    </ContextArea>
  )
}
