import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '谁要拦，谁要放，代码是什么意思，广告账户怎么样。',
  parts: [
    {
      id: 'black',
      title: '黑名单',
      steps: [
        '{blacklist.open}：逐条填、{list.paste}，或由规则找出来（{blacklist.rules}）。',
        '人工移出的不会再被规则加回来。{lists.history}。',
      ],
    },
    {
      id: 'rules',
      title: '黑名单规则',
      steps: [
        '{blackrules.open}：一条规则是一个维度（它的值进名单）、一个指标、一个界限、若干天。{blackrules.preview} 先看会加谁，{blackrules.run}，或每天定时运行。',
        '规则用所有者的权限运行，所以改规则的人看到的行要和他一样多。',
      ],
    },
    {
      id: 'white',
      title: '白名单',
      steps: [
        '{whitelist.open}：{whitelist.publish}，先显示会改什么，再在后台整体发布成表 `white_list`，也可以撤回。数据在 ClickHouse 上时，要由管理员设置可以写入的账号（`WAREHOUSE_WRITER`）才能发布；没有设置时白名单页上会说明。',
      ],
    },
    {
      id: 'events',
      title: '事件列表',
      steps: [
        '{events.open}：事件代码各是什么意思；数据里有、还没有名称的代码会提出来。有指标、报表或查询用到的事件不能删除，并说出用在哪里。',
      ],
    },
    {
      id: 'accounts',
      title: '广告账户',
      steps: [
        '{ads.open}：令牌用安装的密钥加密，之后不再显示；换到别处而没有备份口令时，要重新填。',
        '{ads.check} 通过安装设定的网关向平台询问账户的名称、状态、余额、币种。没有设定网关的试用环境里，结果是本机编造的，并且会说明。',
      ],
    },
  ],
}
