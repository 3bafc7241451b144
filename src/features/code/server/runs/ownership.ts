// Which server a run belongs to. Each server has a tag, with which its runs' ids begin, and a file lock that
// the system releases when the server dies. So later servers recognize the runs of dead ones.
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { occupyAlone } from '#server/occupancy.ts'

const tagBytes = 4
const tagLength = tagBytes * 2

interface Tag {
  tag: string
  release(): void
}

const foldersOf = (dataDir: string): string => join(dataDir, 'runs')
export const tagOf = (runId: string): string => runId.slice(0, tagLength)
export const newRunId = (tag: string): string => tag + randomBytes(16).toString('base64url')

export function takeTag(dataDir: string): Tag {
  for (;;) {
    const tag = randomBytes(tagBytes).toString('hex')
    const folder = join(foldersOf(dataDir), tag)
    const held = occupyAlone(folder)
    // Another server that is just starting may be testing this folder's lock.
    if (!held) continue
    const release = () => {
      held.leave()
      rmSync(folder, { recursive: true, force: true })
    }
    return { tag, release }
  }
}

/**
 * Tags of dead servers, with functions that remove their folders; and tags of living servers, including this
 * one.
 */
export function findTags(dataDir: string): { dead: Tag[]; living: Set<string> } {
  mkdirSync(foldersOf(dataDir), { recursive: true })
  const dead: Tag[] = []
  const living = new Set<string>()
  for (const tag of readdirSync(foldersOf(dataDir))) {
    const folder = join(foldersOf(dataDir), tag)
    const held = occupyAlone(folder)
    held?.leave()
    if (!held) living.add(tag)
    else dead.push({ tag, release: () => rmSync(folder, { recursive: true, force: true }) })
  }
  return { dead, living }
}
