// Small folders are easy to survey: a folder with more files is split into subfolders.
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const most = 40

/** Folders that are still to be split, with the number of files allowed until then. */
const unparted: Record<string, number> = { 'src/web/shell': 80 }

it('no folder of the product holds more than 40 files', () => {
  const counts = new Map<string, number>()
  for (const top of ['src', 'commands', 'e2e'])
    for (const entry of readdirSync(join(root, top), { recursive: true, withFileTypes: true })) {
      const folder = relative(root, entry.parentPath)
      if (entry.isFile()) counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
  expect(counts.size).toBeGreaterThan(100)
  const wrong = [...counts]
    .filter(([folder, count]) => count > (unparted[folder] ?? most))
    .map(([folder, count]) => `${folder}: ${count} files; part them into folders by what they serve`)
  expect(wrong, 'split these folders').toEqual([])
})
