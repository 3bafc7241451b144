// Pages of the shell itself. What any address without a page shows is the outlet's.
import { ForbiddenPage } from './ForbiddenPage.tsx'
import type { Page } from './pages.ts'

export const shellPages: Page[] = [
  // Not split off: a refusal must not depend on a further download.
  { path: '/403', title: '403', load: async () => ({ Page: ForbiddenPage }) },
]
