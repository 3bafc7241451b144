import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '结果一页页排开，可以查找、筛选、对比、画图、带走。',
  parts: [
    {
      id: 'read',
      title: '看结果',
      steps: [
        '{result.find} 在所有行里找，{result.findNext}、{result.findPrevious}。{result.filterValues}：按文字、拼音或代码的名称选值。{table.sort}、{table.filter}。',
        '{result.freeze}；{result.record}，{result.rowAfter}、{result.rowBefore} 到前后行；{table.open}，JSON 显示成树。',
        '{result.labels}：字典给代码起的名字。{result.statistics}、{result.chart}。{result.clearView}。',
        '排序、筛选、隐藏的列和图表跟着查询走，随它保存和分享；导出的文件就是看到的。',
      ],
    },
    {
      id: 'several',
      title: '几个结果',
      steps: [
        '{result.next}、{result.previous}、{result.pin}、{result.close}、{result.reopen}。',
        '同一条语句、同样的参数再运行，取代上一次的结果，除非固定了；参数不同则并排。一个标签页超过 12 个结果，先去掉失败的，再去掉最旧的，并且会说。',
        '{result.compare}：与同一标签页的另一个结果按关键列对比，多了、少了、变了哪些行，数字差多少。',
        '结果写明它的参数：在标签、状态栏、历史、分享页和导出的文件名里；点状态栏里的参数，就按它再运行。',
        '结果保留 24 小时，固定的 7 天，每人最多 2 GiB。',
      ],
    },
    {
      id: 'export',
      title: '复制与导出',
      steps: [
        '{result.copyTsv}、{result.copyCsv}、{result.copyJson}、{result.copyMarkdown}、{result.copyInsert}；{result.copyIn}。',
        '{result.exportCsv}（带标记，Excel 直接打开中文不乱码）、{result.exportXlsx}（超过 1,048,576 行接着写下一张工作表）、{result.exportAsync}，{result.exports}。像公式的文本仍是文本。',
      ],
    },
    {
      id: 'temporary',
      title: '临时表',
      steps: [
        '{result.saveTemporary} 或 {sql.createTemporary}：结果成为 `tmp.名称`，只有自己能用，保留 7 天（可以另定），一共 2 GiB。{sql.showTemporary}。',
      ],
    },
  ],
}
