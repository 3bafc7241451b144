// /others/gameFlow/rates: exchange rates to CNY by day or month, with their source.

import { pages } from '#shared/pages.ts'
import { call, quiet } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { defineList } from '#web/list/defineList.ts'
import { showHistory } from '#web/list/HistoryDialog.tsx'
import { ListPage } from '#web/list/ListPage.tsx'
import type { ListFormProps, ListPasteProps } from '#web/list/types.ts'
import { BatchPaste } from '#web/paste/BatchPaste.tsx'
import type { PasteDeclaration } from '#web/paste/types.ts'
import { businessToday } from '#web/shell/businessDay.ts'
import {
  baseCurrency,
  deleteGameFlowRate,
  type FlowRate,
  gameFlowRateHistory,
  listGameFlowRates,
  mostPastedRates,
  pasteGameFlowRates,
  type RatePaste,
  restoreGameFlowRates,
  saveGameFlowRate,
} from '#features/gameflow/contract.ts'
import { FlowNavigation } from '../FlowNavigation.tsx'

interface Values {
  currency: string
  period: string
  rate: string
  source: string
}
const valuesOf = ({ currency, period, rate, source }: FlowRate): Values => ({
  currency,
  period,
  rate,
  source,
})

function RateForm({ row, onClose, onSaved }: ListFormProps<FlowRate>) {
  const period = businessToday().slice(0, 7)
  return (
    <FormDialog<Values, FlowRate>
      name={`flowRate:${row?.id ?? 'new'}`}
      title={row ? '编辑汇率' : '新建汇率'}
      fields={[
        { name: 'currency', label: '币种', kind: 'text', half: true, required: true, mono: true, longest: 3 },
        {
          name: 'period',
          label: '日期或月份',
          kind: 'text',
          half: true,
          required: true,
          mono: true,
          longest: 10,
          help: '2026-01 或 2026-01-31；当天的先于整月的',
        },
        {
          name: 'rate',
          label: '汇率',
          kind: 'text',
          half: true,
          required: true,
          mono: true,
          longest: 30,
          help: `1 单位该币种合多少 ${baseCurrency}；已月结的月份不受影响`,
        },
        { name: 'source', label: '来源', kind: 'text', half: true, required: true, longest: 100 },
      ]}
      initial={row ? valuesOf(row) : { currency: '', period, rate: '', source: '' }}
      send={(values, against) => {
        const revision = against?.revision ?? row?.revision
        const body = { ...values, id: row?.id ?? -1, ...(revision !== undefined && { revision }) }
        return call(saveGameFlowRate, { body }, quiet)
      }}
      valuesOf={valuesOf}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}

type Line = RatePaste['lines'][number]

const paste: PasteDeclaration<Line> = {
  title: '批量粘贴汇率',
  measure: '条',
  noun: '汇率',
  most: mostPastedRates,
  columns: [
    { title: '币种', required: true },
    { title: '日期或月份', required: true },
    { title: '汇率', required: true },
    { title: '来源', required: true },
  ],
  example: 'USD\t2026-01\t7.1234\t中国外汇交易中心月均价',
  parse: ([currency = '', period = '', rate = '', source = '']) => {
    if ([currency, period, rate, source].includes('')) return { problem: '币种、日期、汇率、来源都要有' }
    return { values: { currency: currency.toUpperCase(), period: period.replaceAll('/', '-'), rate, source } }
  },
  keyOf: ({ currency, period }) => `${currency} ${period}`,
  compare: async (lines, signal) =>
    lines.length === 0
      ? []
      : (await call(pasteGameFlowRates, { body: { lines: [...lines], check: true } }, { ...quiet, signal }))
          .effects,
  cellsOf: ({ currency, period, rate, source }) => [currency, period, rate, source],
  send: async (lines, tell, signal) => {
    const { refused } = await call(pasteGameFlowRates, { body: { lines: [...lines] } }, { ...quiet, signal })
    tell(lines.length)
    return refused
  },
}

const RatesPaste = ({ onClose, onDone }: ListPasteProps) => (
  <BatchPaste paste={paste} onClose={onClose} onDone={onDone} />
)

export const rateList = defineList<FlowRate>({
  name: 'flowRates',
  path: pages.othersGameFlowRates.path,
  title: '流水汇率',
  noun: '汇率',
  measure: '条',
  searchHint: '币种、日期、来源',
  idOf: ({ id }) => String(id),
  nameOf: ({ currency, period }) => `${currency} ${period}`,
  permission: 'search_gameFlow',
  source: { kind: 'whole', read: (signal) => call(listGameFlowRates, {}, { ...quiet, signal }) },
  sort: '-period',
  columns: [
    { key: 'currency', title: '币种', kind: 'code', value: ({ currency }) => currency },
    { key: 'period', title: '日期或月份', kind: 'code', value: ({ period }) => period },
    {
      key: 'rate',
      title: '汇率',
      unit: baseCurrency,
      kind: 'number',
      value: ({ rate }) => rate,
      text: ({ rate }) => rate,
      rank: ({ rate }) => Number(rate),
    },
    { key: 'source', title: '来源', value: ({ source }) => source },
    { key: 'modifiedBy', title: '修改者', kind: 'user', value: ({ modifiedBy }) => modifiedBy },
    { key: 'modifiedAt', title: '修改时间', kind: 'time', value: ({ modifiedAt }) => modifiedAt },
  ],
  filters: [
    {
      key: 'currency',
      title: '币种',
      kind: 'select',
      options: (rows) =>
        [...new Set(rows.map(({ currency }) => currency))]
          .sort()
          .map((code) => ({ value: code, title: code })),
      holds: ({ currency }, value) => currency === value,
    },
  ],
  form: { view: RateForm },
  paste: RatesPaste,
  remove: {
    each: {
      doing: '正在删除...',
      done: '已删除',
      asks: { detail: () => '未月结的月份会变成缺汇率；可以撤销。' },
      run: async ({ id }, signal) =>
        call(deleteGameFlowRate, { params: { id }, body: {} }, { ...quiet, signal }),
      undo: async (row) => {
        await call(restoreGameFlowRates, { body: { ids: [row.id] } }, quiet)
        return row
      },
    },
  },
  actions: [
    {
      command: 'gameflow.history',
      title: '变更记录',
      start: ({ id, currency, period }) =>
        showHistory(`${currency} ${period}`, (signal) =>
          call(gameFlowRateHistory, { params: { id } }, { ...quiet, signal }),
        ),
    },
  ],
  empty: { title: '还没有汇率', description: '其他币种的流水要有汇率才能折合；可从表格软件批量粘贴。' },
})

export function Page() {
  return <ListPage list={rateList} lead={<FlowNavigation />} />
}
