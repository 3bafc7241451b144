// Every imported package is declared with an exact version, and every declared one is used. An undeclared package
// that is only installed by another disappears with that package's next update.
import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  scripts?: Record<string, string>
}
const manifest = (file: string) => JSON.parse(read(file)) as Manifest
const { dependencies = {}, devDependencies = {} } = manifest('package.json')
const declared = { ...dependencies, ...devDependencies }
/** Installed separately, on Linux only, for the suites that run on ClickHouse. */
const beside = Object.keys(manifest('src/setup/clickhouse/package.json').dependencies ?? {})

const files = [
  'build.mjs',
  ...['src', 'commands', 'tests', 'e2e'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(tsx?|mjs|css)$/.test(file) && !file.includes('node_modules'))
      .map((file) => join(folder, file)),
  ),
]

const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
const quoted = String.raw`\s*(['"])((?:@[\w.-]+\/)?[a-z][\w.-]*)(?:\/[^'"]*)?\1`
/** Import statements, calls and style sheets, but not the word «from» in ordinary text. */
const imported = [
  String.raw`^(?:import|export)\b[^'"();]*?\bfrom`,
  '^@?import',
  String.raw`\bimport\(`,
  String.raw`\brequire(?:\.resolve)?\(`,
  String.raw`createRequire\([^)]*\)(?:\.resolve)?\(`,
].map((start) => new RegExp(start + quoted, 'gm'))

/** Packages imported by a file, without built-in and virtual modules. */
const packagesOf = (file: string): string[] =>
  imported
    .flatMap((pattern) => [...withoutComments(read(file)).matchAll(pattern)])
    .map((match) => match[2] as string)
    .filter((name) => !isBuiltin(name) && name !== 'virtual')

/** Packages used by scripts, settings or the compiler instead of imports. */
const tools: Record<string, RegExp> = {
  node: /node_modules\/node\/|'node', 'bin'/,
  '@biomejs/biome': /biome/,
  typescript: /tsc/,
  // Not written literally: vitest would take this file for a jsdom test.
  jsdom: /vitest-environment [j]sdom/,
}

const uses = new Map(files.map((file) => [file, packagesOf(file)]))

describe('dependencies', () => {
  it('are found', () => {
    const found = new Set([...uses.values()].flat())
    for (const name of ['react', 'fastify', 'normalize.css', '@duckdb/node-api', 'vitest'])
      expect(found, name).toContain(name)
  })

  it('are declared where they are imported', () => {
    const known = new Set([...Object.keys(declared), ...beside])
    const missing = [...uses].flatMap(([file, names]) =>
      names.filter((name) => !known.has(name)).map((name) => `${file} → ${name}`),
    )
    expect(missing, 'declare these packages in package.json').toEqual([])
  })

  it('of the product are not development dependencies', () => {
    const development = new Set(Object.keys(devDependencies))
    const wrong = [...uses]
      .filter(([file]) => !/^(tests|e2e|src\/setup)\//.test(file))
      .flatMap(([file, names]) =>
        names.filter((name) => development.has(name)).map((name) => `${file} → ${name}`),
      )
    expect(wrong, 'move these packages from devDependencies to dependencies').toEqual([])
  })

  it('are used where they are declared', () => {
    const found = new Set([...uses.values()].flat())
    const everything = [...files, 'package.json'].map(read)
    const unused = Object.keys(declared).filter((name) => {
      if (found.has(name)) return false
      if (name.startsWith('@types/'))
        return !found.has(name.slice('@types/'.length)) && name !== '@types/node'
      const tool = tools[name]
      return !tool || !everything.some((text) => tool.test(text))
    })
    expect(unused, 'remove these packages from package.json: nothing uses them').toEqual([])
  })

  it('have exact versions, and reasons in src/README.md', () => {
    const loose = Object.entries(declared).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    expect(loose, 'pin the exact version').toEqual([])
    const table = read('src/README.md').split('## Dependencies')[1] ?? ''
    const isNamed = (name: string) => {
      const [scope, own = scope] = name.split('/')
      return table.includes(name) || (table.includes(`${scope}/`) && table.includes(own as string))
    }
    const untold = Object.keys(declared).filter((name) => !name.startsWith('@types/') && !isNamed(name))
    expect(untold, 'add these packages with their reasons to the table of src/README.md').toEqual([])
  })
})
