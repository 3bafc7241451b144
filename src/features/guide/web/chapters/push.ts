import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '给一款游戏的玩家发一条消息，发给谁、到没到都清楚。',
  parts: [
    {
      id: 'tasks',
      title: '推送任务',
      steps: [
        '{push.open}，{list.create}：一款游戏的全部玩家、某些区服，或一个人群；立即、定时，或重复到某天为止；发给谁、什么时候都没有默认，要自己选。',
        '保存之前先问：发给 4,016 人？写着应用、人群和时间；再按一次 Enter 是返回修改，不会误发。旁边的手机显示送达的时刻。',
        '{push.stop} 中途停下；失败之后 {push.resume}，只发还没试过的；{push.copy}；{push.history}。',
        '人数超过安装设定的（通常 10,000），要另一个人 {push.approve}，批的就是这一版，改了要重批。',
        '结果未知的就显示未知，绝不自动再发。',
      ],
    },
    {
      id: 'segments',
      title: '发给人群',
      steps: [
        '有固定的（今日新增、沉默 14 天等，从仓库里数），其后是你看得到的 [[segments]]，写着最近一天的人数。没有名单、或没有这个应用的玩家的，会说明，不能选。',
        '预计人数、发送和继续时，各读一次最新的名单，按任务所有者的权限。名单上没有登记设备的人发不到。',
        '到时候人群已经没有了，就不发并说明原因；重复的任务下次再试。数据在 ClickHouse 上、没有设置可以写入的账号时，只有固定的。',
      ],
    },
    {
      id: 'records',
      title: '推送记录',
      steps: ['{push.records}：每个人的结果和网关的响应，保留 90 天（安装可以改）。'],
    },
    {
      id: 'test',
      title: '测试推送',
      steps: [
        '{push.test}：标题、正文、动作、地址、图片、图标，旁边是手机的样子；{push.send}。',
        '{push.browser}：让这个浏览器登记为接收者，试一试 Web Push。',
        '消息送到安装为各应用设定的网关；没有设定时，只存在本机的网关里，哪里也不送，并且会说明。',
      ],
    },
    {
      id: 'gateway',
      title: '网关收到什么',
      steps: [
        '`POST { app, key, task, message, targets }`，带 `idempotency-key`、`x-push-timestamp` 和 `x-push-signature`：`sha256=` 加十六进制的 HMAC-SHA256，内容为方法、路径、时间戳和正文，以换行相连。响应：',
        { code: '{ "failed": [{ "target", "reason" }] }' },
        '每分钟多少、每批多少、几点到几点不发，都由安装设定。',
      ],
    },
  ],
}
