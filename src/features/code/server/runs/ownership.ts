// Which server a run belongs to: each has a tag of its own, with which the ids of its runs begin, and a lock that
// the system lets go of when it dies. So those that come after tell the dead's runs from those of the living.
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { occupyAlone } from '#server/occupancy.ts'

const tagBytes = 4
const tagLength = tagBytes * 2

export interface Tag {
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
    // Another server that starts just now may look whether this folder's owner lives.
    if (!held) continue
    const release = () => {
      held.leave()
      rmSync(folder, { recursive: true, force: true })
    }
    return { tag, release }
  }
}

/** Tags of servers that have died, with what takes their folders away; and of those that live, this one included. */
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
