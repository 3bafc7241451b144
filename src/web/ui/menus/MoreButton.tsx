// The ⋯ at the end of a title line: further actions of the page, the last being its chapter of the guide.
import { Button, Menu, MenuDivider, MenuItem } from '@blueprintjs/core'
import { Manual, More } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { PopupMenu } from './PopupMenu.tsx'

interface Props {
  /** The items of a small menu have no icons. */
  size?: 'small' | 'medium'
  className?: string
  /** Blueprint menu items. */
  children: ReactNode
}

export function MoreButton({ size = 'medium', className, children }: Props) {
  const menu = (
    <Menu size={size} {...(className && { className })}>
      {children}
      <MenuDivider />
      <MenuItem
        text="帮助"
        icon={size === 'medium' ? <Manual /> : undefined}
        labelElement={<KeyHint command="guide.page" />}
        onClick={() => runCommand('guide.page')}
      />
    </Menu>
  )
  return (
    <PopupMenu menu={menu} placement="bottom-end">
      <Button variant="minimal" icon={<More />} aria-label="更多" title="更多" aria-haspopup="menu" />
    </PopupMenu>
  )
}
