// Composition root of an embed: one page, without login, shell, palette and keys.
import { createRoot } from 'react-dom/client'
import { EmbedPage } from './features/statement/web/embed/EmbedPage.tsx'
import { startHeights } from './features/statement/web/embed/heights.ts'
import { setUpCalendar } from './web/shell/calendar.ts'

const root = document.getElementById('root') as HTMLElement

setUpCalendar()
startHeights(root)
createRoot(root).render(<EmbedPage />)
