// The form of a list entry.
import type { ComponentType } from 'react'
import { call } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import type { ListFormProps } from '#web/list/types.ts'
import { type EntryKind, entryKinds, entryKindTitles, type ListEntry } from '#features/lists/contract.ts'
import type { EntryList } from './entryList.ts'

interface Values {
  cgi: string
  kind: string
  value: string
  reason: string
  expiresOn: string
  note: string
}

const valuesOf = ({ cgi, kind, value, reason, expiresOn, note }: ListEntry): Values => ({
  cgi,
  kind,
  value,
  reason,
  expiresOn: expiresOn ?? '',
  note,
})

export function entryForm(list: EntryList): ComponentType<ListFormProps<ListEntry>> {
  return function EntryForm({ row, onClose, onSaved }) {
    const { games, calls, words } = list
    const initial = row
      ? valuesOf(row)
      : { cgi: games[0]?.cgi ?? '', kind: 'player', value: '', reason: '', expiresOn: '', note: '' }
    return (
      <FormDialog<Values, ListEntry>
        name={`${words.name}:${row?.id ?? 'new'}`}
        title={`${row ? '编辑' : '新建'}${words.title}条目`}
        fields={[
          {
            name: 'value',
            label: '值',
            kind: 'text',
            required: true,
            mono: true,
            help: '账号、玩家编号、设备号，或 IP 地址与网段（10.0.0.0/8）',
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
            name: 'kind',
            label: '类型',
            kind: 'select',
            half: true,
            choices: entryKinds.map((kind) => ({ value: kind, title: entryKindTitles[kind] })),
          },
          { name: 'reason', label: '原因', kind: 'text', longest: 200 },
          { name: 'expiresOn', label: '有效期至', kind: 'day', help: '含当天；留空为长期' },
          { name: 'note', label: '备注', kind: 'textarea', rows: 3, longest: 2_000 },
        ]}
        initial={initial}
        send={(values, against) => {
          const revision = against?.revision ?? row?.revision
          const body = {
            ...values,
            id: row?.id ?? -1,
            kind: values.kind as EntryKind,
            expiresOn: values.expiresOn === '' ? null : values.expiresOn,
            ...(revision !== undefined && { revision }),
          }
          return call(calls.save, { body }, { quiet: true, loading: null })
        }}
        valuesOf={valuesOf}
        onClose={onClose}
        onSaved={onSaved}
      />
    )
  }
}
