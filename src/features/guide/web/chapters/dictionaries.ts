import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '给代码起名字：表格、筛选、导出和 SQL 都用它显示。',
  parts: [
    {
      id: 'list',
      title: '字典列表',
      steps: [
        '{dictionary.open}：每个字典有多少行、用在哪里。{dictionaries.export}、{dictionaries.refresh}、{dictionaries.history}。',
        '第一列是代码，第二列是名称。有一列叫「游戏」或 `cgi` 的，说明这一行属于哪款游戏；只有部分游戏的人看不到也改不了别的游戏的行。',
        '在用的字典，以及产品自己依赖的（`game`、`platform_document`）不能删除；其余的删除后 {list.undo} 可以找回。',
      ],
    },
    {
      id: 'editor',
      title: '编辑器',
      steps: [
        '在格子上直接打字就是改写，{dictionary.edit} 或回车进入，Tab 和回车往下走。{dictionary.addRow}、{dictionary.deleteRows}、{dictionary.addColumn}、{dictionary.renameColumn}。',
        '从 Excel 复制几千行直接粘贴；第一行是列名的话，按列名对应。{dictionary.import} 读 .xlsx、.xls、.csv。{dictionary.export} 导出。',
        '重复和缺失的代码有标记和计数，{dictionary.nextProblem}。{dictionary.find}。',
        '{dictionary.undo}、{dictionary.redo}；{dictionary.save} 全部保存或一行也不保存。未保存的留在这个浏览器里，下次打开还在。',
        '两个人同时改：各自没碰的以对方为准；两人改了同一行，由后保存的选择。{dictionary.history} 说谁改了什么。',
        '{dictionary.unnamed}：近 90 天的数据里出现过、字典却没有名称的代码。{dictionary.rename} 改名字。',
      ],
    },
    {
      id: 'sql',
      title: '在 SQL 里用',
      steps: [
        '字典是 `dict.表单名`，列名就是它的列，全是文本：',
        { code: 'join dict.channel c on c."代码" = p.channel' },
      ],
    },
  ],
}
