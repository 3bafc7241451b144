// `npm run user|import|backup|restore|repair|demo -- …`: one of the product's commands, on the pinned Node. Packages are
// installed only where there are none: to replace them is for `npm start`, as a server may be running on them.
import { existsSync } from 'node:fs'
import { endWith, ensureInstalled, pinnedNode, run } from './install.mjs'
import { quickStart } from './packed.mjs'

try {
  if (!existsSync(pinnedNode)) {
    await ensureInstalled(process.env.NODE_ENV === 'production' ? 'production' : 'full')
  }
  await run(pinnedNode, ['src/main-command.ts', ...process.argv.slice(2)], { env: quickStart(pinnedNode) })
} catch (error) {
  endWith(error)
}
