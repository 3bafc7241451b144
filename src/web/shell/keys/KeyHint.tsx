// The present keys of a command, as boxes. Renders nothing for a command without keys.
import { Fragment, memo } from 'react'
import type { CommandId } from '#commands/index.ts'
import { Kbd } from '#web/ui/Kbd.tsx'
import { useBindings } from './bindings.ts'

interface Props {
  command: CommandId
  /** Shows all alternatives, not just the first. */
  all?: boolean
}

export const KeyHint = memo(function KeyHint({ command, all = false }: Props) {
  const bindings = useBindings(command)
  const shown = all ? bindings : bindings.slice(0, 1)
  if (shown.length === 0) return null
  return (
    <span className="key-hint">
      {shown.map((keys, at) => (
        <Fragment key={keys}>
          {at > 0 && <span className="key-hint-or">或</span>}
          <Kbd keys={keys} />
        </Fragment>
      ))}
    </span>
  )
})
