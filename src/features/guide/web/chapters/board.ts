import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '一个视图的全部报表在一页上，一起换日期、一起筛选。',
  parts: [
    {
      id: 'open',
      title: '打开看板',
      steps: [
        '在报表里 {board.toggle}，再用一次回到列表。还没有人编排过的视图，看板由它的报表自动生成，报表变了它也跟着变。',
        '谁能看、谁能改与视图相同；每一块的数字按看的人自己的权限查询，两个人看到的可以不同。',
        '{board.left}、{board.right}、{board.up}、{board.down}；{board.openReport} 打开这一块的报表，{board.explain}。',
      ],
    },
    {
      id: 'bar',
      title: '一条条件，管所有的块',
      steps: [
        '{board.range}、{board.compare}、{board.filter}：条件写在地址里，后退即撤销，链接发给别人看到的一样。没有设的那一项，各报表用自己保存的。',
        '到不了的块会在标题后写明「不受…影响」：它的数据没有这个维度，或这种报表没有日期、粒度、对比。',
        '点图上的一根、一片或表格的一行，其余的块只看它；用键 {board.only}。再点一次，或 {board.escape}，就取消。',
        '{board.save} 把条件和编排一起存进看板。',
      ],
    },
    {
      id: 'wall',
      title: '看着它',
      steps: [
        '表有新数据发布，站在它上面的块 5 秒内跟着变；没人看的页面什么也不查。该到而没有到的日子，大数字旁会写明。',
        '{board.wall}：深色、大字，带时钟和数据的时刻；{board.rotate}，每个一分钟。',
      ],
    },
    {
      id: 'arrange',
      title: '编排',
      steps: [
        '{board.add}：报表的图表、表格、透视表，一个大数字，或一段文字（Markdown，不解释 HTML）。',
        '{board.arrange} 之后，方向键移动选中的一块，{board.wider}、{board.narrower}、{board.taller}、{board.lower}；用鼠标拖标题移动，拖右下角改大小。挡路的块会让开，空出来的地方往上合拢。',
        '{board.change}：标题、图表类型、指标、目标。{board.remove}；{board.undo}、{board.redo}、{board.drop}。',
        '宽 12 列，窄的窗口和手机上按同样的顺序排成 6 列或 2 列，不用另排。',
        '每次保存都进视图的变更记录，写明哪一块变了，可以退回；{board.reset} 之后又由报表生成。别人先存了，会问是否覆盖。',
      ],
    },
    {
      id: 'figures',
      title: '大数字与目标',
      steps: [
        '一个大数字是最近完整的一天，与上周同日比，下面是 14 天；也可以看整段日期，与上一段比。对比改了就按改的比。',
        '设了目标，横条写出完成多少：达标是绿，离目标不到 10%（可以改）是黄，其余是红；越低越好的反过来。颜色旁边有文字。',
      ],
    },
  ],
}
