// Pages of one menu: an arrow key turns from the first page to another and back.
import { MenuDivider, MenuItem } from '@blueprintjs/core'
import { CaretRight, ChevronLeft } from '@blueprintjs/icons'
import { type ReactNode, useEffect, useRef } from 'react'

interface TurningProps {
  /** The arrow that turns the page while the focus is within. */
  turnsBy: 'ArrowLeft' | 'ArrowRight'
  /** The first item takes the focus: it was reached from the other page. */
  isFocused: boolean
  onTurn: () => void
  children: ReactNode
}

function Turning({ turnsBy, isFocused, onTurn, children }: TurningProps) {
  const box = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isFocused)
      box.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus({ preventScroll: true })
  }, [isFocused])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the items take the focus; their keys arrive here.
    <li
      role="presentation"
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== turnsBy) return
        event.preventDefault()
        onTurn()
      }}
    >
      <ul role="presentation" className="bp6-list-unstyled">
        {children}
      </ul>
    </li>
  )
}

interface EntryProps {
  title: string
  /** The page was left for this one: its entry has the focus again. */
  isFocused: boolean
  onTurn: () => void
}

/** The entry that leads to a page. */
export function PageEntry({ title, isFocused, onTurn }: EntryProps) {
  return (
    <Turning turnsBy="ArrowRight" isFocused={isFocused} onTurn={onTurn}>
      <MenuItem
        text={title}
        labelElement={<CaretRight />}
        shouldDismissPopover={false}
        onClick={onTurn}
        aria-haspopup="menu"
      />
    </Turning>
  )
}

interface PageProps {
  title: string
  onBack: () => void
  children: ReactNode
}

export function MenuPage({ title, onBack, children }: PageProps) {
  return (
    <Turning turnsBy="ArrowLeft" isFocused onTurn={onBack}>
      <MenuItem text={title} icon={<ChevronLeft />} shouldDismissPopover={false} onClick={onBack} />
      <MenuDivider />
      {children}
    </Turning>
  )
}
