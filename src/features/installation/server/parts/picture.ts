// Checks the process that draws charts for messages by drawing a small one. The process refuses to draw with
// a font that lacks Chinese characters, so a successful picture is readable.
import { sizeText } from '#shared/amounts.ts'
import { detail, type Look } from './finding.ts'

export const lookAtPicture: Look = async (_deps, signal) => {
  const { drawTable } = await import('#server/picture/index.ts')
  const columns = [{ title: '检查', align: 'left' as const }]
  const png = await drawTable({ title: '安装检查', columns, rows: [['正常']] }, { signal })
  return {
    state: 'ok',
    says: '能画图，文字清晰可读：告警与订阅的图片可以附上',
    details: [detail('图片', sizeText(png.length))],
  }
}
