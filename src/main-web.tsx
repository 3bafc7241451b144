// Composition root of the browser's part: collects what the slices bring, and mounts the shell.
import { createRoot } from 'react-dom/client'
import { navigate } from 'wouter/use-browser-location'
import { calendarHandlers } from './features/calendar/web/handlers.ts'
import { codeHandlers } from './features/code/web/handlers.ts'
import { pages as codePages } from './features/code/web/pages.ts'
import { registerCodeProviders } from './features/code/web/paletteProviders.ts'
import { customHandlers } from './features/custom/web/handlers.ts'
import { pages as customPages } from './features/custom/web/pages.ts'
import { registerCustomProvider } from './features/custom/web/paletteProvider.ts'
import { definitionHandlers } from './features/definitions/web/handlers.ts'
import { DocumentsMenu } from './features/documents/web/DocumentsMenu.tsx'
import { documentHandlers } from './features/documents/web/handlers.ts'
import { registerDocumentProvider } from './features/documents/web/paletteProvider.ts'
import { sessionHandlers } from './features/session/web/handlers.ts'
import { loadIdentity } from './features/session/web/identity.ts'
import { pages as sessionPages } from './features/session/web/pages.ts'
import { embedHandlers } from './features/statement/web/embed/handlers.ts'
import { explainHandlers } from './features/statement/web/explain/handlers.ts'
import { statementHandlers } from './features/statement/web/handlers.ts'
import { pages as statementPages } from './features/statement/web/pages.ts'
import { registerStatementProviders } from './features/statement/web/paletteProviders.ts'
import { pivotHandlers } from './features/statement/web/pivotHandlers.ts'
import { traceHandlers } from './features/trace/web/handlers.ts'
import { setCalendarSource } from './web/calendar/source.ts'
import { App } from './web/shell/App.tsx'
import { setUpCalendar } from './web/shell/calendar.ts'
import { DialogHost } from './web/shell/dialog.tsx'
import { HelpSheet } from './web/shell/help/HelpSheet.tsx'
import { helpHandlers } from './web/shell/help/store.ts'
import { showFavicon } from './web/shell/installation.ts'
import type { Handlers } from './web/shell/keys/handlers.ts'
import { PendingKeys } from './web/shell/keys/PendingKeys.tsx'
import { provideCommands, runCommand } from './web/shell/keys/run.ts'
import { startKeys } from './web/shell/keys/start.ts'
import { watchOtherTabs } from './web/shell/otherTabs.ts'
import { paletteHandlers } from './web/shell/palette/actions.ts'
import { Palette } from './web/shell/palette/Palette.tsx'
import { panelHandlers } from './web/shell/panelHandlers.ts'
import { shellPages } from './web/shell/shellPages.ts'
import { tableHandlers } from './web/table/handlers.ts'

/** Typed so that a command without a handler does not compile. */
const handlers: Handlers = {
  ...paletteHandlers,
  ...helpHandlers,
  ...panelHandlers,
  ...sessionHandlers,
  ...documentHandlers,
  ...statementHandlers,
  ...explainHandlers,
  ...pivotHandlers,
  ...codeHandlers,
  ...customHandlers,
  ...definitionHandlers,
  ...embedHandlers,
  ...calendarHandlers,
  ...traceHandlers,
  ...tableHandlers,
}
const pages = [...shellPages, ...sessionPages, ...statementPages, ...codePages, ...customPages]

setUpCalendar()
setCalendarSource(async (from, to) =>
  (await import('./features/calendar/web/source.ts')).readCalendar(from, to),
)
showFavicon()
watchOtherTabs()
provideCommands({ handlers, navigate })
startKeys()
registerStatementProviders()
registerDocumentProvider()
registerCodeProviders()
registerCustomProvider()

createRoot(document.getElementById('root') as HTMLElement).render(
  <App
    pages={pages}
    run={runCommand}
    documents={<DocumentsMenu />}
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
