// /custom: reports made of SQL, found as one types, opened by keys.
import { Button, InputGroup } from '@blueprintjs/core'
import { Add, PanelTable, Search } from '@blueprintjs/icons'
import dayjs from 'dayjs'
import { useEffect, useMemo } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { foldText, matchesName } from '../../../../shared/textMatch.ts'
import { CommandTip } from '../../../../web/shell/keys/CommandTip.tsx'
import { KeyHint } from '../../../../web/shell/keys/KeyHint.tsx'
import { runCommand } from '../../../../web/shell/keys/run.ts'
import { holds } from '../../../../web/shell/session.ts'
import { useSettings } from '../../../../web/shell/settings.ts'
import { DataTable } from '../../../../web/table/DataTable.tsx'
import type { CellValue, TableColumn } from '../../../../web/table/types.ts'
import { EmptyState } from '../../../../web/ui/EmptyState.tsx'
import { ErrorState } from '../../../../web/ui/ErrorState.tsx'
import { Skeleton } from '../../../../web/ui/Skeleton.tsx'
import type { CustomSummary } from '../../contract.ts'
import { reportAddress } from '../address.ts'
import { loadList } from '../loading.ts'
import { useCustom } from '../store.ts'
import '../custom.css'

const timeText = (iso: string) => dayjs(iso).format('YYYY-MM-DD HH:mm')

const parts: { key: string; title: string; of: (report: CustomSummary) => string }[] = [
  { key: 'name', title: '名称', of: ({ name }) => name },
  { key: 'folder', title: '文件夹', of: ({ folder }) => folder },
  { key: 'state', title: '状态', of: ({ published }) => (published ? '已发布' : '草稿') },
  { key: 'owner', title: '发布者', of: ({ owner }) => owner },
  { key: 'modified', title: '修改时间', of: ({ modifiedAt }) => timeText(modifiedAt) },
  { key: 'describe', title: '说明', of: ({ describe }) => describe },
]

interface ListAddress {
  text: string
  sort: string
  desc: boolean
}

function readList(search: string): ListAddress {
  const query = new URLSearchParams(search)
  const sort = query.get('sort') ?? ''
  return { text: query.get('q') ?? '', sort: sort.replace(/^-/, ''), desc: sort.startsWith('-') }
}

function changeList(change: Partial<ListAddress>): void {
  const { text, sort, desc } = { ...readList(location.search), ...change }
  const query = new URLSearchParams()
  if (text !== '') query.set('q', text)
  if (sort !== '') query.set('sort', desc ? `-${sort}` : sort)
  navigate(`/custom${query.size > 0 ? `?${query}` : ''}`, { replace: true })
}

function shownReports(list: readonly CustomSummary[], { text, sort, desc }: ListAddress): CustomSummary[] {
  const typed = foldText(text)
  const found = list.filter(
    ({ name, pinyin, folder, owner, describe }) =>
      typed === '' ||
      matchesName(name, pinyin, typed) ||
      [folder, owner, describe].some((part) => foldText(part).includes(typed)),
  )
  const part = parts.find(({ key }) => key === sort)
  if (!part) return found
  const rankOf = (report: CustomSummary) => (sort === 'modified' ? report.modifiedAt : part.of(report))
  const sorted = found.toSorted((one, other) => rankOf(one).localeCompare(rankOf(other), 'zh-CN'))
  return desc ? sorted.reverse() : sorted
}

export function Page() {
  const address = readList(useSearch())
  const list = useCustom((state) => state.list)
  const failure = useCustom((state) => state.listFailure)
  useEffect(() => {
    void loadList()
  }, [])
  return (
    <section className="custom-page">
      <div className="custom-title">
        <h1>自定义报表</h1>
        {holds('search_sqlQuery') && (
          <CommandTip command="custom.create" title="用 SQL 做一张报表">
            <Button
              variant="minimal"
              icon={<Add size={14} />}
              text="新建"
              onClick={() => runCommand('custom.create')}
            />
          </CommandTip>
        )}
      </div>
      <div className="custom-bar">
        <InputGroup
          id="custom-find"
          className="custom-find"
          leftIcon={<Search size={14} />}
          placeholder="名称、拼音、文件夹或发布者"
          aria-label="查找自定义报表"
          value={address.text}
          rightElement={address.text === '' ? <KeyHint command="custom.search" /> : undefined}
          onChange={(event) => changeList({ text: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || event.key !== 'ArrowDown') return
            event.preventDefault()
            runCommand('custom.enterTable')
          }}
        />
      </div>
      {list === null && failure === null && <Skeleton lines={10} />}
      {list === null && failure !== null && (
        <ErrorState title="自定义报表读取失败" failure={failure} onRetry={() => void loadList()} />
      )}
      {list !== null && <Reports list={list} address={address} />}
    </section>
  )
}

function Reports({ list, address }: { list: readonly CustomSummary[]; address: ListAddress }) {
  const { maxColumnWords, rowDensity } = useSettings()
  const { text, sort, desc } = address
  const shown = useMemo(() => shownReports(list, { text, sort, desc }), [list, text, sort, desc])
  const cellAt = useMemo(
    () =>
      (row: number, column: number): CellValue => {
        const report = shown[row]
        return report ? (parts[column]?.of(report) ?? null) : null
      },
    [shown],
  )
  const columns = useMemo(
    () =>
      parts.map(
        ({ key, title }, index): TableColumn => ({
          key,
          title,
          unit: '',
          align: 'left',
          format: (value) => (value === null ? '' : String(value)),
          numeric: false,
          ...(sort === key && { sorted: desc ? ('desc' as const) : ('asc' as const) }),
          ...(index === 0 && { frozen: true }),
        }),
      ),
    [sort, desc],
  )
  if (list.length === 0) return <NoReports />
  return (
    <div className="custom-table">
      <DataTable
        columns={columns}
        rowCount={shown.length}
        cellAt={cellAt}
        maxColumnWords={maxColumnWords || 720}
        maxCellRows={1}
        rowHeight={rowDensity === 'comfortable' ? 32 : 28}
        memory="custom-list"
        label="自定义报表"
        empty={<EmptyState icon={<Search size={32} />} title="没有符合的报表" description="换个词再找。" />}
        onSort={(key, isDesc) => changeList({ sort: key, desc: isDesc })}
        onOpen={({ row }) => shown[row] && navigate(reportAddress(shown[row].id))}
      />
    </div>
  )
}

function NoReports() {
  const mayWrite = holds('search_sqlQuery')
  return (
    <EmptyState
      icon={<PanelTable size={32} />}
      title="还没有自定义报表"
      description={
        mayWrite
          ? '写一条 SQL，给它参数和图表，发布后其他人就能使用。'
          : '等有代码查询权限的同事发布后再来看。'
      }
      action={
        mayWrite && (
          <Button intent="primary" onClick={() => runCommand('custom.create')}>
            新建自定义报表 <KeyHint command="custom.create" />
          </Button>
        )
      }
    />
  )
}
