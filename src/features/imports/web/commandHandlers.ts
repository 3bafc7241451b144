// Handlers of the import's commands.
import { navigate } from 'wouter/use-browser-location'
import type { HandledId } from '#commands/define.ts'
import { pages } from '#shared/pages.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import type { importsCommands } from './commands.ts'
import { giveUp, load } from './loading.ts'
import { markAsProposed, setImport, useImport } from './store.ts'

const offered = (work: () => void, steps: readonly string[]): Handler =>
  Object.assign(() => work(), { isOfUse: () => steps.includes(useImport.getState().step) })

/** Opens the browser's file dialog. */
export function chooseFile(): void {
  document.querySelector<HTMLInputElement>('#imports-file')?.click()
}

/** The former versions of replaced tables stand on the page before a file is chosen. */
function seekFormers(): void {
  setImport({ seeksFormers: true })
  if (window.location.pathname !== pages.configImport.path) navigate(pages.configImport())
}

export const importsWork: Record<HandledId<typeof importsCommands>, Handler> = {
  'imports.formers': seekFormers,
  'imports.choose': offered(chooseFile, ['choose', 'columns']),
  'imports.load': offered(() => void load(), ['columns']),
  'imports.markPersonal': offered(() => markAsProposed(true), ['columns']),
  'imports.cancel': offered(() => void giveUp(), ['sending', 'reading', 'loading', 'columns']),
}
