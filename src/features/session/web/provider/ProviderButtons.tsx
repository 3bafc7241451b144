// A button for each provider at which people may sign in instead.
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { installation, type Provider } from '#web/shell/installation.ts'
import { beginProvider } from '#features/session/contract.ts'
import { signInBy } from './signInBy.ts'

export function ProviderButtons() {
  const { providers } = installation()
  const [waiting, setWaiting] = useState<string | null>(null)
  if (providers.length === 0) return null
  const begin = async ({ key }: Provider) => {
    if (waiting !== null) return
    setWaiting(key)
    try {
      const { address } = await call(beginProvider, { body: { provider: key } })
      window.location.assign(address)
    } catch {
      // The client has shown why; the form is still there.
      setWaiting(null)
    }
  }
  return (
    <section aria-label="用公司账号登录">
      <p className="login-or">或</p>
      <div className="login-providers">
        {providers.map((provider) => (
          <Button
            key={provider.key}
            fill
            loading={waiting === provider.key}
            text={signInBy(provider.title)}
            onClick={() => void begin(provider)}
          />
        ))}
      </div>
    </section>
  )
}
