// `npm run bundle`: one archive that starts on a machine of the same kind without npm and without a registry. It holds
// the sources, the production packages of the lock file with the Node that runs them, and the built web part.
import { createHash } from 'node:crypto'
import {
  cpSync,
  createReadStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { endWith, root, run } from '../install.mjs'

/** What the product runs from; tests and what belongs to the repository alone stay out. */
const taken = [
  'LICENSE',
  'README.md',
  '.github',
  'build.mjs',
  'commands',
  'package-lock.json',
  'package.json',
  'public',
  'src',
  'tsconfig.json',
]

async function bundle() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const name = `analytics-v3-${version}-${process.platform}-${process.arch}`
  const folder = join(root, 'dist')
  mkdirSync(folder, { recursive: true })
  const stage = mkdtempSync(join(folder, 'bundle-'))
  try {
    const tree = join(stage, name)
    mkdirSync(tree)
    for (const each of taken) cpSync(join(root, each), join(tree, each), { recursive: true })
    await run(process.execPath, [join(tree, 'src/setup/ready/prepare.mjs')], {
      env: { NODE_ENV: 'production' },
    })
    const archive = join(folder, `${name}.tar.gz`)
    // Whoever unpacks it owns it.
    await run('tar', ['-czf', archive, '--owner=0', '--group=0', '--numeric-owner', '-C', stage, name])
    writeFileSync(`${archive}.sha256`, `${await hashOf(archive)}  ${basename(archive)}\n`)
    console.log(`${archive}\nUnpack it where it shall run, then: ${name}/src/setup/ready/analytics.sh start`)
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

async function hashOf(path) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

await bundle().catch(endWith)
