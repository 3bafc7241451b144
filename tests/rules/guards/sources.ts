// The texts of our own files, for rules on what may stand in them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

export interface Source {
  /** From the root of the repository. */
  path: string
  text: string
}

/** All files in TypeScript below these folders. */
export const sourcesIn = (...folders: string[]): Source[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => ({
        path: join(folder, name),
        text: readFileSync(join(root, folder, name), 'utf8'),
      })),
  )
