// What the system says of a folder or a disk that can't be used, told to the person at the terminal with the way out.
import { AppError } from '../shared/errors.ts'

const elsewhere = '或用 DATA_DIR 另指定一个文件夹'

/** By the names of failed system calls, Node's and SQLite's. */
const sentences: Record<string, (path: string) => string> = {
  full: (path) =>
    `磁盘空间不足，无法写入 ${path}。请在该磁盘上腾出空间后重试，${elsewhere}；已确认的数据没有受损`,
  readOnly: (path) => `${path} 所在的磁盘是只读的。请改为可写后重试，${elsewhere}`,
  denied: (path) =>
    `没有读写 ${path} 的权限${asUser()}。请把它交给运行服务的用户（chown -R 用户 文件夹），${elsewhere}`,
  notFolder: (path) => `${path} 不是文件夹，或其上级路径是一个文件。请移开该文件，${elsewhere}`,
  tooLong: (path) => `路径过长：${path}。请用 DATA_DIR 指定一个较短的路径`,
  broken: (path) => `读写 ${path} 时磁盘出错。请检查磁盘，必要时用备份恢复：npm run restore -- 备份文件`,
}

const byCode: Record<string, keyof typeof sentences> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'readOnly',
  EACCES: 'denied',
  EPERM: 'denied',
  ENOTDIR: 'notFolder',
  EEXIST: 'notFolder',
  ENAMETOOLONG: 'tooLong',
  EIO: 'broken',
}

/** SQLite's plain result codes. */
const byResult: Record<number, keyof typeof sentences> = {
  3: 'denied',
  8: 'readOnly',
  10: 'broken',
  13: 'full',
  14: 'denied',
  23: 'denied',
}

interface SystemError {
  code?: string
  errcode?: number
  path?: string
  message?: string
  cause?: unknown
}

/** Null where it is about something else. `folder` is named where the failure itself names nothing. */
export function spokenStorage(error: unknown, folder: string): string | null {
  if (!(error instanceof Error)) return null
  const { code = '', errcode, path, message, cause } = error as SystemError
  const kind = byCode[code] ?? byResult[(errcode ?? 0) & 0xff] ?? kindOf(error, message ?? '')
  // Node says EACCES of ports, too.
  if (kind && !('syscall' in error && /listen|connect|bind/.test(String(error.syscall)))) {
    return sentences[kind]?.(path ?? folder) ?? null
  }
  return cause === undefined ? null : spokenStorage(cause, folder)
}

function kindOf(error: Error, message: string): keyof typeof sentences | undefined {
  if (error instanceof AppError) return error.code === 'storage_full' ? 'full' : undefined
  // DuckDB names the system's word alone.
  if (/no space left on device|disk quota exceeded/i.test(message)) return 'full'
  return /read-only file system/i.test(message) ? 'readOnly' : undefined
}

const asUser = (): string => {
  const id = process.getuid?.()
  return id === undefined ? '' : `（当前用户的 uid 为 ${id}）`
}
