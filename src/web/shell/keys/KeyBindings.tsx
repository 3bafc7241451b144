// Changing key bindings, in the settings drawer: press new keys, see conflicts at once, restore the defaults.
import { Button, InputGroup } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { useState } from 'react'
import { type CommandGroup, commands, isAllowed, type RegisteredCommand } from '#commands/index.ts'
import { useSession } from '../session.ts'
import { bindingsOf, type Overrides, resetBindings, useOverrides } from './bindings.ts'
import { KeyBinding } from './KeyBinding.tsx'
import { keyText } from './keyText.ts'

export function KeyBindings() {
  const overrides = useOverrides()
  const roleData = useSession((session) => session.roleData)
  const [text, setText] = useState('')
  const shown = commands.filter(
    (command) => isAllowed(command, roleData) && isNamed(command, text, overrides),
  )
  const groups = [...new Set(shown.map(({ group }) => group))]
  return (
    <div className="key-bindings">
      <div className="key-bindings-tools">
        <InputGroup
          size="small"
          leftIcon={<Search />}
          placeholder="命令或按键"
          aria-label="查找命令或按键"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button
          size="small"
          text="全部恢复默认"
          disabled={Object.keys(overrides).length === 0}
          onClick={resetBindings}
        />
      </div>
      {groups.map((group) => (
        <KeyGroup key={group} group={group} commands={shown.filter((command) => command.group === group)} />
      ))}
      {shown.length === 0 && <p className="key-hint-or">没有匹配的命令</p>}
    </div>
  )
}

function KeyGroup({ group, commands }: { group: CommandGroup; commands: readonly RegisteredCommand[] }) {
  return (
    <section aria-label={`${group}的按键`}>
      <h4 className="key-bindings-heading">{group}</h4>
      <ul className="key-bindings-list">
        {commands.map((command) => (
          <KeyBinding key={command.id} command={command} />
        ))}
      </ul>
    </section>
  )
}

function isNamed(command: RegisteredCommand, text: string, overrides: Overrides): boolean {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return true
  const keys = bindingsOf(command.id, overrides).map((written) => keyText(written).toLowerCase())
  return [command.title, command.en.toLowerCase(), ...keys].some((name) => name.includes(wanted))
}
