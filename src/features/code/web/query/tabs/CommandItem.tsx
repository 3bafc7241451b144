// A command of the workspace in a menu, with its key.
import { MenuItem } from '@blueprintjs/core'
import type { ReactElement } from 'react'
import { KeyHint } from '../../../../../web/shell/keys/KeyHint.tsx'
import { type SqlCommandId, sqlWork } from '../sqlWork.ts'

interface Props {
  command: SqlCommandId
  text: string
  icon: ReactElement
  disabled?: boolean
}

export function CommandItem({ command, text, icon, disabled = false }: Props) {
  return (
    <MenuItem
      text={text}
      icon={icon}
      disabled={disabled}
      labelElement={<KeyHint command={command} />}
      onClick={() => sqlWork[command]()}
    />
  )
}
