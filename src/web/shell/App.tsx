// The application: what every page shares, then start-up, guard, frame and page, each nested in the one before.
import { OverlaysProvider } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { EnteredPlace, Guarded } from './Guarded.tsx'
import { GlobalLoading, LoadingNote } from './Loading.tsx'
import { LongAddress } from './LongAddress.tsx'
import { MessageHost } from './MessageHost.tsx'
import { PageOutlet } from './PageOutlet.tsx'
import type { Page } from './pages.ts'
import { ShellFrame } from './ShellFrame.tsx'
import { StartUp } from './StartUp.tsx'
import type { Identity } from './session.ts'
import type { NavigationProps } from './TopNavigation.tsx'
import { useThemeClasses } from './theme.ts'
import { WatermarkHost } from './WatermarkHost.tsx'

interface Props extends NavigationProps {
  pages: readonly Page[]
  loadIdentity: (identity: string) => Promise<Identity>
  /** What lies over the pages: palette, help sheet. */
  overlays?: ReactNode
}

export function App({ pages, loadIdentity, overlays, ...navigation }: Props) {
  useThemeClasses()
  return (
    <OverlaysProvider>
      <EnteredPlace />
      <WatermarkHost />
      <MessageHost />
      <LoadingNote />
      <GlobalLoading />
      <StartUp loadIdentity={loadIdentity}>
        <Guarded>
          <ShellFrame {...navigation}>
            <LongAddress>
              <PageOutlet pages={pages} />
            </LongAddress>
          </ShellFrame>
        </Guarded>
        {overlays}
      </StartUp>
    </OverlaysProvider>
  )
}
