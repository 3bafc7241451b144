// /code/queryList: one's saved queries by folder and tag, found as one types, worked by keys.
import { Button, InputGroup } from '@blueprintjs/core'
import {
  Add,
  ArrowDown,
  ArrowUp,
  Cross,
  FloppyDisk,
  Menu as MenuIcon,
  Refresh,
  Search,
} from '@blueprintjs/icons'
import { useEffect, useState } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { CommandTip } from '../../../../web/shell/keys/CommandTip.tsx'
import { KeyHint } from '../../../../web/shell/keys/KeyHint.tsx'
import { runCommand } from '../../../../web/shell/keys/run.ts'
import { EmptyState } from '../../../../web/ui/EmptyState.tsx'
import { ErrorState } from '../../../../web/ui/ErrorState.tsx'
import { SideDrawer } from '../../../../web/ui/SideDrawer.tsx'
import { Skeleton } from '../../../../web/ui/Skeleton.tsx'
import { useNarrow } from '../../../../web/ui/useNarrow.ts'
import type { SavedQuery } from '../../contract.ts'
import { changeQueryAddress, type QueryAddress, type QuerySort, readQueryAddress } from './address.ts'
import { CodeNavigation } from './CodeNavigation.tsx'
import { FolderTree } from './FolderTree.tsx'
import { chooseFirstQuery } from './listWork.ts'
import { QueryDialogs } from './QueryDialogs.tsx'
import { QueryPreview } from './QueryPreview.tsx'
import { QueryRow } from './QueryRow.tsx'
import { loadQueries, openQuery, useQueries } from './queries.ts'
import { shownQueries } from './shownQueries.ts'
import { VirtualList } from './VirtualList.tsx'
import '../code.css'

const rowHeight = 32

export function Page() {
  const address = readQueryAddress(useSearch())
  const list = useQueries((state) => state.list)
  const narrow = useNarrow()
  const [drawer, setDrawer] = useState(false)
  useEffect(() => {
    void loadQueries()
  }, [])
  return (
    <div className="code-lists">
      {!narrow && (
        <aside className="side code-lists-side" aria-label="文件夹与标签">
          <FolderTree list={list} address={address} />
        </aside>
      )}
      {narrow && drawer && (
        <SideDrawer title="文件夹与标签" side="left" width={300} onClose={() => setDrawer(false)}>
          <FolderTree list={list} address={address} onChosen={() => setDrawer(false)} />
        </SideDrawer>
      )}
      <section className="code-lists-page">
        <div className="title-line">
          <Button
            className="drawer-toggle"
            variant="minimal"
            icon={<MenuIcon />}
            aria-label="文件夹与标签"
            onClick={() => setDrawer(true)}
          />
          <h1 className="visually-hidden">已存查询</h1>
          <CodeNavigation />
          <div className="title-actions">
            <CommandTip command="query.refresh" title="重新读取">
              <Button
                variant="minimal"
                icon={<Refresh size={14} />}
                aria-label="刷新"
                onClick={() => void loadQueries()}
              />
            </CommandTip>
            <CommandTip command="query.create" title="在编辑器里写新的查询">
              <Button
                variant="minimal"
                icon={<Add size={14} />}
                text="新建"
                onClick={() => runCommand('query.create')}
              />
            </CommandTip>
          </div>
        </div>
        <FilterBar address={address} />
        <Content address={address} />
      </section>
      <QueryDialogs />
    </div>
  )
}

function FilterBar({ address }: { address: QueryAddress }) {
  const narrowing = [address.folder && `文件夹 ${address.folder}`, address.tag && `标签 ${address.tag}`]
  return (
    <div className="list-filters">
      <InputGroup
        id="query-find"
        leftIcon={<Search size={14} />}
        placeholder="名称、拼音、标签或 SQL"
        aria-label="查找已存查询"
        value={address.text}
        rightElement={address.text === '' ? <KeyHint command="query.search" /> : undefined}
        onChange={(event) => changeQueryAddress({ text: event.currentTarget.value, chosen: '' })}
        onKeyDown={leaveToList}
      />
      {narrowing.map(
        (text, at) =>
          text && (
            <button
              key={text}
              type="button"
              className="list-chip"
              title="去掉此条件"
              onClick={() => changeQueryAddress(at === 0 ? { folder: '' } : { tag: '' }, { step: true })}
            >
              {text}
              <Cross size={12} />
            </button>
          ),
      )}
      <div className="list-sorts">
        <SortButton sort="name" title="名称" address={address} />
        <SortButton sort="modified" title="修改时间" address={address} />
      </div>
    </div>
  )
}

