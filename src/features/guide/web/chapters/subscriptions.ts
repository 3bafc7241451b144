import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '报表自己按时送到邮箱、群或收件箱。',
  parts: [
    {
      id: 'create',
      title: '订阅一张报表',
      steps: [
        '在报表、透视或视图上 {view.subscribe}。可以每天、每周、每月、按 cron 表达式（至少隔 10 分钟），或者每天等前一天的数据到齐了再发，并定一个时刻，过了就告知数据迟到。',
        '内容可以是图表加表格的图片、正文里的表格，或邮件附带的 .xls（不超过 10 MB，超过的不附，并说明）。',
        '表单里选收件方式再预览，显示的就是它将收到的内容：站内信只有文字和关键数字，钉钉和飞书是简短的表格；先给自己发一份看看。',
      ],
    },
    {
      id: 'receivers',
      title: '发给谁，看到什么',
      steps: [
        '每个用户收到的是**自己的**数字：按发送那一刻他的游戏和权限。失去权限的人什么也收不到。',
        '系统外的邮箱和通知渠道收到的是订阅者本人的数字，渠道只限于它自己的游戏；这样发需要「告警管理」权限。渠道见 [[messages]]。',
        '订阅者失去了这个视图，或视图已删除，订阅就暂停并说明原因。',
        '邮件里有退订链接，不用登录。',
      ],
    },
    {
      id: 'mine',
      title: '我的订阅',
      steps: [
        '{subscriptions.open} 列出自己建的和会收到的：{subscriptions.send}、{subscriptions.pause}、{subscriptions.copy}、{subscriptions.leave}。',
        '{subscriptions.history}：发过什么、各自到没到。',
      ],
    },
    {
      id: 'all',
      title: '全部订阅',
      steps: [
        '{subscriptions.openManaged}：给权限管理员看谁在收什么；{subscriptions.stop}、{subscriptions.history}。',
      ],
    },
  ],
}
