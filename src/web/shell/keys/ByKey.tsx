// A command's present key within a sentence: 按 and its boxes; for a command without keys its title.
import { type CommandId, commandOf } from '#commands/index.ts'
import { useBindings } from './bindings.ts'
import { KeyHint } from './KeyHint.tsx'

export function ByKey({ command }: { command: CommandId }) {
  const bindings = useBindings(command)
  if (bindings.length === 0) return `用「${commandOf(command).title}」`
  return (
    <>
      按 <KeyHint command={command} />{' '}
    </>
  )
}