/** From the field the arrow goes into the list, and Enter opens what is chosen there. */
function leaveToList(event: React.KeyboardEvent): void {
  if (event.nativeEvent.isComposing) return
  if (event.key === 'ArrowDown') {
    event.preventDefault()
    chooseFirstQuery()
  }
  if (event.key === 'Enter') runCommand('query.open')
}

function SortButton({ sort, title, address }: { sort: QuerySort; title: string; address: QueryAddress }) {
  const active = address.sort === sort
  // Newest first and names from A are the usual way.
  const ascending = (sort === 'name') !== address.reversed
  return (
    <Button
      variant="minimal"
      size="small"
      active={active}
      aria-pressed={active}
      title={`按${title}排序${active ? '，再按一次反过来' : ''}`}
      endIcon={active ? ascending ? <ArrowUp size={12} /> : <ArrowDown size={12} /> : undefined}
      text={title}
      onClick={() =>
        changeQueryAddress({ sort, reversed: active ? !address.reversed : false }, { step: true })
      }
    />
  )
}

function Content({ address }: { address: QueryAddress }) {
  const { status, failure, list, refreshing } = useQueries()
  if (status === 'idle' || status === 'loading') return <Skeleton lines={10} />
  if (status === 'failed')
    return <ErrorState title="已存查询读取失败" failure={failure} onRetry={() => void loadQueries()} />
  const shown = shownQueries(list, address)
  if (shown.length === 0) return <NothingShown any={list.length > 0} />
  return (
    <>
      <div className={refreshing ? 'list-and-preview list-dimmed' : 'list-and-preview'}>
        <Rows shown={shown} chosen={address.chosen} />
      </div>
      <footer className="list-status">
        <span>
          {shown.length === list.length ? `共 ${list.length} 个` : `${shown.length} / ${list.length} 个`}
        </span>
        <span className="list-status-keys">
          <KeyHint command="query.next" /> <KeyHint command="query.previous" /> 选择
          <KeyHint command="query.open" /> 打开
          <KeyHint command="query.edit" /> 改名
        </span>
      </footer>
    </>
  )
}

function Rows({ shown, chosen }: { shown: SavedQuery[]; chosen: string }) {
  const at = shown.findIndex(({ id }) => id === chosen)
  const query = shown[at]
  return (
    <>
      <VirtualList
        name="query"
        label="已存查询"
        count={shown.length}
        rowHeight={rowHeight}
        chosen={at}
        onChoose={(row) => changeQueryAddress({ chosen: shown[row]?.id ?? '' })}
        onOpen={(row) => shown[row] && openQuery(shown[row].id)}
        drawRow={(row) => shown[row] && <QueryRow query={shown[row]} />}
      />
      {query && <QueryPreview query={query} />}
    </>
  )
}

function NothingShown({ any }: { any: boolean }) {
  if (any)
    return (
      <EmptyState
        icon={<Search size={32} />}
        title="没有符合的查询"
        description="换个词，或去掉文件夹和标签的条件。"
        action={
          <Button
            text="去掉全部条件"
            onClick={() => changeQueryAddress({ text: '', folder: '', tag: '' }, { step: true })}
          />
        }
      />
    )
  return (
    <EmptyState
      icon={<FloppyDisk size={32} />}
      title="还没有已存查询"
      description="在编辑器里写好 SQL 后保存，就会出现在这里。"
      action={
        <Button intent="primary" onClick={() => runCommand('query.create')}>
          新建查询 <KeyHint command="query.create" />
        </Button>
      }
    />
  )
}
