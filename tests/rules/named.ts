// Resolves imports: relative ones, and those by an area's name in package.json.
import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Name of an area → its folder: `#server` → `src/server`. */
const { imports }: { imports: Record<string, string> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)
export const areaFolders: ReadonlyMap<string, string> = new Map(
  Object.entries(imports).map(([name, folder]) => [name.replace('/*', ''), folder.slice(2, -2)]),
)

/** Path from the root of the file that `file` imports as `named`. */
export function importedFile(file: string, named: string): string {
  const [area = '', ...rest] = named.split('/')
  if (area.startsWith('#')) return join(areaFolders.get(area) ?? area, ...rest)
  return relative(root, resolve(root, dirname(file), named))
}
