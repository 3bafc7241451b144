import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '一个角色能做什么，一眼看清，还能用它的眼光看一遍。',
  parts: [
    {
      id: 'grid',
      title: '角色权限',
      steps: [
        '{roles.open}：规则和权限键的表格，方向键走动，空格勾选，下方说明这个键打开什么。产品无法识别的键原样保留。',
        '{roles.copy}、{roles.users}、{management.history}。角色也可以设数据范围，见 [[users#rows]]。',
        '没有演示数据的新安装自带四个角色：管理员、分析师、SQL、报表只读，可以照常修改或删除。',
        '总要有人能管理：会让谁都管不了的改动被拒绝，在终端里也一样。',
      ],
    },
    {
      id: 'seeing',
      title: '以角色查看',
      steps: [
        '{roles.see}：以这个角色的权限、规则和所选的游戏看产品，但不超过自己本来有的；每页上都有标记。{seeing.end}。',
        '这期间只能读，什么都改不了。',
      ],
    },
  ],
}
