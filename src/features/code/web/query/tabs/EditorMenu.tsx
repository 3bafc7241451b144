// The editor's context menu, with keys. Shift opens the browser's own menu.
import { Menu, MenuDivider, MenuItem } from '@blueprintjs/core'
import {
  Clipboard,
  Code,
  Cut,
  Duplicate,
  Edit,
  FloppyDisk,
  Insert,
  Layers,
  Play,
  Search,
} from '@blueprintjs/icons'
import { showMessage } from '#web/shell/message.ts'
import { Kbd } from '#web/ui/Kbd.tsx'
import { editor } from '../editing.ts'
import { CommandItem } from './CommandItem.tsx'

async function paste(): Promise<void> {
  try {
    editor()?.insert(await navigator.clipboard.readText())
  } catch {
    showMessage({ message: '浏览器不允许读剪贴板，请按 Ctrl+V 粘贴', intent: 'warning' })
    editor()?.focus()
  }
}

export function EditorMenu() {
  const hasSelection = (editor()?.selection() ?? '') !== ''
  return (
    <Menu className="sql-menu">
      <CommandItem command="sql.run" text="运行选中或当前语句" icon={<Play />} />
      <CommandItem command="sql.explain" text="查看执行计划" icon={<Layers />} />
      <MenuDivider />
      <MenuItem
        text="剪切"
        icon={<Cut />}
        disabled={!hasSelection}
        labelElement={<Kbd keys="mod+x" />}
        onClick={() => editor()?.cut()}
      />
      <MenuItem
        text="复制"
        icon={<Duplicate />}
        disabled={!hasSelection}
        labelElement={<Kbd keys="mod+c" />}
        onClick={() => editor()?.copy()}
      />
      <MenuItem
        text="粘贴"
        icon={<Clipboard />}
        labelElement={<Kbd keys="mod+v" />}
        onClick={() => void paste()}
      />
      <MenuDivider />
      <CommandItem command="sql.goToDefinition" text="转到定义" icon={<Search />} />
      <CommandItem command="sql.rename" text="改名" icon={<Edit />} />
      <CommandItem command="sql.fix" text="修正写法" icon={<Edit />} />
      <CommandItem command="sql.format" text="格式化" icon={<Code />} />
      <MenuDivider />
      <CommandItem command="sql.keepSnippet" text="存为片段" icon={<FloppyDisk />} />
      <CommandItem command="sql.snippets" text="代码片段" icon={<Insert />} />
    </Menu>
  )
}
