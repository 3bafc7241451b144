// Finds where something is declared, so that a failure names the file to fix.
import { pages } from '#shared/pages.ts'
import { type Source, sourcesIn } from './sources.ts'

/** How slices write page paths: `pages.name.path`; former addresses are written as texts. */
const pageNames = new Map<string, string>(
  Object.entries(pages).map(([name, { path }]) => [path, `pages.${name}.path`]),
)

/** Files that declare a thing, and the text of its declaration. */
const homes = {
  call: [/^src\/features\/\w+\/contract(?:\.ts|\/)/, (name: string) => `name: '${name}'`],
  command: [/^commands\/|\/web\/commands(?:\.ts|\/)/, (id: string) => `id: '${id}'`],
  context: [/^commands\/|\/web\/(?:commands(?:\.ts|\/)|slice\.ts)/, (name: string) => `'${name}'`],
  page: [/\/web\/slice\.ts$/, (path: string) => pageNames.get(path) ?? `'${path}'`],
  table: [/\/tables\.ts$/, (name: string) => `name: '${name}'`],
} as const satisfies Record<string, [RegExp, (name: string) => string]>

let sources: Source[] | undefined

/** ` in src/features/code/contract.ts`; empty where no file of ours declares it. */
export function inFile(kind: keyof typeof homes, name: string): string {
  sources ??= sourcesIn('commands', 'src').filter(({ path }) =>
    Object.values(homes).some(([files]) => files.test(path)),
  )
  const [files, textOf] = homes[kind]
  const found = sources.find(({ path, text }) => files.test(path) && text.includes(textOf(name)))
  return found ? ` in ${found.path}` : ''
}
