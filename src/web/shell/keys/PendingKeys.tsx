// Shows a sequence that was begun, and the keys that can go on from it.
import { Kbd } from '#web/ui/Kbd.tsx'
import { usePending } from './pending.ts'
import { continuationsNow } from './start.ts'

export function PendingKeys() {
  const strokes = usePending((pending) => pending.strokes)
  if (strokes.length === 0) return null
  return (
    <div className="pending-keys" role="status" aria-label="等待下一个按键">
      <div className="pending-keys-head">
        <Kbd keys={strokes.join(' ')} />
        <span className="pending-keys-wait">…</span>
      </div>
      <ul className="pending-keys-list">
        {continuationsNow(strokes).map(({ next, command }) => (
          <li key={`${next} ${command.id}`}>
            <Kbd keys={next} />
            {command.title}
          </li>
        ))}
      </ul>
    </div>
  )
}
