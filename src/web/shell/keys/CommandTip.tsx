// A button's tool tip: what it does, and its key.
import { Tooltip } from '@blueprintjs/core'
import { type ReactElement, type SyntheticEvent, useState } from 'react'
import type { CommandId } from '#commands/index.ts'
import { KeyHint } from './KeyHint.tsx'

interface Props {
  command: CommandId
  title: string
  children: ReactElement
}

/** For keys it comes with the ring; a focus that only comes back from a dialog the pointer closed asks for no tip. */
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
