// The form of an access token. A new one tells its text afterwards, once.
import { useRef } from 'react'
import { call, quiet } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { gameChoices, gamesFromTyped, gamesTyped } from '#web/list/gameCells.ts'
import type { ListFormProps } from '#web/list/types.ts'
import { showDialog } from '#web/shell/dialog.tsx'
import {
  longestTokenDays,
  saveToken,
  type Token,
  type TokenScope,
  tokenScopes,
  tokenScopeTitles,
} from '../contract.ts'
import { referenceData } from './referenceData.ts'
import { SecretDialog } from './SecretDialog.tsx'

interface Values {
  name: string
  scope: string
  role: string
  games: readonly string[]
  calls: readonly string[]
  days: number | null
  note: string
}

const valuesOf = ({ name, scope, role, games, calls, note }: Token): Values => ({
  name,
  scope,
  role: role === null ? '' : String(role.id),
  games: gamesTyped(referenceData().games, games),
  calls,
  days: null,
  note,
})

function newValues(): Values {
  const { games } = referenceData()
  const all = gamesTyped(
    games,
    games.map(({ cgi }) => cgi),
  )
  return { name: '', scope: 'read', role: '', games: all, calls: [], days: 90, note: '' }
}

export function TokenForm({ row, onClose, onSaved }: ListFormProps<Token>) {
  const { games, roles } = referenceData()
  const secret = useRef<string | null>(null)
  const known = roles.some(({ id }) => id === row?.role?.id)
  const lost = row?.role && !known ? [{ value: String(row.role.id), title: row.role.name }] : []
  return (
    <FormDialog<Values, Token>
      name={`token:${row?.id ?? 'new'}`}
      title={row ? '编辑访问令牌' : '新建访问令牌'}
      fields={[
        {
          name: 'name',
          label: '名称',
          kind: 'text',
          required: true,
          longest: 100,
          placeholder: '每日报表脚本',
        },
        {
          name: 'scope',
          label: '可以做什么',
          kind: 'select',
          required: true,
          choices: tokenScopes.map((scope) => ({ value: scope, title: tokenScopeTitles[scope] })),
          help: '不论选哪个，都不超过你自己此刻的权限；账号、角色、密码和验证码只能登录后管理',
        },
        {
          name: 'role',
          label: '不超过角色',
          kind: 'select',
          choices: [
            { value: '', title: '不限' },
            ...roles.map(({ id, name }) => ({ value: String(id), title: name })),
            ...lost,
          ],
          help: '选一个角色，令牌就只有你和它都有的权限与数据行',
        },
        {
          name: 'games',
          label: '游戏',
          kind: 'tags',
          required: true,
          suggestions: gameChoices(games),
          help: '只看得到这些游戏的数据',
        },
        {
          name: 'calls',
          label: '只用于这些调用',
          kind: 'lines',
          rows: 3,
          mono: true,
          help: '每行一个，如 getReportDataByInfo；留空则不限',
        },
        {
          name: 'days',
          label: '有效期',
          kind: 'number',
          unit: '天',
          whole: true,
          min: 1,
          max: longestTokenDays,
          required: row === null,
          ...(row && { help: '从现在算起；留空则到期日不变' }),
        },
        { name: 'note', label: '备注', kind: 'textarea', rows: 2, longest: 2_000 },
      ]}
      initial={row ? valuesOf(row) : newValues()}
      send={async ({ role, days, ...values }, against) => {
        const revision = against?.revision ?? row?.revision
        const body = {
          ...values,
          id: row?.id ?? -1,
          scope: values.scope as TokenScope,
          roleId: role === '' ? null : Number(role),
          games: gamesFromTyped(games, values.games),
          calls: values.calls.map((name) => name.trim()).filter((name) => name !== ''),
          ...(days !== null && { days }),
          ...(revision !== undefined && { revision }),
        }
        const made = await call(saveToken, { body }, quiet)
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
