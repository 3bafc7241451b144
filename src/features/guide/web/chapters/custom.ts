import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '写 SQL 的人发布，不写 SQL 的人填参数就能查。',
  parts: [
    {
      id: 'read',
      title: '查一张自定义报表',
      steps: [
        '{custom.open} 列出已发布的。{custom.values}，{custom.query}；{custom.refresh} 不用缓存的结果。',
        '日期参数的写法见 [[keyboard#days]]；默认值可以跟着日子走，如 `today-7`。',
        '{custom.enterTable}、{custom.toggleChart}、{custom.export}；导出 csv 在 ⋯ 菜单里。',
        '看到的行，是发布者和你**都**能看的游戏里的，两人的数据范围也都生效。',
      ],
    },
    {
      id: 'publish',
      title: '发布与修改',
      steps: [
        '在 SQL 工作台里 {sql.publish}，或在列表里 {custom.create}。参数有类型：日期、数字、文字、列表、字典。',
        '自己的报表用 {custom.edit} 改 SQL、参数和图表，{custom.save}；{custom.delete}。',
        '不想给所有人看的报表先不发布，用 {custom.whoSees} 只共享给几个人或角色，见 [[home#sharing]]。',
      ],
    },
  ],
}
