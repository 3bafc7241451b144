// The context menu of a tab strip: for the tab under the pointer, or by key for the focused one.
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
    // Beside the tabs, and with Shift, the browser's own menu opens.
    if (!tab || event.shiftKey) return false
    const byKeys = event.button !== 2
    setMeant({ tab, byKeys })
    return byKeys ? tab : null
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the tabs within have the role.
    <div
      className="tab-menu-area"
      // Keeps the focus in the editor, where typing continues once the menu is closed.
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

/** Where the menu closed its own tab, the focus goes to the tab that is active then. */
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
