// Normalizes names, folders, tags and parameters of saved queries as typed.

import { cleanLine, cleanName as cleanObjectName, isBlank, lengthOf } from '#server/objects/texts.ts'
import { AppError } from '#shared/errors.ts'
import type { QueryLook, SavedParameter } from '#features/code/contract.ts'

const deepestFolder = 5
const longestFolderName = 50
const mostTags = 20
const longestTag = 30

const wrong = (message: string) => new AppError('parameter_wrong', message)

export const cleanName = (text: string): string => cleanObjectName(text)

/** A path with trimmed, non-empty parts: ` a //b/` is `a/b`. */
export function cleanFolder(text: string): string {
  const parts = text
    .toWellFormed()
    .split('/')
    .map((part) => part.trim())
    .filter((part) => !isBlank(part))
  if (parts.length > deepestFolder) throw wrong(`文件夹最多 ${deepestFolder} 层，请减少「/」分隔的层数`)
  return parts.map((part) => cleanLine(part, '每层文件夹的名称', longestFolderName)).join('/')
}

/** Each once, in the given order. */
export function cleanTags(tags: readonly string[]): string[] {
  const cleaned = tags.map((tag) => tag.trim().toWellFormed())
  for (const tag of cleaned) {
    if (isBlank(tag)) throw wrong('标签不能为空')
    if (lengthOf(tag) > longestTag) throw wrong(`标签「${tag.slice(0, 10)}…」过长，最多 ${longestTag} 个字`)
    cleanLine(tag, '标签')
  }
  const once = [...new Set(cleaned)]
  if (once.length > mostTags) throw wrong(`标签最多 ${mostTags} 个`)
  return once
}

export function cleanSql(text: string): string {
  if (isBlank(text)) throw wrong('SQL 为空，没有可以保存的内容')
  return text.toWellFormed()
}

export function cleanParameters(parameters: readonly SavedParameter[]): SavedParameter[] {
  const names = new Set<string>()
  for (const { name } of parameters) {
    if (isBlank(name)) throw wrong('参数的名称不能为空')
    if (names.has(name)) throw wrong(`参数「${name}」重复`)
    names.add(name)
  }
  return [...parameters]
}

/** The longest stored looks; more is no sensible display of a result. */
const longestLooks = 400_000

export function cleanLooks(looks: readonly QueryLook[]): string {
  const text = JSON.stringify(looks)
  if (text.length > longestLooks) throw wrong('筛选的值太多，没有保存；请改用更少的值，或写进 SQL')
  return text
}
