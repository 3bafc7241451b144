// The form of a user: e-mail, name, role, games, and whether they may sign in. A new user gets a link for
// setting a password.

import { call } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { gameChoices, gamesFromTyped, gamesTyped } from '#web/list/gameCells.ts'
import type { ListFormProps } from '#web/list/types.ts'
import { addOrUpdateUser, type ManagedUser } from '#features/management/contract.ts'
import { useOwnRights } from '../ownRights.tsx'
import { RowRulesField } from '../rules/RowRulesField.tsx'
import { rulesProblem, rulesTyped, typedRules } from '../rules/rules.ts'
import { showLink } from './LinkDialog.tsx'
import { referenceData } from './referenceData.ts'

type Source = NonNullable<ManagedUser['source']>

interface Values {
  email: string
  username: string
  role: string
  games: readonly string[]
  rules: readonly string[]
  active: boolean
}

const valuesOf = ({ email, username, role, roleGone, games, rowRules, disabled }: ManagedUser): Values => ({
  email,
  username,
  role: roleGone ? '' : role,
  games: gamesTyped(referenceData().games, games),
  rules: typedRules(rowRules),
  active: !disabled,
})

const newValues: Values = { email: '', username: '', role: '', games: ['全部游戏'], rules: [], active: true }

export function UserForm({ row, onClose, onSaved }: ListFormProps<ManagedUser>) {
  const { games, roles } = referenceData()
  const ownRights = useOwnRights()
  const source = row?.source ?? null
  const readOnly = source !== null
  return (
    <FormDialog<Values, ManagedUser>
      name={`user:${row?.id ?? 'new'}`}
      title={row ? '编辑用户' : '新建用户'}
      lead={source ? <SourceLine source={source} /> : row?.roleGone && <RoleGone role={row.role} />}
      fields={[
        { name: 'email', label: '邮箱', kind: 'text', required: true, longest: 254, readOnly },
        {
          name: 'username',
          label: '用户名',
          kind: 'text',
          half: true,
          longest: 60,
          readOnly,
          placeholder: '默认为邮箱 @ 之前的部分',
        },
        {
          name: 'role',
          label: '角色',
          kind: 'select',
          half: true,
          required: true,
          readOnly,
          choices: roles.map((name) => ({ value: name, title: name })),
        },
        {
          name: 'games',
          label: '游戏',
          kind: 'tags',
          readOnly,
          suggestions: gameChoices(games),
          help: `可填：${gameChoices(games).join('、')}；留空则看不到任何游戏的数据`,
        },
        {
          name: 'rules',
          label: '数据范围',
          kind: 'drawn',
          draw: RowRulesField,
          check: (rules) => rulesProblem(rules),
          help: '不设则不限；几条规则同时成立，角色的规则也成立',
        },
        {
          name: 'active',
          label: '可以登录',
          kind: 'switch',
          help: '停用后立即结束其所有登录，数据和内容都保留',
        },
      ]}
      initial={row ? valuesOf(row) : newValues}
      send={({ email, username, role, games: typed, rules, active }, against) => {
        const revision = against?.revision ?? row?.revision
        const body = {
          id: row?.id ?? -1,
          email,
          username,
          role,
          games: gamesFromTyped(games, typed),
          rowRules: rulesTyped(rules),
          disabled: !active,
          ...(revision !== undefined && { revision }),
        }
        return ownRights.send((confirmed) =>
          call(addOrUpdateUser, { body: { ...body, confirmed } }, { quiet: true, loading: null }),
        )
      }}
      valuesOf={valuesOf}
      onClose={onClose}
      onSaved={(saved) => {
        onSaved(saved)
        if (!row && !saved.disabled) showLink(saved)
      }}
    >
      {() => ownRights.question}
    </FormDialog>
  )
}

const RoleGone = ({ role }: { role: string }) => (
  <p className="form-help">原来的角色「{role}」已被删除，请选择另一个。</p>
)

/** What the company decides, and what is decided here. */
const SourceLine = ({ source: { title, account, stopped } }: { source: Source }) => (
  <p className="form-help">
    账号「{account}」来自{title}：邮箱、用户名、角色和游戏按那里的组，每次登录和核对时更新；密码也在那里。
    {stopped !== null && `现在停用：${stopped}；那里恢复后，这里自动恢复。`}
    数据范围在这里设。
  </p>
)
