// Searches the rows: a search line above the table; Enter finds the next match, Esc returns to the table.
import { Button, DialogBody, InputGroup } from '@blueprintjs/core'
import { type KeyboardEvent, useState } from 'react'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import type { Editor } from './actions.ts'

let last = ''

export const showFind = (editor: Editor): void => showDialog(<FindDialog editor={editor} />)

/** The next cell after the given one that contains the text, wrapping around; null when there is none. */
function findNext(
  { sheet }: Pick<Editor, 'sheet'>,
  words: string,
  after: { row: number; column: number },
  back = false,
): { row: number; column: number } | null {
  const sought = words.trim().toLowerCase()
  const { rows, columns } = sheet
  const cells = rows.length * columns.length
  if (sought === '' || cells === 0) return null
  const from = Math.min(after.row * columns.length + after.column, cells)
  for (let step = 1; step <= cells; step++) {
    const at = (from + (back ? cells - step : step)) % cells
    const row = Math.floor(at / columns.length)
    const column = at % columns.length
    if (sheet.cell(row, column).toLowerCase().includes(sought)) return { row, column }
  }
  return null
}

function FindDialog({ editor }: { editor: Editor }) {
  const [words, setWords] = useState(last)
  const [told, setTold] = useState('')
  const go = (back: boolean) => {
    last = words
    const { selection } = editor.table
    const found = findNext(editor, words, selection?.active ?? { row: 0, column: -1 }, back)
    if (found) editor.table.selectCell(found)
    setTold(found ? `第 ${(found.row + 1).toLocaleString('en-US')} 行` : '没有找到')
  }
  return (
    <TitledDialog title="在行里查找" className="dictionary-find" onClose={closeDialog}>
      <DialogBody>
        <InputGroup
          autoFocus
          aria-label="要找的文字"
          value={words}
          onFocus={(event) => event.currentTarget.select()}
          onValueChange={setWords}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            go(event.shiftKey)
          }}
          rightElement={<Button variant="minimal" text="下一个" onClick={() => go(false)} />}
        />
        <p className="dictionary-found" role="status">
          {told || 'Enter 找下一个，Shift+Enter 找上一个，Esc 回到表格'}
        </p>
      </DialogBody>
    </TitledDialog>
  )
}
