// The menu for who can see a view. Withdrawing it from others asks for confirmation first.
import { Menu, MenuDivider, MenuItem } from '@blueprintjs/core'
import { Application, Envelope, Link, Lock, People, Share } from '@blueprintjs/icons'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { MenuHead } from '#web/ui/menus/MenuHead.tsx'
import type { ViewMeta } from '#features/statement/contract.ts'
import { toggleShared } from './actions.ts'
import { audienceTexts } from './audience.ts'

export function ShareMenu({ view: { id, shared, audience, editable, owner } }: { view: ViewMeta }) {
  return (
    <Menu size="small" className="share-menu">
      <MenuHead title={`${owner} 的视图，${audienceTexts[audience]}`} />
      <MenuItem
        icon={<People />}
        text="谁可以看…"
        labelElement={<KeyHint command="view.whoSees" />}
        onClick={() => runCommand('view.whoSees')}
      />
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
