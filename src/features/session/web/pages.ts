// The session's pages.
import type { Page } from '../../../web/shell/pages.ts'

export const pages: Page[] = [
  {
    path: '/login',
    title: 'login',
    load: async () => ({ Page: (await import('./LoginPage.tsx')).LoginPage }),
  },
]
