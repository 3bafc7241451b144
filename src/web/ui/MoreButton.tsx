// The ⋯ at the end of a title line: what else can be done with the page.
import { Button, PopoverNext } from '@blueprintjs/core'
import { More } from '@blueprintjs/icons'
import type { JSX } from 'react'

export function MoreButton({ menu }: { menu: JSX.Element }) {
  return (
    <PopoverNext
      content={menu}
      placement="bottom-end"
      animation="minimal"
      arrow={false}
      transitionDuration={100}
    >
      <Button variant="minimal" icon={<More />} aria-label="更多" title="更多" />
    </PopoverNext>
  )
}
