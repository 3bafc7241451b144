// ⋯: what can be done with the text in front, each with its key.
import { Menu, MenuDivider, MenuItem } from '@blueprintjs/core'
import {
  Code,
  Duplicate,
  Edit,
  FloppyDisk,
  History,
  Layers,
  PanelTable,
  Play,
  Time,
  Trash,
  Undo,
} from '@blueprintjs/icons'
import type { ReactElement } from 'react'
import { KeyHint } from '../../../../../web/shell/keys/KeyHint.tsx'
import { useActiveDocument } from '../documents/store.ts'
import { type SqlCommandId, sqlWork } from '../sqlWork.ts'

function Item({
  command,
  text,
  icon,
  disabled = false,
}: {
  command: SqlCommandId
  text: string
  icon: ReactElement
  disabled?: boolean
}) {
  return (
    <MenuItem
      text={text}
      icon={icon}
      disabled={disabled}
      labelElement={<KeyHint command={command} />}
      onClick={() => sqlWork[command]()}
    />
  )
}

export function PageMenu() {
  const document = useActiveDocument()
  return (
    <Menu className="sql-menu">
      <Item command="sql.runAll" text="运行全部语句" icon={<Play />} />
      <Item command="sql.format" text="格式化" icon={<Code />} />
      <Item command="sql.explain" text="查看执行计划" icon={<Layers />} />
      <Item command="sql.analyze" text="执行计划与各步耗时" icon={<Time />} />
      <Item command="sql.createTemporary" text="存为临时表" icon={<FloppyDisk />} />
      <Item command="sql.publish" text="存为自定义报表" icon={<PanelTable />} />
      <MenuDivider />
      <Item command="sql.saveAs" text="另存为" icon={<Duplicate />} />
      <Item command="sql.versions" text="历史版本" icon={<History />} disabled={!document?.saved} />
      <Item command="sql.renameTab" text="重命名" icon={<Edit />} />
      <MenuDivider />
      <Item command="sql.closeTab" text="关闭标签页" icon={<Trash />} />
      <Item command="sql.reopenTab" text="恢复关闭的标签页" icon={<Undo />} />
    </Menu>
  )
}
