// /others/gameFlow/months: each game's months, who closed them, and what changed after the close.

import { useEffect, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { pages } from '#shared/pages.ts'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { defineList } from '#web/list/defineList.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import type { Tone } from '#web/list/types.ts'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { groupThousands } from '#web/table/selection/exactSum.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { timeText } from '#web/ui/timeText.ts'
import {
  closeGameFlowMonth,
  type FlowMonth,
  gameFlowMonthDrift,
  listGameFlowMonths,
  type MonthDrift,
  reopenGameFlowMonth,
} from '#features/gameflow/contract.ts'
import { FlowNavigation } from '../FlowNavigation.tsx'
import '../gameFlow.css'
import { emptyText } from '#shared/nothing.ts'
import { addressOf, wholeMonth } from '../flow/address.ts'

const states: Record<FlowMonth['state'], { title: string; tone: Tone }> = {
  running: { title: '进行中', tone: 'muted' },
  open: { title: '未月结', tone: 'warning' },
  closed: { title: '已月结', tone: 'good' },
  reopened: { title: '已重新打开', tone: 'bad' },
}
const grouped = (text: string | null): string => (text === null ? '' : groupThousands(text))

export const monthList = defineList<FlowMonth>({
  name: 'flowMonths',
  path: pages.othersGameFlowMonths.path,
  title: '流水月结',
  noun: '月份',
  measure: '个',
  searchHint: '月份、游戏',
  idOf: ({ key }) => key,
  nameOf: ({ month, game }) => `${month} ${game}`,
  permission: 'search_gameFlow',
  source: { kind: 'whole', read: (signal) => call(listGameFlowMonths, {}, { ...quiet, signal }) },
  columns: [
    { key: 'month', title: '月份', kind: 'code', value: ({ month }) => month },
    { key: 'game', title: '游戏', value: ({ game }) => game },
    {
      key: 'state',
      title: '状态',
      kind: 'badge',
      value: ({ state }) => states[state].title,
      tone: ({ state }) => states[state].tone,
    },
    {
      key: 'net',
      title: '净额',
      unit: 'CNY',
      kind: 'number',
      value: ({ net }) => net,
      text: ({ net }) => grouped(net),
      rank: ({ net }) => Number(net ?? 0),
    },
    {
      key: 'kept',
      title: '分成后',
      unit: 'CNY',
      kind: 'number',
      value: ({ kept }) => kept,
      text: ({ kept }) => grouped(kept),
      rank: ({ kept }) => Number(kept ?? 0),
    },
    { key: 'statements', title: '账单', unit: '张', kind: 'number', value: ({ statements }) => statements },
    { key: 'unsettled', title: '未核销', unit: '张', kind: 'number', value: ({ unsettled }) => unsettled },
    { key: 'closedBy', title: '月结人', kind: 'user', value: ({ closedBy }) => closedBy },
    { key: 'closedAt', title: '月结时间', kind: 'time', value: ({ closedAt }) => closedAt },
    { key: 'reopenedBy', title: '重新打开', kind: 'user', value: ({ reopenedBy }) => reopenedBy },
    { key: 'reason', title: '打开原因', value: ({ reason }) => reason },
  ],
  filters: [
    {
      key: 'state',
      title: '状态',
      kind: 'select',
      options: Object.entries(states).map(([value, { title }]) => ({ value, title })),
      holds: ({ state }, value) => state === value,
    },
    {
      key: 'game',
      title: '游戏',
      kind: 'select',
      options: (rows) =>
        [...new Map(rows.map(({ cgi, game }) => [cgi, game]))].map(([value, title]) => ({ value, title })),
      holds: ({ cgi }, value) => cgi === value,
    },
  ],
  open: (row) => showFiguresOf(row),
  actions: [
    {
      command: 'gameflow.close',
      title: '月结',
      refuses: ({ state }) =>
        state === 'closed' ? '已经月结' : state === 'running' ? '这个月还没有结束' : undefined,
      each: {
        doing: '正在月结...',
        done: '已月结',
        asks: {
          detail: (rows) => {
            const unsettled = rows.reduce((sum, row) => sum + row.unsettled, 0)
            const open = unsettled > 0 ? `还有 ${unsettled} 张渠道账单没有核销。` : ''
            return `${open}月结后金额固定，记录不能再改；可写明原因重新打开。`
          },
        },
        run: async ({ month, cgi }, signal) => {
          const done = await call(closeGameFlowMonth, { body: { month, cgi } }, { ...quiet, signal })
          if (done.closed[0]) return done.closed[0]
          void monthList.refresh()
          return undefined
        },
      },
    },
    {
      command: 'gameflow.reopen',
      title: '重新打开',
      refuses: ({ state }) => (state === 'closed' ? undefined : '没有月结'),
      start: (row) => showDialog(<ReopenDialog row={row} />),
    },
    { command: 'gameflow.monthFigures', title: '查看流水', start: (row) => showFiguresOf(row) },
  ],
  empty: { title: '还没有游戏', description: '有了游戏，这里按月列出可以月结的流水。' },
})

const showFiguresOf = ({ month, cgi }: FlowMonth): void => navigate(addressOf({ ...wholeMonth(month), cgi }))

function ReopenDialog({ row }: { row: FlowMonth }) {
  return (
    <FormDialog<{ reason: string }, FlowMonth>
      name={`flowReopen:${row.key}`}
      title={`重新打开 ${row.month} ${row.game}`}
      fields={[
        {
          name: 'reason',
          label: '原因',
          kind: 'textarea',
          rows: 3,
          required: true,
          longest: 2_000,
          help: '会记入审计；打开后金额随数据变化，直到再次月结',
        },
      ]}
      initial={{ reason: '' }}
      send={({ reason }) =>
        call(reopenGameFlowMonth, { body: { month: row.month, cgi: row.cgi, reason } }, quiet)
      }
      valuesOf={() => ({ reason: '' })}
      onClose={closeDialog}
      onSaved={(saved) => {
        closeDialog()
        monthList.change({ put: [saved] })
      }}
    />
  )
}

function MonthPane({ row }: { row: FlowMonth }) {
  return (
    <div className="flow-pane">
      <h2>
        {row.month} {row.game}
      </h2>
      {row.state === 'closed' && row.closedAt && (
        <p className="flow-muted">
          {row.closedBy} 于 {timeText(row.closedAt)} 月结
        </p>
      )}
      {row.reopenedAt && (
        <p>
          {row.reopenedBy} 于 {timeText(row.reopenedAt)} 重新打开：{row.reason}
        </p>
      )}
      {row.sums.length > 0 && (
        <>
          <h3>月结时的净额</h3>
          <dl className="flow-figures">
            {row.sums.map(({ currency, net }) => (
              <FigureOf key={currency} title={currency} text={groupThousands(net)} />
            ))}
          </dl>
        </>
      )}
      {row.state === 'closed' && row.id !== null && <Drift id={row.id} />}
    </div>
  )
}

function FigureOf({ title, text }: { title: string; text: string }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>{text}</dd>
    </>
  )
}

