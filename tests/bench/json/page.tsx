// The JSON preview alone, as in the product.
import '../../../src/main-slices.ts'
import { createRoot } from 'react-dom/client'
import { Page } from '#features/tools/web/json/page/JsonPage.tsx'
import '../../../src/main-web.css'

const root = document.querySelector('#root')
if (root) createRoot(root).render(<Page />)
