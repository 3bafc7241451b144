// A form field of the pages without a session, with its error message.
import { FormGroup } from '@blueprintjs/core'
import type { ReactNode } from 'react'

interface FieldProps {
  label: string
  id: string
  problem: string | undefined
  hint?: string | undefined
  children: ReactNode
}

export function LoginField({ label, id, problem, hint, children }: FieldProps) {
  return (
    <FormGroup
      label={label}
      labelFor={id}
      intent={problem ? 'danger' : 'none'}
      helperText={
        (problem || hint) && (
          <span className={problem ? undefined : 'login-caps'} role="alert">
            {problem ?? hint}
          </span>
        )
      }
    >
      {children}
    </FormGroup>
  )
}