/** What today's facts would change. */
function Drift({ id }: { id: number }) {
  const [drift, setDrift] = useState<MonthDrift | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  useEffect(() => {
    const asking = new AbortController()
    call(gameFlowMonthDrift, { params: { id } }, { ...quiet, signal: asking.signal }).then(
      setDrift,
      (error: unknown) => {
        if (!asking.signal.aborted) setFailure(failureOf(error))
      },
    )
    return () => asking.abort()
  }, [id])
  return (
    <>
      <h3>月结后数据的变化</h3>
      {failure && <FailureLine what="比较失败" failure={failure} />}
      {!drift && !failure && <p className="flow-muted">正在比较…</p>}
      {drift?.rows.length === 0 && <p>没有变化</p>}
      {drift && drift.rows.length > 0 && (
        <dl className="flow-figures">
          {drift.rows.map(({ channel, currency, difference }) => (
            <FigureOf
              key={`${channel} ${currency}`}
              title={`${channel || emptyText} ${currency}`}
              text={groupThousands(difference)}
            />
          ))}
        </dl>
      )}
    </>
  )
}

export function Page() {
  return (
    <ListPage
      list={monthList}
      lead={<FlowNavigation />}
      preview={(row) => <MonthPane key={`${row.key} ${row.state}`} row={row} />}
    />
  )
}
