// Checks the pinyin readings of Chinese texts, used by the palette and by searches.
import { pinyinOf } from '#server/pinyin.ts'
import { detail, type Look } from './finding.ts'

const text = '安装检查'
const reading = 'an zhuang jian cha/zha'

export const lookAtPinyin: Look = async () => {
  const found = pinyinOf(text)
  const isRight = found
    .split(' ')
    .every((part, at) => part.split('/')[0] === reading.split(' ')[at]?.split('/')[0])
  return {
    state: isRight ? 'ok' : 'failed',
    says: isRight ? '能用拼音和首字母搜索' : '拼音词典有误，只能按原文搜索；请管理员重新安装',
    details: [detail(text, found)],
  }
}
