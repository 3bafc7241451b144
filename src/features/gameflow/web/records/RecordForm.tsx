// The form of a record: a channel's statement, an adjustment, or a refund missing from the orders.

import { call } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import type { ListFormProps } from '#web/list/types.ts'
import { businessToday } from '#web/shell/businessDay.ts'
import {
  addGameFlowRecord,
  type FlowRecord,
  type RecordBasis,
  type RecordKind,
  recordBases,
  recordBasisTitles,
  recordKinds,
  recordKindTitles,
} from '#features/gameflow/contract.ts'
import { codeOf, nameOf, referenceData } from './referenceData.ts'

interface Values {
  kind: string
  period: string
  cgi: string
  channel: string
  server: string
  currency: string
  amount: string
  basis: string
  note: string
}

const valuesOf = ({
  kind,
  period,
  cgi,
  channel,
  server,
  currency,
  amount,
  basis,
  note,
}: FlowRecord): Values => ({
  kind,
  period,
  cgi,
  channel: nameOf(referenceData().channels, channel),
  server: nameOf(referenceData().servers, server),
  currency,
  amount,
  basis,
  note,
})

export function RecordForm({ row, onClose, onSaved }: ListFormProps<FlowRecord>) {
  const { games, channels, servers } = referenceData()
  const initial: Values = row
    ? valuesOf(row)
    : {
        kind: 'statement',
        period: businessToday().slice(0, 7),
        cgi: games[0]?.cgi ?? '',
        channel: '',
        server: '',
        currency: 'CNY',
        amount: '',
        basis: 'net',
        note: '',
      }
  return (
    <FormDialog<Values, FlowRecord>
      name={`flowRecord:${row?.id ?? 'new'}`}
      title={row ? '编辑流水记录' : '新建流水记录'}
      fields={[
        {
          name: 'kind',
          label: '类别',
          kind: 'select',
          half: true,
          choices: recordKinds.map((kind) => ({ value: kind, title: recordKindTitles[kind] })),
        },
        {
          name: 'period',
          label: '日期',
          kind: 'text',
          half: true,
          required: true,
          mono: true,
          longest: 10,
          help: '2026-01-31；渠道账单也可写一整月 2026-01',
        },
        {
          name: 'cgi',
          label: '游戏',
          kind: 'select',
          half: true,
          required: true,
          choices: games.map(({ cgi, name }) => ({ value: cgi, title: name })),
        },
        {
          name: 'channel',
          label: '渠道',
          kind: 'text',
          half: true,
          required: true,
          longest: 100,
          suggestions: channels.map(({ name }) => name),
        },
        {
          name: 'amount',
          label: '金额',
          kind: 'text',
          half: true,
          required: true,
          mono: true,
          longest: 40,
          help: '调整可为负数',
        },
        { name: 'currency', label: '币种', kind: 'text', half: true, required: true, mono: true, longest: 3 },
        {
          name: 'basis',
          label: '口径',
          kind: 'select',
          half: true,
          choices: recordBases.map((basis) => ({ value: basis, title: recordBasisTitles[basis] })),
          shownWhen: ({ kind }) => kind === 'statement',
          help: '对方的金额与我方哪个数比较',
        },
        {
          name: 'server',
          label: '区服',
          kind: 'text',
          half: true,
          longest: 100,
          suggestions: servers.map(({ name }) => name),
          help: '留空为整个渠道',
        },
        { name: 'note', label: '备注', kind: 'textarea', rows: 2, longest: 2_000 },
      ]}
      initial={initial}
      send={(values, against) => {
        const revision = against?.revision ?? row?.revision
        const body = {
          ...values,
          id: row?.id ?? -1,
          kind: values.kind as RecordKind,
          basis: values.basis as RecordBasis,
          channel: codeOf(channels, values.channel),
          server: codeOf(servers, values.server),
          ...(revision !== undefined && { revision }),
        }
        return call(addGameFlowRecord, { body }, { quiet: true, loading: null })
      }}
      valuesOf={valuesOf}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}
