import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '哪里不对、占了多少、刚才报了什么错。人人可用。',
  parts: [
    {
      id: 'check',
      title: '安装检查',
      steps: [
        '{check.open}：到服务的路、会话和时钟；元数据库（写、读、删一遍）、仓库、沙箱、任务、磁盘、文件夹、图片、邮件、最近发送的消息；浏览器的存储、编辑器、图表和字体。',
        '每项单独出结果，带用时、一句怎么办和自己的时限；三秒内来问的人看同一次结果。',
        '{check.run}、{check.problems}、{check.copy}（含请求编号）。路径、地址、版本和内存给有「权限管理」权限的人看，他们还可以 {check.mail}。',
      ],
    },
    {
      id: 'caches',
      title: '缓存管理',
      steps: [
        '{caches.open}：这个浏览器留着什么（字典及剩余时间、草稿、设置、习惯），服务器留着什么：自己的 SQL 结果，以及各表的报表结果和预先汇总、用过几次（后者要「报表配置」或「权限管理」权限）。',
        '{caches.clear}：先说会清掉什么；浏览器里的 {list.undo} 可以找回。',
      ],
    },
    {
      id: 'console',
      title: '控制台',
      steps: [
        '{console.open}：这个标签页的输出、没有接住的错误、失败的请求（带编号），最多 1,000 行或一百万字，刷新后留最后 200 行。',
        '{console.copy}、{console.copyAll}、{console.log}、{console.pause}、{console.clear}。',
        '内容不离开标签页；名字像密码、令牌的值不记。',
      ],
    },
  ],
}
