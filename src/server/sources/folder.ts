// Files of a folder on this machine: each is offered once it has stopped changing. Only folders below those that
// the installation allows are read, and no link leads out of them.
import { constants, type Dirent } from 'node:fs'
import { type FileHandle, open, readdir, realpath, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Batch, type Connector, SourceProblem } from './connector.ts'
import { fileFields } from './fileFields.ts'
import { matchesPattern } from './pattern.ts'
import { isLoadable, unpackInto } from './unpack.ts'

type FolderSettings = { path: string; pattern: string; settle: number }

interface FoundFile {
  /** Below the source's folder, with `/`. */
  name: string
  path: string
  size: number
  mtimeMs: number
  /** It has another name, which may lie outside of the folder. */
  isLinked: boolean
}

/** A folder with more is no drop box. */
const mostFiles = 20_000
const deepest = 8

export function folderConnector(roots: readonly string[]): Connector<FolderSettings, Record<string, string>> {
  return {
    kind: 'folder',
    title: '文件夹',
    fields: [
      {
        name: 'path',
        title: '文件夹',
        kind: 'text',
        required: true,
        placeholder: roots[0] ?? '/data/drop',
        hint:
          roots.length > 0
            ? `服务器上的路径，须在 ${roots.join('、')} 之内`
            : '管理员还没有用 SOURCE_FOLDERS 允许任何文件夹，不能使用',
      },
      {
        name: 'pattern',
        title: '文件名',
        kind: 'text',
        required: true,
        initial: '*',
        placeholder: '*.csv',
        hint: '* 代表任意字符，**/ 代表任意层子文件夹，如 **/*.csv.gz；能读导入所读的各种文件，也能读其 .gz、.zst',
      },
      {
        name: 'settle',
        title: '写完多久才读（秒）',
        kind: 'number',
        required: true,
        initial: 2,
        least: 1,
        most: 60,
        hint: '隔这么久看两次，大小和时间都没有变的文件才读',
      },
      ...fileFields,
    ],
    async check(settings) {
      await look(await inside(settings.path, roots), settings.pattern)
    },
    async *batches({ path, pattern, settle }, _secret, _mark, signal) {
      const folder = await inside(path, roots)
      const before = new Map((await look(folder, pattern)).map((file) => [file.name, file]))
      if (before.size === 0) return
      await wait(settle * 1000, undefined, { signal })
      const settled = (await look(folder, pattern)).filter((file) => {
        const known = before.get(file.name)
        return known && known.size === file.size && known.mtimeMs === file.mtimeMs && file.size > 0
      })
      // Days and numbers in names put files of one moment in order.
      settled.sort((one, other) => one.mtimeMs - other.mtimeMs || (one.name < other.name ? -1 : 1))
      for (const file of settled) yield batchOf(folder, file)
    },
  }
}

const batchOf = (folder: string, file: FoundFile): Batch => ({
  name: file.name,
  // One that has a single name again is looked at again.
  fingerprint: `${file.size} ${file.mtimeMs}${file.isLinked ? ' linked' : ''}`,
  writtenAt: file.mtimeMs,
  mark: null,
  fetch: async (into, signal) => {
    const handle = await openInside(folder, file)
    try {
      // The name says nothing of where the file's other names lie.
      if ((await handle.stat()).nlink > 1)
        throw new SourceProblem(
          `${file.name} 还有别的名字（硬链接），可能连到文件夹之外，不读；请放一份复制的文件`,
        )
      const fetched = await unpackInto(handle, basename(file.name), into, signal)
      const { size, mtimeMs } = await handle.stat()
      const named = await stat(file.path).catch(() => null)
      if (size !== file.size || mtimeMs !== file.mtimeMs || named?.mtimeMs !== mtimeMs)
        throw new SourceProblem(`${file.name} 在读取时被改写，这次没有载入；下次看到它不再变化时整个载入`)
      return fetched
    } finally {
      await handle.close()
    }
  },
})

/** The folder's real path, below an allowed one. */
async function inside(path: string, roots: readonly string[]): Promise<string> {
  if (roots.length === 0)
    throw new SourceProblem('管理员还没有允许任何文件夹；请以 SOURCE_FOLDERS=/路径 启动服务后再用', 'path')
  const found = await realpath(path.trim()).catch(() => null)
  const allowed = await Promise.all(roots.map((root) => realpath(root).catch(() => null)))
  const isAllowed = (root: string | null) => root !== null && found !== null && isBelow(root, found)
  // A folder elsewhere and one that does not exist are told alike, so that nobody can look around.
  if (found === null || !allowed.some(isAllowed))
    throw new SourceProblem(`文件夹「${path}」不存在，或不在允许的 ${roots.join('、')} 之内`, 'path')
  if (!(await stat(found)).isDirectory()) throw new SourceProblem(`「${path}」不是文件夹`, 'path')
  return found
}

const isBelow = (root: string, path: string): boolean => path === root || path.startsWith(root + sep)

async function look(folder: string, pattern: string): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  await gather(folder, folder, pattern.trim(), found, 0)
  return found
}

async function gather(
  root: string,
  folder: string,
  pattern: string,
  found: FoundFile[],
  depth: number,
): Promise<void> {
  const entries: Dirent[] = await readdir(folder, { withFileTypes: true }).catch(unreadable(folder))
  for (const entry of entries) {
    // Names that begin with a dot are those of files that are being written.
    if (entry.name.startsWith('.')) continue
    const path = join(folder, entry.name)
    const name = relative(root, path).split(sep).join('/')
    if (entry.isDirectory() && depth < deepest && pattern.includes('/'))
      await gather(root, path, pattern, found, depth + 1)
    if (!matchesPattern(name, pattern) || !isLoadable(name)) continue
    if (entry.isSymbolicLink()) {
      const target = await realpath(path).catch(() => null)
      if (target === null || !isBelow(root, target)) continue
    } else if (!entry.isFile()) continue
    const told = await stat(path).catch(() => null)
    if (!told?.isFile()) continue
    found.push({ name, path, size: told.size, mtimeMs: told.mtimeMs, isLinked: told.nlink > 1 })
    if (found.length > mostFiles)
      throw new SourceProblem(`文件夹里有 ${mostFiles} 个以上的文件；请用更窄的文件名`, 'pattern')
  }
}

const unreadable =
  (folder: string) =>
  ({ code }: NodeJS.ErrnoException): never => {
    throw new SourceProblem(`文件夹「${folder}」读不了（${code}）；请给运行服务的用户读取的权限`, 'path')
  }

/** Opens the file itself: one that was exchanged for a link since is not followed out of the folder. */
async function openInside(folder: string, { path, name }: FoundFile): Promise<FileHandle> {
  const real = await realpath(path).catch(() => null)
  if (real === null) throw new SourceProblem(`${name} 已不在了`)
  if (!isBelow(folder, real)) throw new SourceProblem(`${name} 是指到文件夹之外的链接，不读`)
  return open(real, constants.O_RDONLY | constants.O_NOFOLLOW).catch(({ code }: NodeJS.ErrnoException) => {
    throw new SourceProblem(`${name} 读不了（${code}）`)
  })
}
