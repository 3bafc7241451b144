// The form of an ad account. The token can be written but never read; an empty field leaves it unchanged.

import { call } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { gameChoices, gamesFromTyped, gamesTyped } from '#web/list/gameCells.ts'
import type { ListFormProps } from '#web/list/types.ts'
import { type AdAccount, addOrUpdateAdAccount } from '#features/lists/contract.ts'
import { GamesHelp } from '../GamesHelp.tsx'
import { referenceData } from './referenceData.ts'

interface Values {
  platform: string
  accountId: string
  name: string
  games: readonly string[]
  keeper: string
  token: string
  clearToken: boolean
  note: string
}

const valuesOf = ({ platform, accountId, name, games, keeper, note }: AdAccount): Values => ({
  platform,
  accountId,
  name,
  games: gamesTyped(referenceData().games, games),
  keeper,
  token: '',
  clearToken: false,
  note,
})

const newValues = (): Values => ({
  platform: referenceData().platforms[0]?.key ?? '',
  accountId: '',
  name: '',
  games: [],
  keeper: '',
  token: '',
  clearToken: false,
  note: '',
})

export function AccountForm({ row, onClose, onSaved }: ListFormProps<AdAccount>) {
  const { games, platforms } = referenceData()
  return (
    <FormDialog<Values, AdAccount>
      name={`adAccount:${row?.id ?? 'new'}`}
      title={row ? '编辑广告账户' : '新建广告账户'}
      fields={[
        { name: 'name', label: '名称', kind: 'text', required: true, longest: 100 },
        {
          name: 'platform',
          label: '平台',
          kind: 'select',
          half: true,
          required: true,
          choices: platforms.map(({ key, title }) => ({ value: key, title })),
        },
        {
          name: 'accountId',
          label: '账户编号',
          kind: 'text',
          half: true,
          required: true,
          mono: true,
          longest: 100,
        },
        { name: 'games', label: '游戏', kind: 'tags', required: true, suggestions: gameChoices(games) },
        {
          name: 'token',
          label: '令牌',
          kind: 'secret',
          ...(row && row.token !== '' && { kept: row.token }),
          help: '加密保存，不再显示；用于向平台网关查询账户',
          shownWhen: ({ clearToken }) => !clearToken,
        },
        {
          name: 'clearToken',
          label: '清除已保存的令牌',
          kind: 'switch',
          shownWhen: () => row !== null && row.token !== '',
        },
        { name: 'keeper', label: '负责人', kind: 'text', half: true, longest: 100 },
        { name: 'note', label: '备注', kind: 'textarea', rows: 3, longest: 2_000 },
      ]}
      initial={row ? valuesOf(row) : newValues()}
      send={({ clearToken, token, ...values }, against) => {
        const revision = against?.revision ?? row?.revision
        const body = {
          ...values,
          id: row?.id ?? -1,
          games: gamesFromTyped(games, values.games),
          ...(clearToken ? { token: '' } : token !== '' && { token }),
          ...(revision !== undefined && { revision }),
        }
        return call(addOrUpdateAdAccount, { body }, { quiet: true, loading: null })
      }}
      valuesOf={valuesOf}
      onClose={onClose}
      onSaved={onSaved}
    >
      {() => <GamesHelp games={games} />}
    </FormDialog>
  )
}
