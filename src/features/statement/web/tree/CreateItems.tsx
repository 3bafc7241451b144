// Menu items that create objects in the tree, each with its shortcut.
import { MenuItem } from '@blueprintjs/core'
import { Document, FolderNew } from '@blueprintjs/icons'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { startNaming } from './actions.ts'

export function CreateItems() {
  return (
    <>
      <MenuItem
        icon={<Document />}
        text="新建视图"
        labelElement={<KeyHint command="view.create" />}
        onClick={() => startNaming('newView')}
      />
      <MenuItem
        icon={<FolderNew />}
        text="新建文件夹"
        labelElement={<KeyHint command="folder.create" />}
        onClick={() => startNaming('newFolder')}
      />
    </>
  )
}
