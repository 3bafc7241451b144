// A command of the workspace in a menu, with its key.
import { MenuItem } from '@blueprintjs/core'
import type { ReactElement } from 'react'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import type { ResultCommandId } from '../resultTabs.ts'
import type { SqlCommandId } from '../sqlWork.ts'

interface Props {
  command: SqlCommandId | ResultCommandId
  /** The tab it acts on, where that need not be the active one. */
  about?: string
  text: string
  icon: ReactElement
  disabled?: boolean
  /** Replaces running the command. */
  onClick?: () => void
}

export function CommandItem({ command, about, text, icon, disabled = false, onClick }: Props) {
  return (
    <MenuItem
      text={text}
      icon={icon}
      disabled={disabled}
      labelElement={<KeyHint command={command} />}
      onClick={onClick ?? (() => runCommand(command, about))}
    />
  )
}
