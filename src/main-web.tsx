// Composition root of the web part: collects what the slices contribute, and mounts the shell.
import { createRoot } from 'react-dom/client'
import { navigate } from 'wouter/use-browser-location'
import { addressStore } from './features/address/web/store.ts'
import { loadIdentity } from './features/session/web/identity.ts'
import { webSlices } from './main-slices.ts'
import { provideRights } from './web/api/rights.ts'
import { provideCallSpans } from './web/api/tracing.ts'
import { listHandlers } from './web/list/handlers.ts'
import { App } from './web/shell/App.tsx'
import { prepare, providePages } from './web/shell/ahead.ts'
import { setUpCalendar } from './web/shell/calendar.ts'
import { startRecorder } from './web/shell/console/recorder.ts'
import { DialogHost } from './web/shell/dialog.tsx'
import { HelpSheet } from './web/shell/help/HelpSheet.tsx'
import { helpHandlers } from './web/shell/help/store.ts'
import { showFavicon } from './web/shell/installation.ts'
import type { Handlers } from './web/shell/keys/handlers.ts'
import { PendingKeys } from './web/shell/keys/PendingKeys.tsx'
import { provideCommands, runCommand } from './web/shell/keys/run.ts'
import { startKeys } from './web/shell/keys/start.ts'
import { watchTyped } from './web/shell/leaving.ts'
import { provideAddresses, shortenAddresses } from './web/shell/longAddress.ts'
import { watchOtherTabs } from './web/shell/otherTabs.ts'
import { paletteHandlers } from './web/shell/palette/actions.ts'
import { Palette } from './web/shell/palette/Palette.tsx'
import { panelHandlers } from './web/shell/panelHandlers.ts'
import { renewRights, watchRights } from './web/shell/rights.ts'
import { collectSlices } from './web/shell/slices.ts'
import { tableHandlers } from './web/table/handlers.ts'
import { watchFocus } from './web/ui/focus/focusTrail.ts'

startRecorder()

const { pages, entries, corner, handlers: sliceHandlers } = collectSlices(webSlices)
/** Typed so that a command without a handler does not compile. */
const handlers: Handlers = {
  ...paletteHandlers,
  ...helpHandlers,
  ...panelHandlers,
  ...listHandlers,
  ...tableHandlers,
  ...sliceHandlers,
}

setUpCalendar()
showFavicon()
watchOtherTabs()
const renew = () => renewRights(loadIdentity)
provideRights(renew)
provideCallSpans(() => import('./features/installation/web/callSpans.ts'))
watchRights(renew)
provideAddresses(addressStore)
shortenAddresses()
watchFocus()
watchTyped()
providePages(pages)
provideCommands({
  handlers,
  navigate: (path) => {
    prepare(path)
    // In the same task, so that the old page's removal and the new page are drawn together.
    navigate(path)
  },
})
startKeys()

createRoot(document.getElementById('root') as HTMLElement).render(
  <App
    pages={pages}
    run={runCommand}
    entries={entries}
    corner={corner}
    loadIdentity={loadIdentity}
    overlays={
      <>
        <DialogHost />
        <Palette />
        <HelpSheet />
        <PendingKeys />
      </>
    }
  />,
)
