// What the system, SQLite, PostgreSQL and DuckDB say of a folder or a disk that can't be used: told to the person at the
// terminal with the way out, and to whoever made the call.
import { AppError, errors } from '#shared/errors.ts'

const elsewhere = '或用 DATA_DIR 另指定一个文件夹'

type Kind = 'full' | 'readOnly' | 'denied' | 'notFolder' | 'tooLong' | 'unwritten' | 'broken'

const sentences: Record<Kind, (path: string) => string> = {
  full: (path) =>
    `磁盘空间不足，无法写入 ${path}。请在该磁盘上腾出空间后重试，${elsewhere}；已确认的数据没有受损`,
  readOnly: (path) => `${path} 所在的磁盘是只读的。请改为可写后重试，${elsewhere}`,
  denied: (path) =>
    `没有读写 ${path} 的权限${asUser()}。请把它交给运行服务的用户（chown -R 用户 文件夹），${elsewhere}`,
  notFolder: (path) => `${path} 不是文件夹，或其上级路径是一个文件。请移开该文件，${elsewhere}`,
  tooLong: (path) => `路径过长：${path}。请用 DATA_DIR 指定一个较短的路径`,
  unwritten: (path) =>
    `无法写入 ${path}：磁盘空间不足、配额已用完，或磁盘出错。请检查该磁盘后重试，${elsewhere}；已确认的数据没有受损`,
  broken: (path) => `读写 ${path} 时磁盘出错。请检查磁盘，必要时用备份恢复：npm run restore -- 备份文件`,
}

/** For those whose call it failed, who can't mend it; what isn't here is no matter of a running server. */
const failures: Partial<Record<Kind, string>> = {
  full: errors.storage_full.message,
  readOnly: '磁盘是只读的，操作未完成；请联系管理员',
  denied: '服务没有数据文件夹的读写权限，操作未完成；请联系管理员',
  unwritten: '磁盘无法写入，操作未完成；请联系管理员检查空间和配额',
  broken: '读写磁盘时出错，操作未完成；请联系管理员',
}

/** Names of failed system calls, and PostgreSQL's. */
const byCode: Record<string, Kind> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  '53100': 'full',
  EROFS: 'readOnly',
  EACCES: 'denied',
  EPERM: 'denied',
  ENOTDIR: 'notFolder',
  EEXIST: 'notFolder',
  ENAMETOOLONG: 'tooLong',
  EIO: 'broken',
}

/** SQLite's result codes; extended ones where they tell more than the plain one in their low byte. */
const byResult: Record<number, Kind> = {
  3: 'denied',
  8: 'readOnly',
  10: 'broken',
  13: 'full',
  14: 'denied',
  23: 'denied',
  // Writing, syncing, cutting, growing the shared memory: a quota that is used up is told so, too.
  778: 'unwritten',
  1034: 'unwritten',
  1290: 'unwritten',
  1546: 'unwritten',
  4874: 'unwritten',
}

interface SystemError {
  code?: string
  errcode?: number
  path?: string
  syscall?: string
  message?: string
  cause?: unknown
}

/** Null where it is about something else. `folder` is named where the failure itself names nothing. */
export function spokenStorage(error: unknown, folder: string): string | null {
  const found = findKind(error)
  return found && sentences[found.kind](found.path ?? folder)
}

/** Whether there is no room: other than a disk that can't be written at all, it can be read and locked. */
export const isFull = (error: unknown): boolean => findKind(error)?.kind === 'full'

/** `storage_full` where a call failed for the disk; null where it is about something else. */
export function storageFailure(error: unknown): AppError | null {
  if (error instanceof AppError) return error.code === 'storage_full' ? error : null
  const message = failures[findKind(error)?.kind ?? 'notFolder']
  if (message === undefined) return null
  return Object.assign(new AppError('storage_full', message), { cause: error })
}

function findKind(error: unknown): { kind: Kind; path?: string | undefined } | null {
  if (!(error instanceof Error)) return null
  const { code = '', errcode = 0, path, syscall, message = '', cause } = error as SystemError
  const kind = byCode[code] ?? byResult[errcode] ?? byResult[errcode & 0xff] ?? kindOf(error, message)
  // Of ports and processes Node says EACCES and EPERM, too.
  if (kind && !/^(listen|connect|bind|kill|spawn)/.test(syscall ?? '')) return { kind, path }
  return cause === undefined ? null : findKind(cause)
}

function kindOf(error: Error, message: string): Kind | undefined {
  if (error instanceof AppError) return error.code === 'storage_full' ? 'full' : undefined
  return kindInText(message)
}

/** DuckDB and the complaints of processes of ours name the system's word alone. */
function kindInText(text: string): Kind | undefined {
  if (/no space left on device|disk quota exceeded|file too large/i.test(text)) return 'full'
  return /read-only file system/i.test(text) ? 'readOnly' : undefined
}

const asUser = (): string => {
  const id = process.getuid?.()
  return id === undefined ? '' : `（当前用户的 uid 为 ${id}）`
}
