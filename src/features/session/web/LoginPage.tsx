// /login: the password, and then the second step where the account has one or its role asks for one.
import { useState } from 'react'
import { installation } from '#web/shell/installation.ts'
import { onDemand } from '#web/ui/onDemand.tsx'
import type { SignInStep } from './identity.ts'
import { LoginCard } from './LoginCard.tsx'
import { LoginForm } from './LoginForm.tsx'

const StepAtLogin = onDemand(async () => (await import('./secondStep/StepAtLogin.tsx')).StepAtLogin)

const titles = { code: '两步登录', setUp: '设置两步登录' } as const

export function LoginPage() {
  const [step, setStep] = useState<SignInStep | null>(null)
  return (
    <LoginCard
      title={step ? titles[step.kind] : '登录'}
      subtitle={step ? undefined : `${installation().title} 数据后台`}
    >
      {step ? <StepAtLogin step={step} onBack={() => setStep(null)} /> : <LoginForm onStep={setStep} />}
    </LoginCard>
  )
}
