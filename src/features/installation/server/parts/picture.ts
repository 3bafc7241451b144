// The process that draws charts for messages: it draws a small one.
import { sizeText } from '../../../../shared/amounts.ts'
import { detail, type Look } from './finding.ts'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

export const lookAtPicture: Look = async (_deps, signal) => {
  const { drawTable } = await import('../../../../server/picture/index.ts')
  const columns = [{ title: '检查', align: 'left' as const }]
  const png = await drawTable({ title: '安装检查', columns, rows: [['正常']] }, { signal })
  const isPicture = png.subarray(0, signature.length).equals(signature)
  return {
    state: isPicture ? 'ok' : 'failed',
    says: isPicture
      ? '能画图：告警与订阅的图片可以附上'
      : '画出来的不是图片；告警与订阅会没有图，请联系管理员',
    details: [detail('图片', sizeText(png.length))],
  }
}
