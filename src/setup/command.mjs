// `npm run user|import|backup|restore|move|repair|demo|adopt|clickhouse|definitions -- …`: runs a command of the product on the pinned Node.
// Packages are installed only where there are none: only `npm start` replaces them, because a server may be
// using them.
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
