// The frame: the bar, and below it the page, which fills the window.
import type { ReactNode } from 'react'
import { usePathname } from 'wouter/use-browser-location'
import { onDemand } from '../ui/onDemand.tsx'
import { usePanels } from './panels.ts'
import { isOpenPath } from './routeRules.ts'
import { type NavigationProps, TopNavigation } from './TopNavigation.tsx'

const SettingsDrawer = onDemand(async () => (await import('./drawer/SettingsDrawer.tsx')).SettingsDrawer)

interface Props extends NavigationProps {
  children: ReactNode
}

export function ShellFrame({ children, ...navigation }: Props) {
  const isOpen = isOpenPath(usePathname())
  const settingsOpen = usePanels((panels) => panels.settings)
  if (isOpen) return children
  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        跳到内容
      </a>
      <TopNavigation {...navigation} />
      <main className="shell-content" id="content" tabIndex={-1}>
        {children}
      </main>
      {settingsOpen && <SettingsDrawer />}
    </div>
  )
}
