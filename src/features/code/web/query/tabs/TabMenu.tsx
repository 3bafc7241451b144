// The context menu of an editor tab, with keys.
import { Menu, MenuDivider } from '@blueprintjs/core'
import { ChevronLeft, ChevronRight, Cross, Duplicate, Edit, Undo } from '@blueprintjs/icons'
import { closableTabs } from '../documents/closing.ts'
import { useDocuments } from '../documents/store.ts'
import { CommandItem } from './CommandItem.tsx'

export function TabMenu({ id }: { id: string }) {
  const order = useDocuments((state) => state.order)
  const place = order.indexOf(id)
  return (
    <Menu className="sql-menu">
      <CommandItem command="sql.renameTab" about={id} text="重命名" icon={<Edit />} />
      <CommandItem command="sql.saveAs" about={id} text="另存为" icon={<Duplicate />} />
      <MenuDivider />
      <CommandItem
        command="sql.moveTabLeft"
        about={id}
        text="左移"
        icon={<ChevronLeft />}
        disabled={place <= 0}
      />
      <CommandItem
        command="sql.moveTabRight"
        about={id}
        text="右移"
        icon={<ChevronRight />}
        disabled={place === order.length - 1}
      />
      <MenuDivider />
      <CommandItem command="sql.closeTab" about={id} text="关闭" icon={<Cross />} />
      <CommandItem
        command="sql.closeOtherTabs"
        about={id}
        text="关闭其他"
        icon={<Cross />}
        disabled={closableTabs(id, 'others').length === 0}
      />
      <CommandItem
        command="sql.closeRightTabs"
        about={id}
        text="关闭右侧"
        icon={<Cross />}
        disabled={closableTabs(id, 'right').length === 0}
      />
      <MenuDivider />
      <CommandItem command="sql.reopenTab" text="恢复关闭的标签页" icon={<Undo />} />
    </Menu>
  )
}
