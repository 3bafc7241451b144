// The field of a code: digits of the authenticator, or a recovery code where one is taken.
import { InputGroup } from '@blueprintjs/core'
import { LoginField } from '../LoginField.tsx'

interface Props {
  label: string
  hint?: string
  value: string
  problem: string | undefined
  autoFocus?: boolean
  onChange: (value: string) => void
}

export function CodeField({ label, hint, value, problem, autoFocus = true, onChange }: Props) {
  return (
    <LoginField label={label} id="step-code" problem={problem} hint={hint}>
      <InputGroup
        id="step-code"
        className="login-code"
        name="one-time-code"
        autoComplete="one-time-code"
        inputMode="text"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={autoFocus}
        value={value}
        intent={problem ? 'danger' : 'none'}
        aria-invalid={problem !== undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </LoginField>
  )
}
