// The open texts, left to right: reordered by dragging, renamed by double click, closed by the cross or a
// middle click.
import { Button, Menu, MenuItem } from '@blueprintjs/core'
import { ChevronDown, Plus } from '@blueprintjs/icons'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { PopupMenu } from '#web/ui/menus/PopupMenu.tsx'
import { activate, activateNext, addDocument, moveDocument } from '../documents/actions.ts'
import { closeDocument } from '../documents/closing.ts'
import { isChanged, useDocuments } from '../documents/store.ts'
import { editor } from '../editing.ts'
import { isOver, useRuns } from '../runs/store.ts'
import { openDialog } from '../view.ts'
import { turn, useInView } from './strip.ts'
import { TabCross } from './TabCross.tsx'
import { TabMenu } from './TabMenu.tsx'
import { TabMenuArea } from './TabMenuArea.tsx'

const tabCommands = [
  'sql.tabOne',
  'sql.tabTwo',
  'sql.tabThree',
  'sql.tabFour',
  'sql.tabFive',
  'sql.tabSix',
  'sql.tabSeven',
  'sql.tabEight',
  'sql.tabNine',
] as const

function useIsRunning(id: string): boolean {
  return useRuns(({ runs, results }) =>
    (results[id] ?? []).some((key) => {
      const run = runs[key]
      return run !== undefined && !isOver(run)
    }),
  )
}

interface TabProps {
  id: string
  place: number
  dropAt: number | null
  onDropAt: (place: number | null) => void
}

function EditorTab({ id, place, dropAt, onDropAt }: TabProps) {
  const document = useDocuments((state) => state.documents[id])
  const isActive = useDocuments((state) => state.active === id)
  const conflict = useDocuments((state) => state.conflicts[id] !== undefined)
  const running = useIsRunning(id)
  const tab = useInView(isActive, `${document?.name} ${running} ${conflict}`)
  if (!document) return null
  const changed = isChanged(document)
  const command = tabCommands[place]
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('application/x-sql-tab')) return
    event.preventDefault()
    const { left, width } = event.currentTarget.getBoundingClientRect()
    onDropAt(event.clientX < left + width / 2 ? place : place + 1)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list's arrow keys move between tabs.
    <div
      ref={tab}
      role="tab"
      tabIndex={isActive ? 0 : -1}
      aria-selected={isActive}
      data-tab={id}
      className={`editor-tab ${dropAt === place ? 'editor-tab-drop' : ''}`}
      title={document.name}
      draggable
      onClick={() => activate(id)}
      onDoubleClick={() => openDialog({ kind: 'renameDocument', documentId: id })}
      onAuxClick={(event) => event.button === 1 && void closeDocument(id)}
      onDragStart={(event) => {
        event.dataTransfer.setData('application/x-sql-tab', id)
        event.dataTransfer.effectAllowed = 'move'
      }}
      onDragOver={over}
      onDragEnd={() => onDropAt(null)}
    >
      {running && <span className="mini-spinner" role="img" aria-label="运行中" />}
      <span className="editor-tab-name">{document.name}</span>
      {command && <KeyHint command={command} />}
      {conflict && <span className="editor-tab-conflict">!</span>}
      {changed && (
        <span
          className="editor-tab-dot"
          title={document.saved ? '有未保存的修改' : '还没有保存到服务器'}
          role="img"
          aria-label="未保存"
        />
      )}
      <TabCross onClose={() => void closeDocument(id)} />
    </div>
  )
}

function walk(event: KeyboardEvent): void {
  if (event.key === 'Enter') editor()?.focus()
  else if (event.key === 'ArrowLeft') activateNext(-1)
  else if (event.key === 'ArrowRight') activateNext(1)
  else return
  event.preventDefault()
  const list = event.currentTarget
  requestAnimationFrame(() => list.querySelector<HTMLElement>('[aria-selected="true"]')?.focus())
}

export function EditorTabs() {
  const order = useDocuments((state) => state.order)
  const [dropAt, setDropAt] = useState<number | null>(null)
  const drop = (event: DragEvent) => {
    const id = event.dataTransfer.getData('application/x-sql-tab')
    if (id && dropAt !== null) moveDocument(id, dropAt > order.indexOf(id) ? dropAt - 1 : dropAt)
    setDropAt(null)
  }
  return (
    <div className="editor-tabs">
      <TabMenuArea menu={(id) => <TabMenu id={id} />}>
        <div
          className="editor-tab-list"
          role="tablist"
          aria-label="SQL 标签页"
          onKeyDown={walk}
          onDrop={drop}
          onWheel={turn}
        >
          {order.map((id, place) => (
            <EditorTab key={id} id={id} place={place} dropAt={dropAt} onDropAt={setDropAt} />
          ))}
        </div>
      </TabMenuArea>
      <CommandTip command="sql.newTab" title="新建标签页">
        <Button
          variant="minimal"
          size="small"
          icon={<Plus size={14} />}
          aria-label="新建标签页"
          onClick={() => {
            addDocument()
            editor()?.focus()
          }}
        />
      </CommandTip>
      <AllTabs />
    </div>
  )
}

/** Lists all tabs, including those without room. */
function AllTabs() {
  const order = useDocuments((state) => state.order)
  const documents = useDocuments((state) => state.documents)
  const active = useDocuments((state) => state.active)
  if (order.length < 2) return null
  return (
    <PopupMenu
      placement="bottom-end"
      menu={
        <Menu className="editor-all-tabs">
          {order.map((id) => (
            <MenuItem
              key={id}
              text={documents[id]?.name}
              active={id === active}
              onClick={() => activate(id)}
            />
          ))}
        </Menu>
      }
    >
      <Button
        variant="minimal"
        size="small"
        icon={<ChevronDown size={14} />}
        aria-label="全部标签页"
        aria-haspopup="menu"
        title="全部标签页"
      />
    </PopupMenu>
  )
}
