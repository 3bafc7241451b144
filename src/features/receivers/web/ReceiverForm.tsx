// The form of a receiver. Its address and key can be written but never read; empty fields leave them
// unchanged.
import { call } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import type { Field } from '#web/form/types.ts'
import { gameChoices, gamesFromTyped, gamesTyped } from '#web/list/gameCells.ts'
import type { ListFormProps } from '#web/list/types.ts'
import {
  type Receiver,
  type ReceiverKind,
  receiverKinds,
  receiverKindTitles,
  saveReceiver,
} from '../contract.ts'
import { referenceData } from './referenceData.ts'
import './receivers.css'

interface Values {
  name: string
  kind: string
  games: readonly string[]
  address: string
  addresses: readonly string[]
  secret: string
  clearSecret: boolean
  note: string
}

const valuesOf = ({ name, kind, games, addresses, note }: Receiver): Values => ({
  name,
  kind,
  games: gamesTyped(referenceData().games, games),
  address: '',
  addresses,
  secret: '',
  clearSecret: false,
  note,
})

const newValues = (): Values => ({
  name: '',
  kind: 'dingtalk',
  games: [],
  address: '',
  addresses: [],
  secret: '',
  clearSecret: false,
  note: '',
})

/** Labels and hints by kind. */
const words: Record<Exclude<ReceiverKind, 'mail'>, { address: string; secret: string | null }> = {
  dingtalk: {
    address: '钉钉群 → 群设置 → 机器人 → 自定义，复制其 Webhook 地址',
    secret: '机器人安全设置选「加签」时填写，以 SEC 开头',
  },
  feishu: {
    address: '飞书群 → 设置 → 群机器人 → 自定义机器人，复制其 Webhook 地址',
    secret: '机器人开启「签名校验」时填写',
  },
  wecom: { address: '企业微信群 → 群机器人，复制其 Webhook 地址', secret: null },
  url: {
    address: '以 JSON 发送；只能发到管理员在设置中列出的主机',
    secret: '填写后，每次发送都带 HMAC-SHA-256 签名（X-Signature）',
  },
}

const isWeb = (kind: string): kind is keyof typeof words => kind !== 'mail'
const keepsAddress = (row: Receiver | null, kind: string) =>
  row !== null && row.kind === kind && row.address !== ''

function addressFields(row: Receiver | null): Field<Values>[] {
  return receiverKinds.filter(isWeb).map((kind) => ({
    name: 'address' as const,
    label: 'Webhook 地址',
    kind: 'secret' as const,
    required: !keepsAddress(row, kind),
    ...(keepsAddress(row, kind) && { kept: row?.address ?? '' }),
    help: `${words[kind].address}；加密保存，不再显示`,
    shownWhen: (values: Values) => values.kind === kind,
  }))
}

function secretFields(row: Receiver | null): Field<Values>[] {
  return receiverKinds.filter(isWeb).flatMap((kind) => {
    const help = words[kind].secret
    const isKept = row !== null && row.kind === kind && row.secret !== ''
    if (help === null) return []
    return {
      name: 'secret' as const,
      label: '签名密钥',
      kind: 'secret' as const,
      ...(isKept && { kept: row.secret }),
      help,
      shownWhen: (values: Values) => values.kind === kind && !values.clearSecret,
    }
  })
}

export function ReceiverForm({ row, onClose, onSaved }: ListFormProps<Receiver>) {
  const { games, settings } = referenceData()
  return (
    <FormDialog<Values, Receiver>
      name={`receiver:${row?.id ?? 'new'}`}
      title={row ? '编辑通知渠道' : '新建通知渠道'}
      fields={[
        { name: 'name', label: '名称', kind: 'text', required: true, longest: 100 },
        {
          name: 'kind',
          label: '类型',
          kind: 'select',
          required: true,
          choices: receiverKinds.map((kind) => ({ value: kind, title: receiverKindTitles[kind] })),
        },
        ...addressFields(row),
        ...secretFields(row),
        {
          name: 'clearSecret',
          label: '清除已保存的签名密钥',
          kind: 'switch',
          shownWhen: ({ kind }) => row !== null && row.kind === kind && row.secret !== '',
        },
        {
          name: 'addresses',
          label: '收件人',
          kind: 'lines',
          rows: 4,
          required: true,
          help: '每行一个邮箱，最多 50 个；更多的请用邮件组',
          shownWhen: ({ kind }) => kind === 'mail',
        },
        {
          name: 'games',
          label: '游戏',
          kind: 'tags',
          required: true,
          suggestions: gameChoices(games),
          help: `只有这些游戏的数据会发到这里；可填 ${games.map(({ name }) => name).join('、')}，或「全部游戏」`,
        },
        { name: 'note', label: '备注', kind: 'textarea', rows: 2, longest: 2_000 },
      ]}
      initial={row ? valuesOf(row) : newValues()}
      send={({ clearSecret, secret, address, addresses, ...values }, against) => {
        const kind = values.kind as ReceiverKind
        const revision = against?.revision ?? row?.revision
        const typed = clearSecret ? { secret: '' } : secret !== '' && { secret }
        const where = isWeb(kind)
          ? { ...(address !== '' && { address }), ...typed }
          : { addresses: addresses.join('\n') }
        const body = {
          ...values,
          ...where,
          kind,
          id: row?.id ?? -1,
          games: gamesFromTyped(games, values.games),
          ...(revision !== undefined && { revision }),
        }
        return call(saveReceiver, { body }, { quiet: true, loading: null })
      }}
      valuesOf={valuesOf}
      onClose={onClose}
      onSaved={onSaved}
    >
      {({ kind }) => <Following kind={kind} settings={settings} />}
    </FormDialog>
  )
}

interface FollowingProps {
  kind: string
  settings: ReturnType<typeof referenceData>['settings']
}

function Following({ kind, settings }: FollowingProps) {
  const { mailProblem, hosts } = settings
  return (
    <>
      {kind === 'mail' && mailProblem !== null && <p className="receivers-warning">{mailProblem}</p>}
      {kind === 'url' && (
        <p className="form-help">
          {hosts.length === 0
            ? '还没有列出任何主机；请管理员在 settings.json 的 webhookHosts 中填写后重启'
            : `可发到：${hosts.join('、')}`}
        </p>
      )}
    </>
  )
}
