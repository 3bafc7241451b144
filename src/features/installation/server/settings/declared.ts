// The settings that managers change on the page: keys of settings.json, whose schema validates them.
import type { Setting, SettingGroup, SettingValue } from '#features/installation/contract.ts'

export interface DeclaredSetting {
  key: string
  group: SettingGroup
  title: string
  kind: Exclude<Setting['kind'], 'shown'>
  usual?: SettingValue
  help?: string
  choices?: Setting['choices']
  /** What reads it does so at the start alone. */
  restart?: true
}

const choice = (value: string, title: string) => ({ value, title })
const forEver = '天；0 为一直保留'

const days = (name: string, title: string, usual: number): DeclaredSetting => ({
  key: `keepDays.${name}`,
  group: 'keeping',
  title,
  kind: 'number',
  usual,
  help: forEver,
})

const site: DeclaredSetting[] = [
  { key: 'title', group: 'site', title: '产品名称', kind: 'text', usual: 'analytics V3' },
  {
    key: 'logo',
    group: 'site',
    title: '标志',
    kind: 'text',
    help: '图片地址；/brand/ 下是数据文件夹的 brand',
  },
  { key: 'favicon', group: 'site', title: '窗口图标', kind: 'text', help: '图片地址' },
  {
    key: 'publicUrl',
    group: 'site',
    title: '公开地址',
    kind: 'text',
    help: '消息里的链接以它开头，如 https://reports.example.com',
  },
  {
    key: 'hostNames',
    group: 'site',
    title: '主机名',
    kind: 'lines',
    usual: [],
    restart: true,
    help: '一行一个，不含端口；不写则都可以',
  },
  {
    key: 'https',
    group: 'site',
    title: '经由 HTTPS 访问',
    kind: 'yesNo',
    usual: false,
    restart: true,
    help: '前面有带 TLS 的代理时打开',
  },
  {
    key: 'trustProxy',
    group: 'site',
    title: '前面的代理层数',
    kind: 'number',
    usual: 0,
    restart: true,
    help: 'X-Forwarded-For 末尾相信几项；只能经代理访问时填写',
  },
  {
    key: 'frameAncestors',
    group: 'site',
    title: '可嵌入的网站',
    kind: 'lines',
    usual: [],
    restart: true,
    help: '一行一个来源，如 https://portal.example.com',
  },
]

const messages: DeclaredSetting[] = [
  {
    key: 'openSharing',
    group: 'sharing',
    title: '谁可以分享给没有登录的人',
    kind: 'choice',
    usual: 'everybody',
    choices: [
      choice('everybody', '所有人'),
      choice('permitted', '有「代码查询」或「权限管理」权限的人'),
      choice('nobody', '没有人'),
    ],
    help: '改严之后，已经分享的立即关闭',
  },
  { key: 'mail.host', group: 'mail', title: '邮件服务器', kind: 'text', help: '不写则不发邮件' },
  {
    key: 'mail.security',
    group: 'mail',
    title: '加密',
    kind: 'choice',
    usual: 'tls',
    choices: [choice('tls', 'TLS'), choice('starttls', 'STARTTLS'), choice('none', '不加密（只限内网）')],
  },
  {
    key: 'mail.port',
    group: 'mail',
    title: '端口',
    kind: 'number',
    help: '不写则按加密方式为 465、587 或 25',
  },
  { key: 'mail.user', group: 'mail', title: '登录名', kind: 'text', help: '密码在环境变量 MAIL_PASSWORD 里' },
  { key: 'mail.from', group: 'mail', title: '发件人地址', kind: 'text' },
  { key: 'mail.fromName', group: 'mail', title: '发件人名称', kind: 'text' },
  {
    key: 'webhookHosts',
    group: 'outbound',
    title: '可用的通知地址',
    kind: 'lines',
    usual: [],
    help: '三种机器人以外的主机，一行一个',
  },
]

const kept: DeclaredSetting[] = [
  days('traces', '谁看过哪些数据', 400),
  days('runs', 'SQL 运行记录', 400),
  days('audit', '审计', 0),
  days('messages', '发出的消息', 90),
  days('inbox', '收件箱', 90),
  days('alarms', '告警记录', 730),
  days('addresses', '短地址', 400),
  { key: 'push.keepDays', group: 'keeping', title: '推送结果', kind: 'number', usual: 90, help: forEver },
]

const others: DeclaredSetting[] = [
  {
    key: 'push.approvalAbove',
    group: 'push',
    title: '超过多少人要审批',
    kind: 'number',
    usual: 10_000,
    help: '0 为总要审批',
  },
  {
    key: 'push.contact',
    group: 'push',
    title: '联系方式',
    kind: 'text',
    help: '浏览器推送服务用来联系：mailto: 或 https:// 开头',
  },
  {
    key: 'mfa.console',
    group: 'signIn',
    title: '动态口令的控制台',
    kind: 'text',
    help: 'https:// 开头的网址',
  },
  {
    key: 'logKeep.days',
    group: 'limits',
    title: '服务日志保留天数',
    kind: 'number',
    usual: 30,
    restart: true,
    help: forEver,
  },
  {
    key: 'logKeep.megabytes',
    group: 'limits',
    title: '每种日志最多',
    kind: 'number',
    usual: 512,
    restart: true,
    help: 'MB',
  },
  {
    key: 'reportSums.on',
    group: 'limits',
    title: '预先汇总常用数据',
    kind: 'yesNo',
    usual: true,
    restart: true,
  },
  {
    key: 'reportSums.megabytes',
    group: 'limits',
    title: '预先汇总最多占用',
    kind: 'number',
    usual: 1024,
    restart: true,
    help: 'MB',
  },
]

export const declaredSettings: readonly DeclaredSetting[] = [...site, ...messages, ...kept, ...others]

/**
 * Shown by what they hold. Each has parts with names of its own, which a form can't hold, or opens the private net,
 * which only who runs the server may do.
 */
export const fileOnly: Readonly<Record<string, string>> = {
  hosts: '按主机名的品牌',
  signIn: '公司登录',
  adGateways: '广告平台网关',
  logs: '日志来源',
  userTags: '用户标签',
  'mail.allowed': '邮件服务器可在的内网',
  webhookNets: '通知可到的内网',
  'push.webPushAllowed': '推送服务可在的内网',
  'push.apps': '各游戏的推送方式',
  'push.warehouse': '推送用的数据表',
}
