// The menu of a folder or view, each item with its shortcut.

import { Menu, MenuDivider, MenuItem } from '@blueprintjs/core'
import {
  Application,
  ArrowDown,
  ArrowUp,
  Disable,
  Edit,
  Endorsed,
  Envelope,
  FolderSharedOpen,
  History,
  Lock,
  People,
  Share,
  Star,
  StarEmpty,
  Trash,
} from '@blueprintjs/icons'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { isEditable, openDialog, openView, shift, startRename, toggleShared } from './actions.ts'
import { CreateItems } from './CreateItems.tsx'
import { idOf, isViewKey, privateKey, sharedKey } from './shape.ts'
import { toggleStar, useTree } from './store.ts'

/**
 * Acts on the row under the cursor, which a right click has moved; outside all rows it only offers to create.
 */
export function NodeMenu() {
  const nodeKey = useTree((state) => state.cursor)
  const stars = useTree((state) => state.stars)
  const shape = useTree((state) => state.shape)
  const editable = nodeKey !== null && isEditable(nodeKey)
  const view = nodeKey !== null && isViewKey(nodeKey) ? shape.views.get(idOf(nodeKey)) : undefined
  if (nodeKey === null || nodeKey === privateKey || nodeKey === sharedKey)
    return (
      <Menu>
        <CreateItems />
      </Menu>
    )
  const starred = view !== undefined && stars.includes(view.id)
  return (
    <Menu>
      {view && (
        <>
          <MenuItem text="打开" onClick={() => openView(view.id)} />
          <MenuItem
            icon={starred ? <Star /> : <StarEmpty />}
            text={starred ? '取消收藏' : '收藏'}
            labelElement={<KeyHint command="view.star" />}
            onClick={() => toggleStar(view.id)}
          />
          <MenuDivider />
        </>
      )}
      <CreateItems />
      <MenuDivider />
      <MenuItem
        icon={<Edit />}
        text="重命名"
        disabled={!editable}
        labelElement={<KeyHint command="view.rename" />}
        onClick={() => startRename(nodeKey)}
      />
      <MenuItem
        icon={<FolderSharedOpen />}
        text="移动到…"
        disabled={!editable}
        onClick={() => openDialog('move', nodeKey)}
      />
      <MenuItem
        icon={<ArrowUp />}
        text="上移"
        disabled={!editable}
        labelElement={<KeyHint command="view.moveUp" />}
        onClick={() => void shift(nodeKey, -1)}
      />
      <MenuItem
        icon={<ArrowDown />}
        text="下移"
        disabled={!editable}
        labelElement={<KeyHint command="view.moveDown" />}
        onClick={() => void shift(nodeKey, 1)}
      />
      <MenuItem
        icon={<People />}
        text="谁可以看…"
        labelElement={<KeyHint command="view.whoSees" />}
        onClick={() => void import('../whoSees.tsx').then((told) => told.showWhoSees(nodeKey))}
      />
      {view && (
        <MenuItem
          icon={view.shared ? <Lock /> : <Share />}
          text={view.shared ? '设为私有…' : '共享'}
          disabled={!editable}
          onClick={() => toggleShared(view.id)}
        />
      )}
      {view && (
        <>
          <MenuItem
            icon={<Endorsed />}
            text="核对…"
            disabled={!editable}
            onClick={() => void import('../marking.ts').then((made) => made.verifyView(nodeKey))}
          />
          <MenuItem
            icon={<Disable />}
            text="停用…"
            disabled={!editable}
            onClick={() => void import('../marking.ts').then((made) => made.retireView(nodeKey))}
          />
        </>
      )}
      {view && (
        <MenuItem
          icon={<Envelope />}
          text="订阅整个视图"
          onClick={() => runCommand('view.subscribe', view.id)}
        />
      )}
      {view && (
        <MenuItem
          icon={<Application />}
          text="嵌入到其他页面"
          disabled={!editable}
          onClick={() => runCommand('view.embed', view.id)}
        />
      )}
      <MenuItem
        icon={<History />}
        text="变更记录"
        labelElement={<KeyHint command="view.history" />}
        onClick={() => void import('../history.ts').then((told) => told.showNodeHistory(nodeKey))}
      />
      <MenuDivider />
      <MenuItem
        icon={<Trash />}
        intent="danger"
        text="删除"
        disabled={!editable}
        labelElement={<KeyHint command="view.delete" />}
        onClick={() => openDialog('delete', nodeKey)}
      />
    </Menu>
  )
}
