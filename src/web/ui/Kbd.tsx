// Keys as small boxes, one per key: `mod+k`, `g s`, `?`.
import { keyBoxes } from '../shell/keys/keyText.ts'

export function Kbd({ keys, className = '' }: { keys: string; className?: string }) {
  return (
    <span className={`kbd-group ${className}`}>
      {keyBoxes(keys).map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the boxes of a key never change their order.
        <kbd className="kbd" key={index}>
          {text}
        </kbd>
      ))}
    </span>
  )
}
