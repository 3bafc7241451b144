// The ⋯ at the end of a title line: what else can be done with the page.
import { Button } from '@blueprintjs/core'
import { More } from '@blueprintjs/icons'
import type { ReactElement } from 'react'
import { PopupMenu } from './PopupMenu.tsx'

export function MoreButton({ menu }: { menu: ReactElement }) {
  return (
    <PopupMenu menu={menu} placement="bottom-end">
      <Button variant="minimal" icon={<More />} aria-label="更多" title="更多" aria-haspopup="menu" />
    </PopupMenu>
  )
}
