// In the status line: the way back to the editor, and the cursor's position.
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { useDocuments } from '../documents/store.ts'

export function CursorPlace() {
  const { line, column } = useDocuments((state) => state.cursor)
  return (
    <span className="cursor-place">
      <KeyHint command="sql.switchPane" /> 回编辑器
      <span>
        行 {line}，列 {column}
      </span>
    </span>
  )
}
