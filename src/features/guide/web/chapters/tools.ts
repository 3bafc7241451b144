import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '一页小工具，边输边出结果；输入的内容不离开浏览器。',
  parts: [
    {
      id: 'page',
      title: '怎么用',
      steps: [
        '{tools.open}。{tools.next}、{tools.previous} 换工具，{tools.type}，{tools.copy}（第一个结果），{tools.clear}。每个工具也能从命令面板直接打开。',
        '地址里没有输入的内容；文字留在这个标签页里，直到关掉或退出登录。',
      ],
    },
    {
      id: 'instruments',
      title: '有哪些',
      steps: [
        '{tools.time}、{tools.hash}（任意大小的文件也行）、{tools.encode}、{tools.sql}、{tools.cron}、{tools.agent}。',
        '{tools.address}、{tools.number}、{tools.pattern}、{tools.identity}、{tools.difference}。',
      ],
    },
  ],
}
