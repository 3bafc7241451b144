// A button's tool tip: what it does, and its key.
import { Tooltip } from '@blueprintjs/core'
import type { ReactElement } from 'react'
import type { CommandId } from '../../../../commands/index.ts'
import { KeyHint } from './KeyHint.tsx'

interface Props {
  command: CommandId
  title: string
  children: ReactElement
}

export function CommandTip({ command, title, children }: Props) {
  return (
    <Tooltip
      content={
        <span className="command-tip">
          {title}
          <KeyHint command={command} />
        </span>
      }
      hoverOpenDelay={300}
      compact
      placement="bottom"
    >
      {children}
    </Tooltip>
  )
}
