// The form of a webhook. A new one tells its secret afterwards, once.
import { useRef } from 'react'
import { call, quiet } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { gameChoices, gamesFromTyped, gamesTyped } from '#web/list/gameCells.ts'
import type { ListFormProps } from '#web/list/types.ts'
import { showDialog } from '#web/shell/dialog.tsx'
import {
  saveWebhook,
  type Webhook,
  type WebhookEvent,
  webhookEvents,
  webhookEventTitles,
} from '../contract.ts'
import { referenceData } from './referenceData.ts'
import { SecretDialog } from './SecretDialog.tsx'

/** Of each event whether it is told. */
type Told = Record<WebhookEvent, boolean>

interface Values extends Told {
  name: string
  address: string
  ofTables: readonly string[]
  games: readonly string[]
  note: string
}

const toldOf = (told: (event: WebhookEvent) => boolean): Told =>
  Object.fromEntries(webhookEvents.map((event) => [event, told(event)])) as Told

const valuesOf = ({ name, events, ofTables, games, note }: Webhook): Values => ({
  name,
  address: '',
  ...toldOf((event) => events.includes(event)),
  ofTables,
  games: gamesTyped(referenceData().games, games),
  note,
})

const newValues = (): Values => ({
  name: '',
  address: '',
  ...toldOf(() => true),
  ofTables: [],
  games: gamesTyped(referenceData().games, '*'),
  note: '',
})

export function WebhookForm({ row, onClose, onSaved }: ListFormProps<Webhook>) {
  const { games, tables, hosts } = referenceData()
  const secret = useRef<string | null>(null)
  return (
    <FormDialog<Values, Webhook>
      name={`webhook:${row?.id ?? 'new'}`}
      title={row ? '编辑事件回调' : '新建事件回调'}
      fields={[
        {
          name: 'name',
          label: '名称',
          kind: 'text',
          required: true,
          longest: 100,
          placeholder: '下游汇总任务',
        },
        {
          name: 'address',
          label: '地址',
          kind: 'text',
          mono: true,
          required: row === null,
          placeholder: row ? `${row.address}（留空则不变）` : '如 https://hooks.example.com/analytics',
          help:
            hosts.length === 0
              ? '还没有列出任何主机；请先在系统设置的「可发到的主机」（webhookHosts）里加上'
              : `可发到：${hosts.join('、')}`,
        },
        ...webhookEvents.map((event) => ({
          name: event,
          label: webhookEventTitles[event],
          kind: 'switch' as const,
        })),
        {
          name: 'ofTables',
          label: '只要这些数据表',
          kind: 'tags',
          suggestions: tables,
          help: '用于「数据表有了新数据」；留空则每张表都告诉',
          shownWhen: (values) => values['table.published'],
        },
        {
          name: 'games',
          label: '游戏',
          kind: 'tags',
          required: true,
          suggestions: gameChoices(games),
          help: '只告诉这些游戏的告警；数据表的事件要「全部游戏」',
        },
        { name: 'note', label: '备注', kind: 'textarea', rows: 2, longest: 2_000 },
      ]}
      initial={row ? valuesOf(row) : newValues()}
      send={async ({ name, address, ofTables: chosen, note, ...values }, against) => {
        const revision = against?.revision ?? row?.revision
        const body = {
          id: row?.id ?? -1,
          name,
          note,
          ...(address.trim() !== '' && { address }),
          events: webhookEvents.filter((event) => values[event]),
          ofTables: [...chosen],
          games: gamesFromTyped(games, values.games),
          ...(revision !== undefined && { revision }),
        }
        const made = await call(saveWebhook, { body }, quiet)
        secret.current = made.secret
        return made.row
      }}
      valuesOf={valuesOf}
      onClose={onClose}
      onSaved={(saved) => {
        onSaved(saved)
        if (secret.current !== null) showDialog(<SecretDialog secret={secret.current} />)
      }}
    />
  )
}
