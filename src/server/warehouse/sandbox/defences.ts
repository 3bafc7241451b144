// Which system tools can restrict a sandbox process on this machine, found once by trying and reported at
// start. Each tool execs the next, so the process keeps its id.
import { execFile } from 'node:child_process'

interface ProcessLimits {
  dataMiB: number
  files: number
  /** Largest file that it may write; none where absent. */
  fileMiB?: number
}

export interface Defences {
  /** Command line to put before the process's own. */
  command(limits: ProcessLimits): string[]
  /** The server is root and the process drops to the user `nobody`. */
  dropsRights: boolean
  /** The server reads the process's memory from /proc; otherwise the process watches itself. */
  watchedFromOutside: boolean
  /** A tool is missing, or users' SQL would run as root. */
  isWeakened: boolean
  /** Chinese, one line each. */
  lines: string[]
}

interface DefenceOptions {
  /** False: behaves as on a system without these tools. */
  tools?: boolean
}

const networks = [
  ['unshare', '--net', '--'],
  ['unshare', '--map-current-user', '--net', '--'],
  ['unshare', '--map-root-user', '--net', '--'],
]
const noNewRights = ['setpriv', '--no-new-privs', '--']

const found = new Map<boolean, Promise<Defences>>()

export function findDefences({ tools = true }: DefenceOptions = {}): Promise<Defences> {
  const known = found.get(tools) ?? tryTools(tools)
  found.set(tools, known)
  return known
}

async function tryTools(tools: boolean): Promise<Defences> {
  const linux = process.platform === 'linux'
  const usable = linux && tools
  const network = usable ? await firstWorking(networks) : []
  const limited = usable && (await works(limitCommand({ dataMiB: 4096, files: 256 })))
  const privileges = usable ? await firstWorking([noNewRights]) : []
  const dropsRights = tools && process.getuid?.() === 0
  return {
    command: (limits) => [...network, ...(limited ? limitCommand(limits) : []), ...privileges],
    dropsRights,
    watchedFromOutside: linux,
    isWeakened:
      network.length === 0 ||
      !limited ||
      privileges.length === 0 ||
      !linux ||
      (process.getuid?.() === 0 && !dropsRights),
    lines: [
      '沙箱：每个查询独占一个进程，以只读方式打开数据，不带服务的环境变量，结束即销毁',
      '沙箱：SQL 按允许列表检查，运行前关闭全部文件与扩展，配置锁定',
      network.length > 0 ? '沙箱：进程没有网络' : '沙箱：系统不允许隔离网络，仅靠引擎内的限制',
      limited
        ? '沙箱：系统限制进程的内存、打开的文件数，禁止写文件与转储'
        : '沙箱：系统不提供资源限制（prlimit），仅靠引擎内的限制与内存监视',
      privileges.length > 0 ? '沙箱：进程不能获得新权限' : '沙箱：系统不提供 no-new-privs',
      dropsRights
        ? '沙箱：进程运行 SQL 前改用 nobody 身份'
        : process.getuid?.() === 0
          ? '沙箱：进程以 root 身份运行 SQL'
          : '沙箱：服务不是 root，进程沿用服务的系统用户',
      `沙箱：每 50 毫秒检查进程内存（${linux ? '由服务读取 /proc' : '由进程自查'}），超出即终止`,
    ],
  }
}

function limitCommand({ dataMiB, files, fileMiB = 0 }: ProcessLimits): string[] {
  const data = dataMiB * 1024 * 1024
  return [
    'prlimit',
    `--data=${data}`,
    `--fsize=${fileMiB * 1024 * 1024}`,
    '--core=0',
    `--nofile=${files}`,
    '--',
  ]
}

async function firstWorking(commands: string[][]): Promise<string[]> {
  for (const command of commands) if (await works(command)) return command
  return []
}

/** Whether our runtime starts under the command. */
function works([tool = '', ...rest]: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(tool, [...rest, process.execPath, '--version'], { timeout: 5000 }, (error) => resolve(!error))
  })
}
