// Texts for sizes, kinds and hints.

import { installation } from '#web/shell/installation.ts'
import { clockText } from '#features/tools/web/instruments/time/zones.ts'
import type { ChangeKind } from '../engine/compare.ts'
import type { Hint } from '../engine/hints.ts'
import type { JsonKind } from '../engine/walk.ts'

export const kindTitles: Readonly<Record<JsonKind, string>> = {
  object: '对象',
  array: '数组',
  string: '字符串',
  number: '数字',
  true: '布尔',
  false: '布尔',
  null: '空值',
}

export const changeTitles: Readonly<Record<ChangeKind, string>> = {
  added: '新增',
  removed: '删除',
  changed: '改值',
  type: '改类型',
  moved: '移动',
}

export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

export const countText = (count: number): string => count.toLocaleString('en-US')

export function hintText(hint: Hint): string {
  switch (hint.kind) {
    case 'time':
      return clockText(BigInt(hint.at) * 1_000_000n, installation().zone)
    case 'json':
      return '含 JSON，v 打开'
    case 'picture':
      return '图片'
    case 'address':
      return '网址'
    case 'base64':
      return '可能是 Base64'
    case 'inexact':
      return `多数程序会读成 ${hint.as}`
  }
}
