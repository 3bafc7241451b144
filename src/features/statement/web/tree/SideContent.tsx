// Tabs, the search field, and their content.
import { Button, InputGroup, Menu } from '@blueprintjs/core'
import { Plus, Search } from '@blueprintjs/icons'
import type { KeyboardEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { PopupMenu } from '#web/ui/menus/PopupMenu.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { type TabEntry, TabList } from '#web/ui/TabList.tsx'
import { viewAddress } from './actions.ts'
import { CreateItems } from './CreateItems.tsx'
import { readPrivateViews } from './places.ts'
import { ReportTree } from './ReportTree.tsx'
import { loadTree, type SideTab, useTree } from './store.ts'

const findFieldId = 'statement-find'

/** A constant element: for a new one, the field measures the page's layout again. */
const findIcon = <Search size={12} className="side-find-icon" />
const findHint = <KeyHint command="view.search" />

/** Moves from the search field into the tree, where arrow keys continue from the first match. */
function leaveField(event: KeyboardEvent<HTMLInputElement>) {
  if (event.nativeEvent.isComposing || event.keyCode === 229) return
  const tree = document.querySelector<HTMLElement>('.statement-tree')
  if (event.key === 'ArrowDown' || event.key === 'Enter') {
    event.preventDefault()
    tree?.focus()
    tree?.dispatchEvent(new CustomEvent('tree-enter', { detail: event.key }))
  } else if (event.key === 'Escape') {
    if (useTree.getState().find) useTree.setState({ find: '' })
    else event.currentTarget.blur()
  }
}

/** The private views known from the last visit can still be opened. */
function PrivateViews() {
  const views = readPrivateViews()
  if (views.length === 0) return null
  return (
    <nav className="side-private" aria-label="上次看到的私有视图">
      <h3>上次看到的私有视图</h3>
      {views.map(({ id, name }) => (
        <Link key={id} href={viewAddress(id)}>
          {name}
        </Link>
      ))}
    </nav>
  )
}

const sideTabs: readonly TabEntry<SideTab>[] = [
  { id: 'all', title: '全部' },
  { id: 'recent', title: '最近' },
  { id: 'starred', title: '收藏' },
]

export function SideContent({ fold }: { fold?: ReactNode }) {
  const tab = useTree((state) => state.tab)
  const find = useTree((state) => state.find)
  const status = useTree((state) => state.status)
  const failure = useTree((state) => state.failure)
  return (
    <div className="side-content">
      <div className="side-tabs line-tabs">
        <TabList
          label="报表目录"
          tabs={sideTabs}
          selected={tab}
          onSelect={(next) => useTree.setState({ tab: next })}
        />
        {fold}
      </div>
      <div className="side-find">
        <InputGroup
          id={findFieldId}
          size="small"
          leftElement={findIcon}
          rightElement={find ? undefined : findHint}
          placeholder="名称或拼音"
          aria-label="查找报表，名称或拼音"
          value={find}
          onChange={(event) => useTree.setState({ find: event.currentTarget.value })}
          onKeyDown={leaveField}
        />
        <PopupMenu
          placement="bottom-end"
          menu={
            <Menu>
              <CreateItems />
            </Menu>
          }
        >
          <Button
            variant="minimal"
            size="small"
            icon={<Plus size={14} />}
            aria-label="新建"
            aria-haspopup="menu"
            title="新建视图或文件夹"
          />
        </PopupMenu>
      </div>
      {status === 'failed' ? (
        <>
          <ErrorState title="目录读取失败" failure={failure} onRetry={() => void loadTree()} />
          <PrivateViews />
        </>
      ) : status === 'ready' ? (
        <ReportTree />
      ) : (
        <Skeleton lines={10} />
      )}
    </div>
  )
}
