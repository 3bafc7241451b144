// The tools' worker: everything that may take noticeable time runs here, so that the page stays responsive.

import { hashes } from '../instruments/hash/hashing.ts'
import { matchAll } from '../instruments/pattern/matching.ts'
import { OpenText } from '../json/engine/openText.ts'
import type { Answer, Asked } from './protocol.ts'

const openText = new OpenText()

const works = {
  openText: (name: string, ...rest: unknown[]) =>
    (openText as unknown as Record<string, (...given: unknown[]) => unknown>)[name]?.(...rest),
  hash: hashes,
  match: matchAll,
}

self.onmessage = async ({ data }: MessageEvent<Asked>) => {
  const { id, work, args } = data
  const tell = (answer: Answer) => self.postMessage(answer)
  try {
    const run = works[work] as (...given: unknown[]) => unknown
    const progress = (share: number) => tell({ id, progress: share })
    tell({ id, result: await run(...(work === 'hash' ? [...args, progress] : args)) })
  } catch (error) {
    const isTold = error instanceof Error && 'told' in error
    tell({ id, error: error instanceof Error ? error.message : String(error), isTold })
  }
}
