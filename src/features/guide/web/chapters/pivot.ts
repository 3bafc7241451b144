import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '同样的数字，横着竖着都能看。',
  parts: [
    {
      id: 'layout',
      title: '行与列',
      steps: [
        '在报表里 {report.openPivot} 打开透视，再用一次回到列表。',
        '{pivot.pickRows}、{pivot.pickColumns}、{pivot.swap}；{table.fold}、{table.foldAll}。',
        '格子与合计用同一个日期粒度；其他日期维度各按各的。合计、占比、条件与报表里一样，见 [[figures#totals]]；计算列的合计在这里只有占比。',
      ],
    },
    {
      id: 'going-on',
      title: '从一个数字继续',
      steps: [
        '{pivot.drillDown} 再按别的维度拆开这一格；{pivot.drillAcross}，条件一起带过去。',
        '{figure.explain}、{column.describe} 与报表里一样。',
        '{report.export} 导出的就是看到的样子。{view.subscribe} 按这个样子定时发送。',
      ],
    },
  ],
}
