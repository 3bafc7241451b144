// Checks that every working folder is writable. A folder that has not been needed yet does not exist.
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { breathe } from '#server/limits/breath.ts'
import { writeAndRead } from './disk.ts'
import { type Details, detail, type Look, spokenFailure } from './finding.ts'

const folders = {
  results: 'SQL 结果',
  'report-cache': '报表缓存',
  'report-sums': '预先汇总',
  exports: '正在导出',
  'kept-exports': '导出的文件',
  background: '后台结果',
  temporary: '临时表',
  uploads: '上传',
  warehouse: '数据仓库',
}
const mostCounted = 10_000

export const lookAtFolders: Look = async ({ settings: { dataDir } }, signal) => {
  const details: Details = []
  const failed: string[] = []
  for (const [name, title] of Object.entries(folders)) {
    signal.throwIfAborted()
    const found = await tryFolder(join(dataDir, name))
    details.push(detail(title, `${name}：${found.told}`))
    if (!found.works) failed.push(title)
  }
  return failed.length === 0
    ? { state: 'ok', says: '结果、导出、缓存、上传都有地方可写', details }
    : {
        state: 'failed',
        says: `写不进：${failed.join('、')}；请管理员检查这些文件夹的权限和磁盘`,
        details,
      }
}

async function tryFolder(path: string): Promise<{ works: boolean; told: string }> {
  try {
    const count = await countIn(path)
    await writeAndRead(path, 1024)
    return { works: true, told: count === mostCounted ? `至少 ${count} 个文件` : `${count} 个文件` }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return { works: true, told: '还没有用到' }
    return { works: false, told: `${spokenFailure(error) ?? message}（${code ?? '未知'}）` }
  }
}

async function countIn(path: string): Promise<number> {
  let count = 0
  for await (const _ of await opendir(path)) {
    count += 1
    if (count === mostCounted) break
    if (count % 500 === 0) await breathe()
  }
  return count
}
