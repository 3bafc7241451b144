// Flows between states or steps: nodes in layers, and links between them.
import { flowLayout, linkCurve, nodeWidth } from '#shared/plot/flowLayout.ts'
import type { PlotFlow } from '#shared/plot/plot.ts'
import type { ChartPicture } from '../types.ts'
import { colours, edge, hueOf, type Page } from './page.ts'
import { textOf } from './text.ts'

export const flowHeight = 340
const nameRoom = 150
const captionHeight = 22

export function drawFlow(page: Page, picture: ChartPicture, flow: PlotFlow, top: number): void {
  const { context } = page
  const text = textOf(picture)
  const layout = flowLayout(flow, picture.plot.series[0]?.values ?? [], {
    left: edge,
    top: top + captionHeight,
    width: page.width - 2 * edge - nameRoom,
    height: flowHeight - captionHeight - 16,
  })
  page.write(flow.caption, edge, top + captionHeight / 2 - 4, { size: 12, colour: colours.muted })
  layout.links.forEach((link, at) => {
    const { start, upper, corner, lower } = linkCurve(link)
    context.globalAlpha = 0.34
    context.fillStyle = hueOf(flow.nodes[flow.links[at]?.from ?? 0]?.hue ?? 0)
    context.beginPath()
    context.moveTo(...start)
    context.bezierCurveTo(...upper)
    context.lineTo(...corner)
    context.bezierCurveTo(...lower)
    context.fill()
  })
  context.globalAlpha = 1
  flow.nodes.forEach(({ name, hue }, at) => {
    const node = layout.nodes[at]
    if (node === undefined) return
    context.fillStyle = hueOf(hue)
    context.fillRect(node.x, node.y, nodeWidth, node.height)
    if (node.height < 9) return
    page.write(`${name} ${text(node.value)}`, node.x + nodeWidth + 5, node.y + node.height / 2, {
      size: 12,
      most: nameRoom,
    })
  })
}
