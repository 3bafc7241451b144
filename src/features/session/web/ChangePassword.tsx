// 修改密码: changes the user's own password, given the current one.
import { shortestPassword } from '#shared/passwords.ts'
import { call } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { showMessage } from '#web/shell/message.ts'
import { changeOwnPassword } from '../contract.ts'

interface Values {
  password: string
  wanted: string
  again: string
}
const empty: Values = { password: '', wanted: '', again: '' }

export const changePassword = (): void => showDialog(<ChangePassword />)

function ChangePassword() {
  return (
    <FormDialog<Values, true>
      name="changePassword"
      title="修改密码"
      fields={[
        { name: 'password', label: '现在的密码', kind: 'secret', required: true },
        {
          name: 'wanted',
          label: '新密码',
          kind: 'secret',
          required: true,
          help: `至少 ${shortestPassword} 个字符`,
        },
        {
          name: 'again',
          label: '再输一次',
          kind: 'secret',
          required: true,
          check: (again, { wanted }) => (again === wanted ? undefined : '两次输入的密码不一样'),
        },
      ]}
      initial={empty}
      send={async ({ password, wanted }) => {
        await call(changeOwnPassword, { body: { password, wanted } }, { quiet: true, loading: null })
        return true
      }}
      valuesOf={() => empty}
      onClose={closeDialog}
      onSaved={() => {
        closeDialog()
        showMessage({ message: '密码已修改', detail: '别处的登录都已结束', intent: 'success' })
      }}
    />
  )
}
