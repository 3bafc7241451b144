// The frame: the bar, and below it the page, which fills the rest of the window.
import type { ReactNode } from 'react'
import { usePathname } from 'wouter/use-browser-location'
import { onDemand } from '../ui/onDemand.tsx'
import { useDrops } from './drops.ts'
import { usePanels } from './panels.ts'
import { isOpenPath } from './routeRules.ts'
import { SeeingBar } from './SeeingBar.tsx'
import { useSession } from './session.ts'
import { type NavigationProps, TopNavigation } from './TopNavigation.tsx'

const SettingsDrawer = onDemand(async () => (await import('./drawer/SettingsDrawer.tsx')).SettingsDrawer)

interface Props extends NavigationProps {
  children: ReactNode
}

export function ShellFrame({ children, ...navigation }: Props) {
  const isOpen = isOpenPath(usePathname())
  const dropTitle = useDrops()
  const settingsOpen = usePanels((panels) => panels.settings)
  const seeing = useSession((session) => session.roleData?.seeing)
  if (isOpen) return children
  return (
    <div className="shell">
      {seeing !== undefined && <SeeingBar role={seeing} />}
      <a className="skip-link" href="#content">
        跳到内容
      </a>
      <TopNavigation {...navigation} />
      <main className="shell-content" id="content" tabIndex={-1}>
        {children}
      </main>
      {dropTitle && <div className="shell-drop">{dropTitle}</div>}
      {settingsOpen && <SettingsDrawer />}
    </div>
  )
}
