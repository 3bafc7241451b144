import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '一个玩家的全部标签，哪里来的、何时的，也可以自己加。',
  parts: [
    {
      id: 'look',
      title: '查一个玩家',
      steps: [
        '{usertag.open}，{usertag.player}：按游戏和编号查（只限你的游戏）。仓库里的标签分类列出，各有来源和时间；还有人工设的。',
        '{usertag.find}、{usertag.again}、{usertag.copy}。',
        '每次查看都先在审计里记一笔。别的游戏的玩家和不存在的玩家，结果一样。',
      ],
    },
    {
      id: 'edit',
      title: '自定义标签',
      steps: [
        '点一个值，或在上面回车，就地修改；{usertag.add}。{usertag.undo} 撤回每次改动；两人同时改，后一个会被告知现在的值。{usertag.history}。',
      ],
    },
    {
      id: 'sign',
      title: '签名',
      steps: [
        '两个接口的调用都要签名，也都需要登录。`sign` 是大写十六进制的 HMAC-SHA-256，内容为四行，以换行相连：方法、所发的路径、`ts`（秒）、正文的小写十六进制 SHA-256（GET 为空正文的）：',
        {
          code: 'GET\n/api/s4/data/tag/getUserInfo/all/yhxt/10000001\n1795431541\ne3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        },
        '在 `ts` 前后 300 秒内有效，只能用一次，共用数据库的各台服务器都算；迟到、用过、小写、重复、被改的，各有各的拒绝说明。',
        '{usertag.signed} 显示每一步；{usertag.refusals} 发出十一个必须被拒绝的请求。密钥从不离开服务器。',
      ],
    },
  ],
}
