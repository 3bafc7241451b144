// Names of kinds of tiles.
import type { BoardTile } from './types.ts'

export const reportLookTitles: Record<BoardTile['kind'], string> = {
  chart: '图表',
  table: '表格',
  pivot: '透视表',
  figure: '大数字',
  text: '文字',
}
