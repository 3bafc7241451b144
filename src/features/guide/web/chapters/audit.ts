import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '谁在何时对什么做了什么。',
  parts: [
    {
      id: 'read',
      title: '查审计',
      steps: [
        '{audit.open}：按人、对象、动作、文字和日期查，条件在地址里；{list.export}，csv 在 ⋯ 菜单里。',
        '只管部分游戏的管理员，看到的是没有别的游戏的人做的事。',
        '查看玩家和动态口令、备份与恢复、重新打开月结等也都在内。各对象自己的「变更记录」还能退回。',
      ],
    },
  ],
}
