// The context menu of a strip of tabs: of the tab under the pointer, by keys of the one that has the focus.
import { type MouseEvent, type ReactElement, type ReactNode, useEffect, useState } from 'react'
import { ContextArea } from '#web/ui/menus/ContextArea.tsx'

interface Props {
  /** `id` is the tab's `data-tab`. */
  menu: (id: string) => ReactElement
  children: ReactNode
}

interface Meant {
  tab: HTMLElement
  byKeys: boolean
}

export function TabMenuArea({ menu, children }: Props) {
  const [meant, setMeant] = useState<Meant | null>(null)
  const open = (event: MouseEvent) => {
    const tab = (event.target as Element).closest<HTMLElement>('[role="tab"]')
    // Beside the tabs, and with Shift, the browser's own.
    if (!tab || event.shiftKey) return false
    const byKeys = event.button !== 2
    setMeant({ tab, byKeys })
    return byKeys ? tab : null
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the tabs within have the role.
    <div
      className="tab-menu-area"
      // Whoever writes goes on where they were once the menu is closed.
      onMouseDown={(event) => event.button === 2 && event.preventDefault()}
    >
      <ContextArea
        className="tab-menu-area"
        onOpen={open}
        menu={
          meant && (
            <>
              {meant.byKeys && <NextTab of={meant.tab} />}
              {menu(meant.tab.dataset.tab ?? '')}
            </>
          )
        }
      >
        {children}
      </ContextArea>
    </div>
  )
}

/** Where the menu has closed the tab that it was opened from, the keys go on with the one that is in front then. */
function NextTab({ of: tab }: { of: HTMLElement }) {
  const [list] = useState(() => tab.closest<HTMLElement>('[role=tablist]'))
  useEffect(
    () => () =>
      void requestAnimationFrame(() => {
        if (!tab.isConnected) list?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus()
      }),
    [tab, list],
  )
  return null
}
