// Handlers of the import's commands.
import type { HandledId } from '#commands/define.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import type { importsCommands } from './commands.ts'
import { giveUp, load } from './loading.ts'
import { useImport } from './store.ts'

const offered = (work: () => void, steps: readonly string[]): Handler =>
  Object.assign(() => work(), { isOfUse: () => steps.includes(useImport.getState().step) })

/** Opens the browser's file dialog. */
export function chooseFile(): void {
  document.querySelector<HTMLInputElement>('#imports-file')?.click()
}

export const importsWork: Record<HandledId<typeof importsCommands>, Handler> = {
  'imports.choose': offered(chooseFile, ['choose', 'columns']),
  'imports.load': offered(() => void load(), ['columns']),
  'imports.cancel': offered(() => void giveUp(), ['sending', 'reading', 'loading', 'columns']),
}
