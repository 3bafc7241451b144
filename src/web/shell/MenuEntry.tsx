// One entry of the top menu: a link where it opens a page, a button where a handler does the work.
import { Link } from 'wouter'
import type { CommandId, RegisteredCommand } from '#commands/index.ts'

interface Props {
  command: RegisteredCommand
  active: boolean
  run: (id: CommandId) => void
  onLeave?: () => void
}

export function MenuEntry({ command, active, run, onLeave }: Props) {
  const className = active ? 'menu-entry menu-entry-active' : 'menu-entry'
  if (command.go === undefined) {
    const act = () => {
      onLeave?.()
      run(command.id)
    }
    return (
      <button type="button" className={className} onClick={act}>
        {command.title}
      </button>
    )
  }
  return (
    <Link
      className={className}
      href={command.go}
      aria-current={active ? 'page' : undefined}
      onClick={onLeave}
    >
      {command.title}
    </Link>
  )
}
