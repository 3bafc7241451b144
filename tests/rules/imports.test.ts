// Which area may import which, for static, dynamic, type and re-export imports, and no cycles. There are no
// exceptions.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { areaFolders, importedFile } from './named.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const pattern = /(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])((?:\.{1,2}|#\w+)\/[^'"]+)\1/g

function filesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

/** The text without comments, which may contain examples of imports. */
const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')

function importsOf(file: string): string[] {
  const text = withoutComments(readFileSync(join(root, file), 'utf8'))
  return [...text.matchAll(pattern)].map((match) => importedFile(file, match[2] as string))
}

type Area =
  | { kind: 'shared' | 'semantic' | 'forecast' | 'commands' | 'server' | 'web' | 'demo' | 'main' | 'setup' }
  | { kind: 'barrel' }
  | { kind: 'contract' | 'slice-server' | 'slice-web'; slice: string }

function areaOf(file: string): Area {
  const [top, second, third, fourth] = file.split('/') as [string, string?, string?, string?]
  if (top === 'commands') return { kind: 'commands' }
  if (second?.startsWith('main-')) return { kind: 'main' }
  if (second === 'features') {
    if (third === 'server.ts' || third === 'web.ts') return { kind: 'barrel' }
    if (fourth === 'contract.ts' || fourth === 'contract') return { kind: 'contract', slice: third as string }
    return { kind: fourth === 'server' ? 'slice-server' : 'slice-web', slice: third as string }
  }
  return { kind: second as 'shared' | 'semantic' | 'forecast' | 'server' | 'web' | 'demo' | 'setup' }
}

const isModelType = (target: string) => target.startsWith('src/semantic/model/')
/** The contract itself; the files that a long contract is split into are internal to its slice. */
const isContract = (target: string) => /^src\/features\/\w+\/contract\.ts$/.test(target)
const sliceOf = (area: Area) => ('slice' in area ? area.slice : undefined)

function mayImport(from: Area, to: Area, target: string): boolean {
  if (from.kind === 'main') return true
  const own = sliceOf(from) !== undefined && sliceOf(from) === sliceOf(to)
  switch (from.kind) {
    case 'shared':
      return to.kind === 'shared'
    case 'semantic':
    case 'forecast':
      return to.kind === from.kind || to.kind === 'shared'
    case 'commands':
      return ['commands', 'shared'].includes(to.kind)
    case 'server':
      return ['server', 'shared', 'semantic'].includes(to.kind)
    case 'web':
      return ['web', 'shared', 'commands'].includes(to.kind)
    case 'contract':
      return to.kind === 'shared' || isModelType(target) || (own && to.kind === 'contract')
    case 'barrel':
      return /^src\/features\/\w+\/(server|web)\/slice\.ts$/.test(target)
    case 'slice-server':
      return own
        ? to.kind === 'slice-server' || to.kind === 'contract'
        : (to.kind === 'demo' && sliceOf(from) === 'demo') ||
            ['server', 'shared', 'semantic', 'forecast'].includes(to.kind) ||
            target.endsWith('/server/index.ts')
    case 'slice-web':
      return own
        ? to.kind === 'slice-web' || to.kind === 'contract'
        : ['web', 'commands', 'shared'].includes(to.kind) || isContract(target) || isModelType(target)
    case 'demo':
      return ['demo', 'shared', 'semantic', 'server'].includes(to.kind) || target.endsWith('/server/index.ts')
    case 'setup':
      return to.kind === 'setup'
  }
}

/** The remedy for a forbidden import. */
function wayOf(from: Area, to: Area): string {
  const slice = sliceOf(to)
  if (slice === undefined || !from.kind.startsWith('slice-'))
    return 'move what both need into a lower area; see mayImport in tests/rules/imports.test.ts'
  const gate = from.kind === 'slice-server' ? 'server/index.ts' : 'contract.ts'
  return `export what others may use of ${slice} from src/features/${slice}/${gate}, and import that`
}

const files = [...filesOf('src'), ...filesOf('commands')]
const graph = new Map(files.map((file) => [file, importsOf(file)]))

