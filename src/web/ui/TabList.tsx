// Tabs chosen by arrow keys, Home and End. Blueprint's own tabs need `disabled={false}` on each tab for that under
// React 19, are chosen only by Enter, and reference panels that do not exist.
import { Tab, type TabId, Tabs } from '@blueprintjs/core'
import { type KeyboardEvent, type ReactElement, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import './tabList.css'

export interface TabEntry<Id extends TabId> {
  id: Id
  title: ReactNode
  /** The tab's panel; rendered only while selected. */
  panel?: ReactElement
}

interface Props<Id extends TabId> {
  /** Accessible name of the list: what the user chooses among. */
  label: string
  tabs: readonly TabEntry<Id>[]
  selected: Id
  onSelect: (id: Id) => void
  /** The id of the tabs' panel when it stands elsewhere: an element with the role `tabpanel`. */
  controls?: string
  /** The tabs stand one below another, beside their panel. */
  vertical?: boolean
}

export function TabList<Id extends TabId>({
  label,
  tabs,
  selected,
  onSelect,
  controls,
  vertical = false,
}: Props<Id>) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const list = box.current?.querySelector('[role="tablist"]')
    list?.setAttribute('aria-label', label)
    for (const tab of list?.children ?? []) {
      if (controls) tab.setAttribute('aria-controls', controls)
      else if (!document.getElementById(tab.getAttribute('aria-controls') ?? ''))
        tab.removeAttribute('aria-controls')
    }
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the tabs within take the focus; their keys arrive here.
    <div className="tab-list" ref={box} onKeyDown={choose}>
      <Tabs
        id={id}
        animate={false}
        vertical={vertical}
        renderActiveTabPanelOnly
        selectedTabId={selected}
        onChange={(next) => onSelect(next as Id)}
      >
        {tabs.map((tab) => (
          <Tab key={tab.id} disabled={false} {...tab} />
        ))}
      </Tabs>
    </div>
  )
}

/** Selects the tab focused by an arrow key; Home and End move the focus, too. */
function choose(event: KeyboardEvent<HTMLElement>): void {
  const tab = (event.target as Element).closest('[role="tab"]')
  const tabs = [...(tab?.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])]
  if (event.key === 'Home' || event.key === 'End') {
    tabs.at(event.key === 'Home' ? 0 : -1)?.focus()
    event.preventDefault()
  } else if (!event.key.startsWith('Arrow')) return
  const now = document.activeElement
  if (now instanceof HTMLElement && tabs.includes(now) && now.ariaSelected !== 'true') now.click()
}
