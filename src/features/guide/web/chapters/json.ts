import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '几百兆的 JSON 也能打开、查找、对比；不离开浏览器。',
  parts: [
    {
      id: 'open',
      title: '打开',
      steps: [
        '{json.preview}：粘贴、拖进来，或 {json.open}，最大 512 MB；UTF-8、UTF-16、GBK，每行一个值的也行。人人可用。',
        '显示的就是原来的字节：数字照原样（当成浮点数会变成多少也说明），重复的键都在并有标记，十万层也打得开。',
        '不是 JSON 的，指出第几行第几列；能改成 JSON 的（注释、Python、单引号、逗号、被截断的），{json.repair}，并列出改了什么。{json.clear}。',
      ],
    },
    {
      id: 'look',
      title: '查看',
      steps: [
        '{json.search}，{json.next}、{json.previous}；{json.path}：`$.list[*].id`、`..name`、`[1:5]`、`[?(@.age > 18)]`。',
        '{json.expandAll}、{json.openTwo}、{json.openThree}、{json.collapseAll}。{json.table} 把一组对象显示成表格，{json.tree}。{json.within}。',
        '{json.compare}：元素按 `id` 之类的对应，数字按值比较。',
      ],
    },
    {
      id: 'take',
      title: '带走',
      steps: [
        '{json.copyPath}、{json.copyScript}、{json.copyValue}、{json.copyKey}；{json.sortKeys}、{json.format}、{json.minify}、{json.download}。',
      ],
    },
  ],
}
