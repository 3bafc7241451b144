// Handlers of the shell's own commands: settings and theme.
import type { Handler } from './keys/handlers.ts'
import { openPanel } from './panels.ts'
import { type Theme, useSettings } from './settings.ts'

export const panelHandlers = {
  'settings.open': () => openPanel('settings'),
  'theme.change': (theme) => useSettings.getState().change('theme', theme as Theme),
  // The class tells the present theme, whether from the setting or from the system.
  'theme.toggle': () => {
    const isDark = document.body.classList.contains('bp6-dark')
    useSettings.getState().change('theme', isDark ? 'light' : 'dark')
  },
} satisfies Record<string, Handler>
