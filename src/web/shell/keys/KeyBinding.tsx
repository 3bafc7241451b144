// A command's keys, and the recorder for new ones.
import { Button } from '@blueprintjs/core'
import { Reset } from '@blueprintjs/icons'
import {
  type FocusEvent,
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { RegisteredCommand } from '#commands/index.ts'
import { Kbd } from '#web/ui/Kbd.tsx'
import {
  bindingsOf,
  changeBinding,
  conflictsOf,
  currentOverrides,
  problemOf,
  useOverrides,
} from './bindings.ts'
import { recordingPauseMs, recordPress } from './recording.ts'

export function KeyBinding({ command }: { command: RegisteredCommand }) {
  const overrides = useOverrides()
  const recorder = useRecorder(command)
  const bindings = bindingsOf(command.id, overrides)
  const changed = Object.hasOwn(overrides, command.id)
  const shown = recorder.recorded === '' ? bindings : [recorder.recorded]
  return (
    <li className={changed ? 'key-binding key-binding-changed' : 'key-binding'}>
      <span className="key-binding-title">{command.title}</span>
      <button
        type="button"
        className={recorder.active ? 'key-binding-keys key-binding-recording' : 'key-binding-keys'}
        aria-label={`修改「${command.title}」的按键`}
        onClick={recorder.begin}
        onKeyDown={recorder.press}
        onBlur={recorder.leave}
      >
        {recorder.active && recorder.recorded === '' ? '请按新键' : <Alternatives keys={shown} />}
      </button>
      {changed && (
        <Button
          size="small"
          variant="minimal"
          icon={<Reset size={12} />}
          aria-label={`恢复「${command.title}」的默认按键`}
          title="恢复默认"
          onClick={() => {
            recorder.end()
            changeBinding(command.id, null)
          }}
        />
      )}
      {recorder.problem !== '' && (
        <span className="key-binding-problem" role="alert">
          {recorder.problem}
        </span>
      )}
      {recorder.rivals.length > 0 && (
        <span className="key-binding-choices">
          <Button
            size="small"
            text="改用于此"
            intent="primary"
            onMouseDown={keepFocus}
            onClick={recorder.take}
          />
          <Button size="small" text="取消" onMouseDown={keepFocus} onClick={recorder.end} />
        </span>
      )}
    </li>
  )
}

/** Safari does not move the focus to a clicked button; the recorder would end before the click arrives. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

function Alternatives({ keys }: { keys: readonly string[] }) {
  if (keys.length === 0) return <>未设置</>
  return keys.map((written, at) => (
    <Fragment key={written}>
      {at > 0 && <span className="key-hint-or">或</span>}
      <Kbd keys={written} />
    </Fragment>
  ))
}

/** Backspace or Delete alone removes the command's keys; Esc cancels. */
const clearing = new Set(['backspace', 'delete'])

function useRecorder(command: RegisteredCommand) {
  const [active, setActive] = useState(false)
  const [recorded, setRecorded] = useState('')
  const [rivals, setRivals] = useState<readonly RegisteredCommand[]>([])
  const [problem, setProblem] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const end = () => {
    clearTimeout(timer.current)
    setActive(false)
    setRecorded('')
    setRivals([])
    setProblem('')
  }
  const save = (keys: string) => {
    changeBinding(command.id, [keys])
    end()
  }
  const press = (event: KeyboardEvent) => {
    if (!active) return
    const plainTab = event.key === 'Tab' && !event.ctrlKey && !event.altKey && !event.metaKey
    if (plainTab && rivals.length > 0) return
    if (plainTab && recorded === '') return end()
    event.preventDefault()
    // Esc would close the drawer.
    event.stopPropagation()
    if (event.repeat) return
    if (event.key === 'Escape') return end()
    const next = recordPress(rivals.length > 0 || problem !== '' ? '' : recorded, event.nativeEvent)
    if (next === null) return
    if (clearing.has(next)) {
      changeBinding(command.id, [])
      return end()
    }
    clearTimeout(timer.current)
    const found = conflictsOf(command.id, next, currentOverrides())
    const wrong = problemOf(next)
    setRecorded(next)
    setRivals(wrong === null ? found : [])
    setProblem(wrong ?? conflictText(found))
    if (wrong === null && found.length === 0) timer.current = setTimeout(() => save(next), recordingPauseMs)
  }
  return {
    active,
    recorded,
    rivals,
    problem,
    end,
    press,
    begin: () => {
      end()
      setActive(true)
    },
    leave: (event: FocusEvent) => {
      // The focus moved to the buttons that resolve a conflict.
      if (event.relatedTarget && event.currentTarget.parentElement?.contains(event.relatedTarget)) return
      // Leaving the recorder saves keys that have no conflict.
      if (active && recorded !== '' && problem === '') save(recorded)
      else end()
    },
    take: () => {
      for (const rival of rivals) withoutKeys(rival, command, recorded)
      save(recorded)
    },
  }
}

/** Removes the keys of a rival that conflict with the new binding. */
function withoutKeys(rival: RegisteredCommand, command: RegisteredCommand, taken: string): void {
  const overrides = currentOverrides()
  const kept = bindingsOf(rival.id, overrides).filter((keys) => {
    const alone = { ...overrides, [rival.id]: [keys] }
    return !conflictsOf(command.id, taken, alone).some(({ id }) => id === rival.id)
  })
  changeBinding(rival.id, kept)
}

function conflictText(rivals: readonly RegisteredCommand[]): string {
  return rivals.length === 0 ? '' : `与「${rivals.map(({ title }) => title).join('」「')}」冲突`
}
