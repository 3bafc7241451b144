import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '报表旁边的各种工具，你能用的都在这里。',
  parts: [
    {
      id: 'cards',
      title: '找到一个工具',
      steps: [
        '{others.open} 把你能用的工具按分析、名单、运营、工具排成卡片，带各自的键；{others.find}，方向键在卡片间走。',
        '里面的数据都只限于你的游戏；删除可以撤回，变更记录说谁改了什么。',
      ],
    },
    {
      id: 'which',
      title: '各是做什么的',
      steps: [
        '分析：[[imports]]、[[segments]]、[[forecasts]]。名单：[[lists]]。运营：[[gameflow]]、[[push]]、[[tags]]。',
        '工具：[[logs]]、[[tools]]、[[json]]、[[codes]]、[[installation]]。JSON 预览与安装检查人人可用，不需要权限。',
      ],
    },
  ],
}
