// The context menu of a result's tab, with keys.
import { Menu, MenuDivider } from '@blueprintjs/core'
import { Comparison, Cross, Edit, Export, FloppyDisk, Pin, Undo, Unpin } from '@blueprintjs/icons'
import type { ReactElement } from 'react'
import { mayPin, mayRename, type ResultCommandId, runOnResult } from '../resultTabs.ts'
import { closable } from '../runs/closing.ts'
import type { EditorRun } from '../runs/store.ts'
import { CommandItem } from '../tabs/CommandItem.tsx'

interface WholeProps {
  editorRun: EditorRun
  command: ResultCommandId
  text: string
  icon: ReactElement
}

/** For finished, kept results. */
function Whole({ editorRun, ...item }: WholeProps) {
  const { run } = editorRun
  const isReady = run?.status === 'done' && run.expiresAt !== null
  return <CommandItem {...item} disabled={!isReady} onClick={() => runOnResult(item.command, editorRun)} />
}

/** `editorRun` is undefined where its tab was closed while the menu was open. */
export function ResultMenu({ editorRun }: { editorRun: EditorRun | undefined }) {
  if (!editorRun) return null
  const { key, run } = editorRun
  const pinned = run?.pinned === true
  return (
    <Menu className="sql-menu">
      <CommandItem
        command="result.pin"
        about={key}
        text={pinned ? '取消固定' : '固定'}
        icon={pinned ? <Unpin /> : <Pin />}
        disabled={!mayPin(editorRun)}
      />
      <CommandItem
        command="result.rename"
        about={key}
        text="重命名"
        icon={<Edit />}
        disabled={!mayRename(editorRun)}
      />
      <MenuDivider />
      <Whole editorRun={editorRun} command="result.compare" text="对比" icon={<Comparison />} />
      <Whole editorRun={editorRun} command="result.exportCsv" text="导出 CSV" icon={<Export />} />
      <Whole editorRun={editorRun} command="result.exportXlsx" text="导出 Excel" icon={<Export />} />
      <Whole editorRun={editorRun} command="result.saveTemporary" text="存为临时表" icon={<FloppyDisk />} />
      <MenuDivider />
      <CommandItem command="result.close" about={key} text="关闭" icon={<Cross />} />
      <CommandItem
        command="result.closeOthers"
        about={key}
        text="关闭其他"
        icon={<Cross />}
        disabled={closable(key, 'others').length === 0}
      />
      <CommandItem
        command="result.closeRight"
        about={key}
        text="关闭右侧"
        icon={<Cross />}
        disabled={closable(key, 'right').length === 0}
      />
      <MenuDivider />
      <CommandItem command="result.reopen" text="恢复关闭的结果" icon={<Undo />} />
    </Menu>
  )
}
