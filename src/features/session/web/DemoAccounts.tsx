// The demo's accounts, offered on the login page of a demo only.
import { Button } from '@blueprintjs/core'

interface Account {
  user: string
  password: string
}

const password = 'analytics-demo'
const accounts = [
  { user: 'admin', title: '全部权限' },
  { user: 'analyst', title: '两款游戏' },
  { user: 'sql', title: '代码查询' },
  { user: 'viewer', title: '只读报表' },
]

export function DemoAccounts({ onChoose }: { onChoose: (account: Account) => void }) {
  return (
    <section className="login-demo" aria-label="演示账号">
      <p className="login-hint">演示账号，密码均为 {password}</p>
      <div className="login-accounts">
        {accounts.map(({ user, title }) => (
          <Button
            key={user}
            size="small"
            title={title}
            text={user}
            onClick={() => onChoose({ user, password })}
          />
        ))}
      </div>
    </section>
  )
}
