// Tabs, find field, and the active tab's list.
import { Button, InputGroup } from '@blueprintjs/core'
import { Refresh, Search } from '@blueprintjs/icons'
import type { KeyboardEvent, ReactNode } from 'react'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { type TabEntry, TabList } from '#web/ui/TabList.tsx'
import { loadCatalog, loadTemporary } from '../catalog.ts'
import { editor } from '../editing.ts'
import { type SideTab, setFind, setTab, useView } from '../view.ts'
import { HistoryList } from './HistoryList.tsx'
import { loadHistory, loadSaved } from './lists.ts'
import { SavedList } from './SavedList.tsx'
import { TablesList } from './TablesList.tsx'
import { TemporaryList } from './TemporaryList.tsx'

const placeholders: Record<SideTab, string> = {
  tables: '表、列或注释',
  saved: '名称、标签或拼音',
  history: 'SQL 或错误信息',
  temporary: '临时表或列',
}

const sideTabs: readonly TabEntry<SideTab>[] = [
  { id: 'tables', title: '表' },
  { id: 'saved', title: '已存' },
  { id: 'history', title: '历史' },
  { id: 'temporary', title: '临时表' },
]

const lists: Record<SideTab, () => ReactNode> = {
  tables: () => <TablesList />,
  saved: () => <SavedList />,
  history: () => <HistoryList />,
  temporary: () => <TemporaryList />,
}

const refresh: Record<SideTab, () => Promise<void>> = {
  tables: loadCatalog,
  saved: loadSaved,
  history: loadHistory,
  temporary: loadTemporary,
}

/** Moves from the find field into the list: the first match is one key away. */
function leaveField(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.nativeEvent.isComposing || event.keyCode === 229) return
  const { tab, find } = useView.getState()
  if (event.key === 'ArrowDown' || event.key === 'Enter') {
    event.preventDefault()
    document.querySelector<HTMLElement>('.sql-side .side-list')?.focus()
  } else if (event.key === 'Escape') {
    if (find[tab]) setFind(tab, '')
    else editor()?.focus()
  }
}

export function SideContent({ fold }: { fold?: ReactNode }) {
  const tab = useView((state) => state.tab)
  const find = useView((state) => state.find[tab])
  return (
    <div className="side-content">
      <div className="side-tabs line-tabs">
        <TabList label="表和查询" tabs={sideTabs} selected={tab} onSelect={setTab} />
        {fold}
      </div>
      <div className="side-find">
        <InputGroup
          id="sql-find"
          size="small"
          leftElement={<Search size={12} className="side-find-icon" />}
          rightElement={find ? undefined : <KeyHint command="sql.find" />}
          placeholder={placeholders[tab]}
          aria-label={`查找${placeholders[tab]}`}
          value={find}
          onChange={(event) => setFind(tab, event.currentTarget.value)}
          onKeyDown={leaveField}
        />
        <Button
          variant="minimal"
          size="small"
          icon={<Refresh size={14} />}
          aria-label="刷新"
          title="刷新"
          onClick={() => void refresh[tab]()}
        />
      </div>
      {lists[tab]()}
    </div>
  )
}