/** The first import cycle found; undefined without one. */
function findCycle(): string[] | undefined {
  const done = new Set<string>()
  const path: string[] = []
  const walk = (file: string): string[] | undefined => {
    const seen = path.indexOf(file)
    if (seen >= 0) return [...path.slice(seen), file]
    if (done.has(file)) return undefined
    path.push(file)
    for (const target of graph.get(file) ?? []) {
      const cycle = walk(target)
      if (cycle) return cycle
    }
    path.pop()
    done.add(file)
    return undefined
  }
  for (const file of graph.keys()) {
    const cycle = walk(file)
    if (cycle) return cycle
  }
  return undefined
}

describe('imports', () => {
  it('are found', () => {
    expect(files.length).toBeGreaterThan(50)
    expect([...graph.values()].flat().length).toBeGreaterThan(100)
  })

  it('name files that exist, with their endings', () => {
    const known = new Set(files)
    const isThere = (target: string) =>
      known.has(target) || (target.endsWith('.css') && existsSync(join(root, target)))
    const missing = files.flatMap((file) =>
      (graph.get(file) ?? []).filter((target) => !isThere(target)).map((target) => `${file} → ${target}`),
    )
    expect(missing, 'import an existing file, with its ending').toEqual([])
  })

  it('go only where the architecture allows them', () => {
    const wrong = files.flatMap((file) =>
      (graph.get(file) ?? [])
        .filter((target) => !mayImport(areaOf(file), areaOf(target), target))
        .map((target) => `${file} imports ${target}: ${wayOf(areaOf(file), areaOf(target))}`),
    )
    expect(wrong, 'import only what the architecture allows for this area (mayImport)').toEqual([])
  })

  it('bring only data and types into a slice’s declaration; the rest is loaded on demand', () => {
    const declarations = files.filter((file) => /^src\/features\/\w+\/web\/slice\.ts$/.test(file))
    // The context of lists and the paths of pages are data, too.
    const isData = (target: string) =>
      ['commands/list.ts', 'src/shared/pages.ts'].includes(target) ||
      /\/web\/commands(\/\w+)?\.ts$/.test(target)
    const atOnce = /^(?:import|export)\s(?!type\s)[^;]*?from '([^']+)'/gm
    const wrong = declarations.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(atOnce)]
        .map(([, target = '']) => importedFile(file, target))
        .filter((target) => !isData(target))
        .map((target) => `${file} → ${target}`),
    )
    expect(declarations.length).toBeGreaterThan(5)
    expect(wrong, 'load these on demand: a declaration imports only data and types at once').toEqual([])
  })

  it('that leave their area, or climb more than one folder, use the area’s name', () => {
    const climbs = /(?:\bfrom\s*|\bimport\s*\(?\s*)'(\.\.\/[^']+)'/g
    const roomOf = (file: string) =>
      file
        .split('/')
        .slice(0, file.startsWith('src/features/') ? 3 : file.startsWith('src/') ? 2 : 1)
        .join('/')
    const wrong = [...files, ...filesOf('tests'), ...filesOf('e2e')]
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) =>
        [...withoutComments(readFileSync(join(root, file), 'utf8')).matchAll(climbs)]
          .map(([, named = '']) => ({ named, target: importedFile(file, named) }))
          .filter(({ target }) => [...areaFolders.values()].some((folder) => target.startsWith(`${folder}/`)))
          .filter(({ named, target }) => named.startsWith('../../') || roomOf(target) !== roomOf(file))
          .map(({ named }) => `${file}: write ${named} by the name of its area, as #server/…`),
      )
    expect(wrong, 'import by the name of the area, as #server/…').toEqual([])
  })

  it('form no cycle', () => {
    expect(findCycle(), 'move what both ends need into a module of its own').toBeUndefined()
  })

  it('bring no server package into browser code, or into the pure report engine and forecast', () => {
    const serverOnly =
      /\b(?:from|import) ?\(?'(node:|fastify|kysely|pg'|pino'|@duckdb|mercurius|graphql|pinyin-pro|iconv-lite)/
    const isBrowser = (file: string) =>
      ['web', 'slice-web', 'commands', 'shared', 'semantic', 'forecast', 'contract'].includes(
        areaOf(file).kind,
      )
    const wrong = files
      .filter(isBrowser)
      .filter((file) => serverOnly.test(readFileSync(join(root, file), 'utf8')))
    expect(wrong, "keep server packages out of the browser's code and the pure engines").toEqual([])
  })
})
