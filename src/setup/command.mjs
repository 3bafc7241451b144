// `npm run user|import|backup|restore -- …`: one of the product's commands, on the pinned Node.
import { endWith, ensureInstalled, pinnedNode, run } from './install.mjs'

try {
  await ensureInstalled(process.env.NODE_ENV === 'production' ? 'production' : 'full')
  await run(pinnedNode, ['src/main-command.ts', ...process.argv.slice(2)])
} catch (error) {
  endWith(error)
}
