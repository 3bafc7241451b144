// The menu for who can see a view. Withdrawing it from others asks for confirmation first.
import { Menu, MenuDivider, MenuItem } from '@blueprintjs/core'
import { Application, Envelope, Link, Lock, Share } from '@blueprintjs/icons'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { MenuHead } from '#web/ui/menus/MenuHead.tsx'
import type { ViewMeta } from '#features/statement/contract.ts'
import { toggleShared } from './actions.ts'

export function ShareMenu({ view: { id, shared, editable, owner } }: { view: ViewMeta }) {
  return (
    <Menu size="small" className="share-menu">
      <MenuHead title={shared ? `${owner} 的视图，有权限的同事都能看到` : `仅 ${owner} 可见`} />
      <MenuItem
        icon={<Link />}
        text="复制链接"
        labelElement={<KeyHint command="link.copy" />}
        onClick={() => runCommand('link.copy')}
      />
      <MenuItem icon={<Envelope />} text="订阅整个视图" onClick={() => runCommand('view.subscribe', id)} />
      <MenuItem
        icon={<Application />}
        text="嵌入到其他页面"
        disabled={!editable}
        onClick={() => runCommand('view.embed', id)}
      />
      <MenuDivider />
      <MenuItem
        icon={shared ? <Lock /> : <Share />}
        text={shared ? '设为私有…' : '共享到文件夹…'}
        disabled={!editable}
        onClick={() => toggleShared(id)}
      />
    </Menu>
  )
}
