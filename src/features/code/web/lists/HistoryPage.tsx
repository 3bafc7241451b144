// /code/history: all of one's runs, newest first, searched on the server and drawn as one scrolls.
import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { History, Refresh, Search } from '@blueprintjs/icons'
import { useCallback, useEffect } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { CommandTip } from '../../../../web/shell/keys/CommandTip.tsx'
import { KeyHint } from '../../../../web/shell/keys/KeyHint.tsx'
import { goTo, runCommand } from '../../../../web/shell/keys/run.ts'
import { EmptyState } from '../../../../web/ui/EmptyState.tsx'
import { ErrorState } from '../../../../web/ui/ErrorState.tsx'
import { Skeleton } from '../../../../web/ui/Skeleton.tsx'
import { type RunKind, type RunStatus, runKinds, runStatuses } from '../../contract.ts'
import { changeRunAddress, type RunAddress, readRunAddress } from './address.ts'
import { CodeNavigation } from './CodeNavigation.tsx'
import { chooseFirstRun } from './listWork.ts'
import { RunPreview } from './RunPreview.tsx'
import { RunRow } from './RunRow.tsx'
import {
  followRuns,
  openRun,
  placeOf,
  refreshRuns,
  rowOf,
  searchRuns,
  showRows,
  useRunHistory,
} from './runs.ts'
import { kindTexts, statusTexts } from './runTexts.tsx'
import { countText } from './texts.ts'
import { VirtualList } from './VirtualList.tsx'
import '../code.css'

const rowHeight = 32
/** A pause in typing: the server searches once, not at each letter. */
const pauseMs = 150

export function Page() {
  const address = readRunAddress(useSearch())
  const { text, status, kind } = address
  const isOpen = useRunHistory((state) => state.status !== 'idle')
  useEffect(() => followRuns(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what narrows asks anew, and opening asks at once.
  useEffect(() => {
    const timer = setTimeout(() => void searchRuns({ text, status, kind }), isOpen ? pauseMs : 0)
    return () => clearTimeout(timer)
  }, [text, status, kind])
  return (
    <div className="code-lists">
      <section className="code-lists-page">
        <div className="title-line">
          <h1 className="visually-hidden">运行历史</h1>
          <CodeNavigation />
          <div className="title-actions">
            <CommandTip command="run.refresh" title="重新读取">
              <Button
                variant="minimal"
                icon={<Refresh size={14} />}
                text="刷新"
                onClick={() => void refreshRuns()}
              />
            </CommandTip>
          </div>
        </div>
        <FilterBar address={address} />
        <Content address={address} />
      </section>
    </div>
  )
}

function FilterBar({ address }: { address: RunAddress }) {
  return (
    <div className="list-filters">
      <InputGroup
        id="run-find"
        leftIcon={<Search size={14} />}
        placeholder="SQL、标题或报错"
        aria-label="查找运行记录"
        value={address.text}
        rightElement={address.text === '' ? <KeyHint command="run.search" /> : undefined}
        onChange={(event) => changeRunAddress({ text: event.currentTarget.value, chosen: '' })}
        onKeyDown={leaveToList}
      />
      <HTMLSelect
        aria-label="状态"
        value={address.status}
        onChange={(event) =>
          changeRunAddress(
            { status: event.currentTarget.value as RunStatus | '', chosen: '' },
            { step: true },
          )
        }
        options={[
          { value: '', label: '全部状态' },
          ...runStatuses.map((value) => ({ value, label: statusTexts[value] })),
        ]}
      />
      <HTMLSelect
        aria-label="类型"
        value={address.kind}
        onChange={(event) =>
          changeRunAddress({ kind: event.currentTarget.value as RunKind | '', chosen: '' }, { step: true })
        }
        options={[
          { value: '', label: '全部类型' },
          ...runKinds.map((value) => ({ value, label: kindTexts[value] })),
        ]}
      />
    </div>
  )
}

function leaveToList(event: React.KeyboardEvent): void {
  if (event.nativeEvent.isComposing) return
  if (event.key === 'ArrowDown') {
    event.preventDefault()
    chooseFirstRun()
  }
  if (event.key === 'Enter') runCommand('run.open')
}

function Content({ address }: { address: RunAddress }) {
  const state = useRunHistory()
  const { status, failure, total, refreshing } = state
  const bring = useCallback((from: number, to: number) => showRows(from, to), [])
  if (status === 'idle' || status === 'loading') return <Skeleton lines={10} />
  if (status === 'failed')
    return <ErrorState title="运行历史读取失败" failure={failure} onRetry={() => void refreshRuns()} />
  if (total === 0) return <NothingShown narrowed={`${address.text}${address.status}${address.kind}` !== ''} />
  const chosen = address.chosen === '' ? -1 : placeOf(state, address.chosen)
  const run = chosen < 0 ? undefined : rowOf(state, chosen)
  return (
    <>
      <div className={refreshing ? 'list-and-preview list-dimmed' : 'list-and-preview'}>
        <VirtualList
          name="run"
          label="运行历史"
          count={total}
          rowHeight={rowHeight}
          chosen={chosen}
          onChoose={(row) => changeRunAddress({ chosen: rowOf(state, row)?.queryId ?? '' })}
          onOpen={(row) => {
            const opened = rowOf(state, row)
            if (opened) openRun(opened.queryId)
          }}
          drawRow={(row) => <RunRow run={rowOf(state, row)} />}
          onRange={bring}
        />
        {run && <RunPreview run={run} />}
      </div>
      <footer className="list-status">
        <span>共 {countText(total)} 次运行</span>
        <span className="list-status-keys">
          <KeyHint command="run.next" /> <KeyHint command="run.previous" /> 选择
          <KeyHint command="run.open" /> 打开
          <KeyHint command="run.again" /> 再次运行
        </span>
      </footer>
    </>
  )
}

function NothingShown({ narrowed }: { narrowed: boolean }) {
  if (narrowed)
    return (
      <EmptyState
        icon={<Search size={32} />}
        title="没有符合的运行记录"
        description="换个词，或去掉状态和类型的条件。"
        action={
          <Button
            text="去掉全部条件"
            onClick={() => changeRunAddress({ text: '', status: '', kind: '' }, { step: true })}
          />
        }
      />
    )
  return (
    <EmptyState
      icon={<History size={32} />}
      title="还没有运行过"
      description="在编辑器里运行的每条 SQL 都会记在这里。"
      action={
        <Button intent="primary" onClick={() => goTo('/code/query')}>
          去写 SQL <KeyHint command="code.open" />
        </Button>
      }
    />
  )
}
