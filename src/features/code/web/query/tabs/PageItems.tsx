// The ⋯ menu: actions on the active text, with keys.
import { MenuDivider } from '@blueprintjs/core'
import {
  Code,
  Duplicate,
  Edit,
  Envelope,
  FloppyDisk,
  History,
  Insert,
  Layers,
  Notifications,
  PanelTable,
  Play,
  Time,
  Trash,
  Undo,
} from '@blueprintjs/icons'
import { useActiveDocument } from '../documents/store.ts'
import { CommandItem } from './CommandItem.tsx'

export function PageItems() {
  const document = useActiveDocument()
  return (
    <>
      <CommandItem command="sql.runAll" text="运行全部语句" icon={<Play />} />
      <CommandItem command="sql.format" text="格式化" icon={<Code />} />
      <CommandItem command="sql.explain" text="查看执行计划" icon={<Layers />} />
      <CommandItem command="sql.analyze" text="执行计划与各步耗时" icon={<Time />} />
      <CommandItem command="sql.createTemporary" text="存为临时表" icon={<FloppyDisk />} />
      <CommandItem command="sql.publish" text="存为自定义报表" icon={<PanelTable />} />
      <CommandItem command="sql.snippets" text="代码片段" icon={<Insert />} />
      <MenuDivider />
      <CommandItem command="sql.saveAs" text="另存为" icon={<Duplicate />} />
      <CommandItem command="sql.subscribe" text="定时发送结果" icon={<Envelope />} />
      <CommandItem command="sql.alarm" text="设为告警" icon={<Notifications />} />
      <CommandItem command="sql.versions" text="历史版本" icon={<History />} disabled={!document?.saved} />
      <CommandItem command="sql.renameTab" text="重命名" icon={<Edit />} />
      <MenuDivider />
      <CommandItem command="sql.closeTab" text="关闭标签页" icon={<Trash />} />
      <CommandItem command="sql.reopenTab" text="恢复关闭的标签页" icon={<Undo />} />
    </>
  )
}
