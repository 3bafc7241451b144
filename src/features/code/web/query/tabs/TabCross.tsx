// The cross of a tab, for the pointer: a tab may hold no button of its own, and keys have the command that closes.
import { SmallCross } from '@blueprintjs/icons'

export function TabCross({ onClose }: { onClose: () => void }) {
  return (
    <span
      className="tab-cross"
      aria-hidden="true"
      title="关闭"
      onClick={(event) => {
        event.stopPropagation()
        onClose()
      }}
    >
      <SmallCross size={14} />
    </span>
  )
}
