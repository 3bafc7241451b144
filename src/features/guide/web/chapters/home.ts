import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '打开就是今天：收藏的报表各是多少、什么变化最大、什么还没来。',
  parts: [
    {
      id: 'today',
      title: '今日的数字',
      steps: [
        '收藏的视图各有一张卡片：数据记录了时刻的，显示今日到整点的数字，与昨日同一时刻之前相比；只有日期的，显示昨日整天的数字，与前日相比。下面是最近两周的小图。同一个数字只出现一次。还没有收藏时，每个目录各选一个视图。',
        '下面是变化最大的（与前一天比，或与上周同日比），点「变化来自谁」就拆开看；还有迟到的（业务时区 10:00 还没有昨天的数字），以及最近打开过的。',
        '{home.previous}、{home.next} 或方向键在卡片间走，回车打开，{view.star}。',
        '卡片一张接一张地读，能用现成结果的就用；某张读不到，只有它自己说明原因。',
      ],
    },
    {
      id: 'tree',
      title: '目录',
      steps: [
        '{view.search} 按名称或拼音查找；{side.toggle}。',
        '{view.create}、{folder.create}；{view.rename}、{view.move}、{view.moveUp}、{view.moveDown}，也可以直接拖。',
        '{view.share}：共享的同事在目录里看得到，私有的只有自己。{view.history} 说谁在何时改了什么。',
        '{view.delete}，随后 {change.undo} 可以撤回。{link.copy} 把这里的链接发给同事。',
      ],
    },
    {
      id: 'empty',
      title: '还没有报表',
      steps: [
        '空的安装从这里开始：导入自己的数据（[[imports]]），或用演示数据先看一看（[[imports#demo]]）。',
        '只负责推送、没有别的权限的同事，首页上有一张通往推送的卡片。',
      ],
    },
  ],
}
