// Tabs, find field, and what they show.
import { Button, InputGroup, Menu, PopoverNext, Tab, Tabs } from '@blueprintjs/core'
import { Plus, Search } from '@blueprintjs/icons'
import type { KeyboardEvent, ReactNode } from 'react'
import { KeyHint } from '../../../../web/shell/keys/KeyHint.tsx'
import { ErrorState } from '../../../../web/ui/ErrorState.tsx'
import { Skeleton } from '../../../../web/ui/Skeleton.tsx'
import { CreateItems } from './CreateItems.tsx'
import { ReportTree } from './ReportTree.tsx'
import { loadTree, type SideTab, useTree } from './store.ts'

export const findFieldId = 'statement-find'

/** From the find field into the tree: the arrow goes on from the first answer. */
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

export function SideContent({ fold }: { fold?: ReactNode }) {
  const tab = useTree((state) => state.tab)
  const find = useTree((state) => state.find)
  const status = useTree((state) => state.status)
  const failure = useTree((state) => state.failure)
  return (
    <div className="side-content">
      <div className="side-tabs line-tabs">
        <Tabs
          id="side"
          animate={false}
          selectedTabId={tab}
          onChange={(next) => useTree.setState({ tab: next as SideTab })}
        >
          <Tab id="all" title="全部" />
          <Tab id="recent" title="最近" />
          <Tab id="starred" title="星标" />
        </Tabs>
        {fold}
      </div>
      <div className="side-find">
        <InputGroup
          id={findFieldId}
          size="small"
          leftElement={<Search size={12} className="side-find-icon" />}
          rightElement={find ? undefined : <KeyHint command="view.search" />}
          placeholder="名称或拼音"
          aria-label="查找报表，名称或拼音"
          value={find}
          onChange={(event) => useTree.setState({ find: event.currentTarget.value })}
          onKeyDown={leaveField}
        />
        <PopoverNext
          placement="bottom-end"
          animation="minimal"
          arrow={false}
          transitionDuration={100}
          content={
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
            title="新建视图或文件夹"
          />
        </PopoverNext>
      </div>
      {status === 'failed' ? (
        <ErrorState title="目录没有加载" failure={failure} onRetry={() => void loadTree()} />
      ) : status === 'ready' ? (
        <ReportTree />
      ) : (
        <Skeleton lines={10} />
      )}
    </div>
  )
}
