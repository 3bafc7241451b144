// A button's tooltip: what it does, and its key.
import { Tooltip } from '@blueprintjs/core'
import { type ReactElement, type SyntheticEvent, useState } from 'react'
import type { CommandId } from '#commands/index.ts'
import { KeyHint } from './KeyHint.tsx'

interface Props {
  command: CommandId
  title: string
  children: ReactElement
}

/**
 * Keyboard focus shows the tip together with the focus ring; focus restored after a dialog was closed by pointer shows
 * none.
 */
const isAsked = (event?: SyntheticEvent): boolean =>
  event?.type !== 'focus' || (event.target as Element).matches(':focus-visible')

export function CommandTip({ command, title, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Tooltip
      isOpen={isOpen}
      onInteraction={(next, event) => setOpen(next && isAsked(event))}
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
