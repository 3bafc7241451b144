// Reads our own source files, for rules about their content.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

export interface Source {
  /** Relative to the root of the repository. */
  path: string
  text: string
}

/** All TypeScript files below these folders. */
export const sourcesIn = (...folders: string[]): Source[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => ({
        path: join(folder, name),
        text: readFileSync(join(root, folder, name), 'utf8'),
      })),
  )
