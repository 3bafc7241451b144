// Shows a pending sequence, and the keys that can continue it.
import { Kbd } from '#web/ui/Kbd.tsx'
import { pendingLines, usePending } from './pending.ts'
import { continuationsNow } from './start.ts'

/** Further rows go into further columns. */
const mostRows = 14

export function PendingKeys() {
  const strokes = usePending((pending) => pending.strokes)
  if (strokes.length === 0) return null
  const lines = [...pendingLines(strokes, continuationsNow(strokes))]
  return (
    <div className="pending-keys" role="status" aria-label="等待下一个按键">
      <div className="pending-keys-head">
        <Kbd keys={strokes.join(' ')} />
        <span className="pending-keys-wait">…</span>
      </div>
      <ul
        className="pending-keys-list"
        style={{ gridTemplateRows: `repeat(${Math.min(lines.length, mostRows)}, auto)` }}
      >
        {lines.map(([keys, title]) => (
          <li key={keys}>
            <Kbd keys={keys} />
            {title}
          </li>
        ))}
      </ul>
    </div>
  )
}
