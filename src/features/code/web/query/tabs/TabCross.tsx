// The close mark of a tab, for the pointer only: a tab may contain no button, and keys have the close
// command.
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
