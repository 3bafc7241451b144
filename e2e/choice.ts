// Chooses the journeys that cover a change, for `npm run check`. No list is kept: a journey's slices are derived from
// its text (addresses, titles, calls and imports of slices), and those of a platform file from its importers.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Call } from '#shared/call.ts'
import { importedFile } from '#tests/rules/named.ts'
import type { AnyWebSlice } from '#web/shell/slice.ts'

const root = join(import.meta.dirname, '..')

/** A file used by more slices than this counts as used by all. */
const fewSlices = 4
/** Number of journeys for a file used by all: those that cover the most slices. */
const broadJourneys = 3
const folder = 'e2e/journeys/'
/** The page where most sessions begin, which does not count as a visit. */
const home = '/statement'

export interface Choice {
  chosen: string[]
  /** Journeys that the change does not affect. */
  unconcerned: string[]
  /** Journeys over all declared pages, or over everything that opens on them; left to the whole run. */
  overAllPages: string[]
}

interface Journey {
  name: string
  /** The journey's own file and the e2e files that it imports. */
  files: ReadonlySet<string>
  slices: ReadonlySet<string>
  isOverAllPages: boolean
}

const find = (pattern: string): string[] =>
  globSync(pattern, { cwd: root }).map((path) => path.replaceAll('\\', '/'))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const load = async (path: string): Promise<unknown[]> =>
  Object.values((await import(pathToFileURL(join(root, path)).href)) as object)
const sliceOf = (path: string): string | undefined => path.match(/^src\/features\/(\w+)\//)?.[1]

const imported = /(?:\bfrom\s*|\bimport\s*\(?\s*)'((?:\.{1,2}|#\w+)\/[^']+)'/g

/** Modules that a file names in any kind of import. */
const importsOf = (path: string): string[] =>
  [...read(path).matchAll(imported)].map((match) => importedFile(path, match[1] as string))

/** Everything reachable from `start`, including `start`. */
function reach(start: string, next: (path: string) => readonly string[]): Set<string> {
  const reached = new Set([start])
  for (const path of reached) for (const other of next(path)) reached.add(other)
  return reached
}

/** Texts that identify a slice: addresses and titles of its pages, titles of its commands, paths of its calls. */
interface Marks {
  addresses: string[]
  titles: string[]
}

async function marksOf(slice: string): Promise<Marks> {
  const brought = await Promise.all(find(`src/features/${slice}/{contract.ts,web/slice.ts}`).map(load))
  const webs = brought.flat().filter((each): each is AnyWebSlice => hasKeys(each, 'commands', 'handlers'))
  const calls = brought.flat().filter((each): each is Call => hasKeys(each, 'path', 'method'))
  const pages = webs.flatMap((web) => web.pages ?? [])
  return {
    addresses: [...pages, ...calls].map(({ path }) => path.replace(/\/[{:].*/, '')),
    titles: [...pages, ...webs.flatMap(({ commands }) => commands)].map(({ title }) => title),
  }
}

const hasKeys = (value: unknown, ...keys: string[]): boolean =>
  typeof value === 'object' && value !== null && keys.every((key) => key in value)

/** Excludes titles that several slices have («撤销»). */
function ownTitles(all: ReadonlyMap<string, Marks>): (title: string) => boolean {
  const owners = Map.groupBy(
    [...all.values()].flatMap(({ titles }) => [...new Set(titles)]),
    (title) => title,
  )
  return (title) => owners.get(title)?.length === 1
}

async function readMarks(): Promise<Map<string, Marks>> {
  const names = new Set(find('src/features/*/**/*.ts').flatMap((path) => sliceOf(path) ?? []))
  return new Map(await Promise.all([...names].map(async (name) => [name, await marksOf(name)] as const)))
}

/** The address in quotes: complete, followed by a query, or followed by more of the path. */
const holdsAddress = (text: string, address: string): boolean =>
  address !== home && [`'`, '`', '"', '?', '/'].some((end) => text.includes(address + end))

export async function readJourneys(): Promise<Journey[]> {
  const marks = await readMarks()
  const isOwn = ownTitles(marks)
  return find(`${folder}**/*.test.ts`).map((path) => {
    const files = reach(path, (each) => (each.startsWith('e2e/') ? importsOf(each) : []))
    const text = read(path)
    const slices = [...marks].flatMap(([slice, { addresses, titles }]) => {
      const isNamed =
        text.includes(`#features/${slice}/`) ||
        addresses.some((address) => holdsAddress(text, address)) ||
        titles.some((title) => isOwn(title) && text.includes(`'${title}'`))
      return isNamed ? [slice] : []
    })
    return {
      name: path.slice(folder.length, -'.test.ts'.length),
      files,
      slices: new Set(slices),
      isOverAllPages: files.has('commands/pages.ts') || files.has('e2e/pages/openings.ts'),
    }
  })
}

/** Importers of each file of src and commands. */
function readImporters(): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const path of find('{src,commands}/**/*.{ts,tsx,css}'))
    for (const target of importsOf(path)) importers.set(target, [...(importers.get(target) ?? []), path])
  return importers
}

/** The slices that use a file: its own, else those that import it, directly or through other platform files. */
function usersOf(path: string, importers: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = reach(path, (each) => (sliceOf(each) ? [] : (importers.get(each) ?? [])))
  return new Set([...reached].flatMap((each) => sliceOf(each) ?? []))
}

/** Journeys for a change to the platform: each adds the most slices not yet covered. */
function broad(journeys: readonly Journey[]): Journey[] {
  const walked = new Set<string>()
  return Array.from({ length: broadJourneys }, () => {
    const added = ({ slices }: Journey) => slices.difference(walked).size
    const next = journeys.reduce((best, each) => (added(each) > added(best) ? each : best))
    for (const slice of next.slices) walked.add(slice)
    return next
  })
}

const concernsJourneys = (path: string): boolean =>
  /^(src\/(?!setup\/)|commands\/|public\/|e2e\/|build\.mjs$|package(-lock)?\.json$)/.test(path) &&
  !path.endsWith('.md')

/** `changed`: paths from the root, as git prints them. */
export async function chooseJourneys(changed: readonly string[]): Promise<Choice> {
  const journeys = await readJourneys()
  const importers = readImporters()
  const brief = journeys.filter(({ isOverAllPages }) => !isOverAllPages)
  const chosen = new Set<Journey>()
  for (const path of changed.filter(concernsJourneys)) {
    const users = usersOf(path, importers)
    const walking = path.startsWith('e2e/')
      ? brief.filter(({ files }) => files.has(path))
      : brief.filter(({ slices }) => !slices.isDisjointFrom(users))
    const isEverybodys = path.startsWith('e2e/')
      ? walking.length > brief.length / 2
      : users.size === 0 || users.size > fewSlices
    for (const journey of isEverybodys ? broad(brief) : walking) chosen.add(journey)
  }
  const names = (each: readonly Journey[]) => each.map(({ name }) => name).sort()
  return {
    chosen: names([...chosen]),
    unconcerned: names(brief.filter((each) => !chosen.has(each))),
    overAllPages: names(journeys.filter(({ isOverAllPages }) => isOverAllPages)),
  }
}

// Run by check.mjs in a separate process on the pinned Node, which can load our TypeScript.
if (import.meta.main) console.log(JSON.stringify(await chooseJourneys(process.argv.slice(2))))
