// Checks the documents: size of the front page, its tree of folders, links, named files and commands, and the
// version.
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const documents = ['README.md', '.github/*.md', 'src/**/README.md', 'tests/**/*.md'].flatMap((pattern) =>
  globSync(pattern, { cwd: root }),
)
const { version, license, scripts } = JSON.parse(read('package.json')) as {
  version: string
  license: string
  scripts: Record<string, string>
}

/** Paths of the folders in the front page's tree; each level is indented by two blanks. */
function foldersOfTree(): string[] {
  const [, tree = ''] = read('README.md').split('## The tree\n\n```\n')
  const above: string[] = []
  return (tree.split('```', 1)[0] ?? '').split('\n').flatMap((line) => {
    const [, indent = '', name] = /^( *)([\w-]+)\//.exec(line) ?? []
    if (name === undefined) return []
    const depth = indent.length / 2
    above.splice(depth, above.length, name)
    return [above.join('/')]
  })
}

const foldersIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`)

/** Anchors that GitHub generates from headings. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  )

const withoutCode = (text: string): string => text.replace(/```[\s\S]*?```|`[^`\n]*`/g, '')

function deadLinks(file: string): string[] {
  return [...withoutCode(read(file)).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return []
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? file : join(dirname(file), path)
    if (!existsSync(join(root, target))) return [`${file} → ${link}`]
    if (anchor === undefined || anchorsOf(read(target)).includes(anchor)) return []
    return [`${file} → ${link}`]
  })
}

/** Missing files that a README names, by their path within its folder, from src, or from the root. */
function goneFiles(file: string): string[] {
  const isThere = (name: string): boolean =>
    ['src', '.'].some((place) => existsSync(join(root, place, name))) ||
    globSync(`${dirname(file)}/**/${name}`, { cwd: root }).length > 0
  return [...read(file).matchAll(/`([\w/.-]+\.(?:tsx?|mjs))`/g)].flatMap(([, name = '']) =>
    isThere(name) ? [] : [`${file}: ${name}`],
  )
}
/** Without the recipe for new slices, which names files that do not exist yet. */
const rooms = documents.filter(
  (file) => /^src\/.+\/README\.md$/.test(file) && file !== 'src/features/README.md',
)

describe('the front page', () => {
  it('has at most 10 KB', () => {
    expect(statSync(join(root, 'README.md')).size, 'move what is longer to where its reader is').toBeLessThan(
      10_240,
    )
  })

  it('names each folder of src, and no folder that does not exist', () => {
    const named = foldersOfTree()
    const rooms = ['src', 'src/server', 'src/web'].flatMap(foldersIn)
    expect(rooms).toContain('src/semantic')
    const missing = rooms.filter((room) => !named.includes(room))
    expect(missing, 'give each room a line in “The tree” of README.md').toEqual([])
    const gone = named.filter((folder) => !existsSync(join(root, folder)))
    expect(gone, 'take the line of a room that is gone out of “The tree” of README.md').toEqual([])
  })
})

describe('the documents', () => {
  it('link to existing files and headings', () => {
    expect(documents).toContain('src/server/jobs/README.md')
    expect(documents.flatMap(deadLinks), 'mend each link, or the heading that it names').toEqual([])
  })

  it('of folders name existing files', () => {
    expect(rooms).toContain('src/semantic/README.md')
    expect(rooms.flatMap(goneFiles), 'name files that lie in the room, or by their path').toEqual([])
  })

  it('name existing npm scripts', () => {
    const named = documents.flatMap((file) =>
      [...read(file).matchAll(/npm run (?:--silent )?([a-z][\w:]*)/g)].map(([, name]) => `${file}: ${name}`),
    )
    const missing = named.filter((each) => scripts[each.split(': ')[1] ?? ''] === undefined)
    expect(missing, 'name a script of package.json').toEqual([])
  })

  it('have package.json’s version as the newest of the changelog', () => {
    const [newest] = [...read('.github/CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(
      ([, each]) => each,
    )
    expect(newest, 'raise the version in package.json with the changelog, and the other way round').toBe(
      version,
    )
    const lock = JSON.parse(read('package-lock.json')) as { version: string }
    expect(lock.version, 'run npm install after the version was raised').toBe(version)
  })

  it('have the licence of package.json', () => {
    expect(read('LICENSE'), 'let LICENSE name the licence of package.json').toContain(`"${license}"`)
  })
})
