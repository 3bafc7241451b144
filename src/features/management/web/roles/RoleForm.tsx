// The form of a role: its name and the grid of its keys. Keys that the product does not know stay in it.

import { authorityOfKeys, holdsPermission, permissionKeys, permissions } from '#shared/permissions.ts'
import { call } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import type { FieldValue } from '#web/form/types.ts'
import type { ListFormProps } from '#web/list/types.ts'
import { addOrUpdateRole, type ManagedRole, type RoleChange } from '#features/management/contract.ts'
import { useOwnRights } from '../ownRights.tsx'
import { RowRulesField } from '../rules/RowRulesField.tsx'
import { rulesProblem, rulesTyped, typedRules } from '../rules/rules.ts'
import { KeyGrid } from './KeyGrid.tsx'

interface Values {
  name: string
  keys: readonly string[]
  rules: readonly string[]
  secondStep: boolean
}

const valuesOf = ({ name, authorityInfo, rowRules, secondStep }: ManagedRole): Values => ({
  name,
  keys: permissionKeys.filter((key) => holdsPermission(authorityInfo, key)),
  rules: typedRules(rowRules),
  secondStep,
})

/** The role that the next new one is copied from. */
let copied: ManagedRole | null = null
export const copyNext = (role: ManagedRole | null): void => {
  copied = role
}

const titlesOf = (value: FieldValue): string =>
  permissionKeys
    .filter((key) => (value as readonly string[]).includes(key))
    .map((key) => permissions[key].title)
    .join('、')

/** The chosen keys, plus the unknown keys of a copied role. */
function rulesOf(keys: readonly string[], foreign: ManagedRole['foreign']): RoleChange['authorityInfo'] {
  const rules: Record<string, string[]> = {
    ...authorityOfKeys(permissionKeys.filter((key) => keys.includes(key))),
  }
  for (const { list, key } of foreign) rules[list] = [...(rules[list] ?? []), key]
  return rules as RoleChange['authorityInfo']
}

export function RoleForm({ row, onClose, onSaved }: ListFormProps<ManagedRole>) {
  const ownRights = useOwnRights()
  const source = row ?? copied
  const save = (values: Values, id: number, revision: number | undefined) =>
    ownRights.send((confirmed) =>
      call(
        addOrUpdateRole,
        {
          body: {
            id,
            name: values.name,
            authorityInfo: rulesOf(values.keys, source?.foreign ?? []),
            rowRules: rulesTyped(values.rules),
            secondStep: values.secondStep,
            confirmed,
            ...(revision !== undefined && { revision }),
          },
        },
        { quiet: true, loading: null },
      ),
    )
  const initial = source ? valuesOf(source) : { name: '', keys: [], rules: [], secondStep: false }
  return (
    <FormDialog<Values, ManagedRole>
      name={`role:${row?.id ?? (copied ? `copy-${copied.id}` : 'new')}`}
      title={row ? '编辑角色' : '新建角色'}
      className="management-role-form"
      lead={<Lead row={row} source={source} />}
      fields={[
        { name: 'name', label: '名称', kind: 'text', required: true, longest: 60 },
        {
          name: 'keys',
          label: '权限',
          kind: 'drawn',
          draw: KeyGrid,
          text: titlesOf,
          help: '方向键移动，空格勾选；保存后，该角色的用户下一次操作即按新的权限',
        },
        {
          name: 'rules',
          label: '数据范围',
          kind: 'drawn',
          draw: RowRulesField,
          check: (rules) => rulesProblem(rules),
          help: '该角色的用户只看到这些数据；不设则不限，几条规则同时成立',
        },
        {
          name: 'secondStep',
          label: '要求两步登录',
          kind: 'switch',
          help: '密码之后还要输入验证器上的动态口令；没有设置过的人下次登录时先设置，才能进入',
        },
      ]}
      initial={row || !copied ? initial : { ...initial, name: `${copied.name} 副本` }}
      send={(values, against) => save(values, row?.id ?? -1, against?.revision ?? row?.revision)}
      valuesOf={valuesOf}
      onClose={onClose}
      onSaved={onSaved}
      {...(row && {
        undo: {
          done: ({ name }: ManagedRole) => `已保存「${name}」`,
          takeBack: async (saved: ManagedRole) => {
            onSaved(await save(valuesOf(row), row.id, saved.revision))
          },
        },
      })}
    >
      {() => ownRights.question}
    </FormDialog>
  )
}

function Lead({ row, source }: { row: ManagedRole | null; source: ManagedRole | null }) {
  const foreign = source?.foreign ?? []
  return (
    <>
      {row && row.users.length > 0 && (
        <p className="form-help">
          {row.users.length} 人拥有该角色：
          {row.users
            .slice(0, 8)
            .map(({ username }) => username)
            .join('、')}
          {row.users.length > 8 && ' 等'}
        </p>
      )}
      {foreign.length > 0 && (
        <p className="form-help">
          角色里还有无法识别的权限，保存时原样保留：
          {foreign.map(({ list, key }) => `${list} 里的 ${key}`).join('，')}
        </p>
      )}
    </>
  )
}
