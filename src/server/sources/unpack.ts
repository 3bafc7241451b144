// Copies a file into a folder, unpacked where it is packed by gzip or zstd.
import type { FileHandle } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { innerName, unpackTo } from '../warehouse/import/packing.ts'
import { checkedEnding } from '../warehouse/import/source.ts'
import { type FetchedFile, SourceProblem } from './connector.ts'

/** Whether the name, without the packing's ending, is that of a file that imports read. */
export function isLoadable(name: string): boolean {
  try {
    checkedEnding(name)
    return true
  } catch {
    return false
  }
}

export async function unpackInto(
  handle: FileHandle,
  name: string,
  folder: string,
  signal: AbortSignal,
): Promise<FetchedFile> {
  // The user's name may be too long for a file, or begin with what a tool takes for an option.
  const file = `content${extname(innerName(name)).toLowerCase()}`
  const { size } = await handle.stat()
  const reading = handle.createReadStream({ autoClose: false, start: 0 })
  const problem = (text: string) => new SourceProblem(text)
  const bytes = await unpackTo(join(folder, file), { reading, name, size }, { signal, problem })
  return { file, bytes }
}
