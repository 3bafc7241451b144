// A menu item that shows its key.
import { MenuItem } from '@blueprintjs/core'
import type { AreaCommandId, tableCommands } from '#commands/index.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'

interface Props {
  command: AreaCommandId<typeof tableCommands>
  text: string
  disabled?: boolean
  onClick: () => void
}

export function Entry({ command, ...item }: Props) {
  return <MenuItem {...item} labelElement={<KeyHint command={command} />} />
}
