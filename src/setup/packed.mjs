// Bundles packages of many small modules into one file each: loading their 1,300 files took a third of a
// start and 60 MB of the server. Sources and types import the packages as usual; a hook redirects the runtime
// to the bundles.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compiledCode } from './compiled.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const cache = join(root, 'node_modules/.cache')
/** Packages that share classes or registries are bundled together. */
const packages = [
  '@duckdb/node-api',
  'fastify',
  'kysely',
  'pino',
  'typebox',
  'typebox/compile',
  'typebox/value',
]

/** Environment for quick starts: the compile cache and the bundled packages. */
export const quickStart = (runtime = process.execPath) => ({ ...compiledCode(), ...packedPackages(runtime) })

/** Nothing where the installation is read-only for its user: the packages also work unbundled. */
export function packedPackages(runtime = process.execPath) {
  try {
    const option = `--require ${JSON.stringify(join(packedFolder(runtime), 'hook.cjs'))}`
    const given = process.env.NODE_OPTIONS ?? ''
    return { NODE_OPTIONS: given.includes(option) ? given : `${given} ${option}`.trim() }
  } catch {
    return {}
  }
}

/** Built once per installation, in a temporary folder that is then renamed. */
function packedFolder(runtime) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  const made = hash.update(readFileSync(fileURLToPath(import.meta.url))).digest('hex')
  const folder = join(cache, `packed-${made.slice(0, 16)}`)
  if (existsSync(folder)) return folder
  // The bundles are executed later: no other user may write them, and a sandbox process, which runs as
  // `nobody`, must read them.
  const before = process.umask(0o022)
  mkdirSync(cache, { recursive: true })
  const aside = mkdtempSync(join(cache, 'packing-'))
  try {
    chmodSync(aside, 0o755)
    pack(aside, runtime)
    renameSync(aside, folder)
  } catch (error) {
    rmSync(aside, { recursive: true, force: true })
    // Another process has built it meanwhile.
    if (!existsSync(folder)) throw error
  } finally {
    process.umask(before)
  }
  return folder
}

function pack(folder, runtime) {
  const fileOf = (name) => `${name.replaceAll(/[@/]/g, '_')}.mjs`
  for (const [name, exported] of Object.entries(exportsOf(runtime))) {
    // By name, because a CommonJS package reveals its export names only at run time.
    writeFileSync(join(folder, `entry-${fileOf(name)}`), `export { ${exported.join(', ')} } from '${name}'\n`)
  }
  createRequire(import.meta.url)('esbuild').buildSync({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(
      packages.map((name) => [fileOf(name).slice(0, -'.mjs'.length), join(folder, `entry-${fileOf(name)}`)]),
    ),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    // The engine's native library resolves its own files.
    external: ['@duckdb/node-bindings'],
    banner: {
      js: `import { createRequire as requireFrom } from 'node:module'
const require = requireFrom(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname`,
    },
    legalComments: 'none',
    logLevel: 'error',
  })
  const files = packages.map((name) => [name, fileOf(name)])
  writeFileSync(join(folder, 'hook.cjs'), hookTo(files))
}

/** Each package's exports, as the runtime sees them. */
function exportsOf(runtime) {
  const script = `const names = ${JSON.stringify(packages)}
    const loaded = await Promise.all(names.map(async (name) => [name, Object.keys(await import(name))]))
    console.log(JSON.stringify(Object.fromEntries(loaded)))`
  const env = { ...process.env, NODE_OPTIONS: '' }
  const said = execFileSync(runtime, ['--input-type=module', '--eval', script], { cwd: root, env })
  const isName = (name) => /^[\w$]+$/.test(name)
  return Object.fromEntries(
    Object.entries(JSON.parse(said.toString())).map(([name, exported]) => [name, exported.filter(isName)]),
  )
}

/** Redirects ES imports only: `require` inside a package stays as it is. */
const hookTo = (files) => `const { registerHooks } = require('node:module')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')
const packed = new Map(${JSON.stringify(files)}.map(([name, file]) => [name, pathToFileURL(join(__dirname, file)).href]))
registerHooks({
  resolve(specifier, context, next) {
    const url = packed.get(specifier)
    if (url === undefined || !context.conditions.includes('import')) return next(specifier, context)
    return { url, format: 'module', shortCircuit: true }
  },
})
`
