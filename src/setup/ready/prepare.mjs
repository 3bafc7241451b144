// Makes a tree ready to serve in production: packages of the lock file, the web part, and what makes starts quick. The
// container image and the offline bundle run it once; `npm start` does the same before it serves.
import { fileURLToPath } from 'node:url'
import { endWith, ensureInstalled, pinnedNode, runPinned } from '../install.mjs'
import { packedPackages } from '../packed.mjs'
import { hashSources, isBuilt, markBuilt } from '../sources.mjs'

export async function build(flags = []) {
  const hash = hashSources()
  await runPinned(['build.mjs', ...flags])
  return hash
}

export async function buildWhatChanged() {
  if (isBuilt()) return
  console.log('Building the web part …')
  markBuilt(await build())
}

async function prepare() {
  await ensureInstalled('production')
  await buildWhatChanged()
  packedPackages(pinnedNode)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await prepare().catch(endWith)
