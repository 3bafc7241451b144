// The guide's table of contents. A chapter is read when it is opened; its further words are what the palette finds it by.
import type { Chapter } from './chapter.ts'

export interface ChapterEntry {
  id: string
  title: string
  /** Heading of the contents that it stands under. */
  group: '入门' | '报表' | '数据与口径' | '代码查询' | '告警与消息' | '名单与运营' | '工具' | '管理'
  words: string
  load: () => Promise<{ chapter: Chapter }>
}

export const contents: readonly ChapterEntry[] = [
  {
    id: 'start',
    title: '从头开始',
    group: '入门',
    words: '第一步 新手 上手 登录 第一张报表 得到帮助',
    load: () => import('./chapters/start.ts'),
  },
  {
    id: 'keyboard',
    title: '键盘与命令面板',
    group: '入门',
    words: '快捷键 拼音 一句话 日期写法 粘贴',
    load: () => import('./chapters/keyboard.ts'),
  },
  {
    id: 'home',
    title: '首页与报表目录',
    group: '报表',
    words: '今日 收藏 视图 文件夹 目录 共享',
    load: () => import('./chapters/home.ts'),
  },
  {
    id: 'report',
    title: '看一张报表',
    group: '报表',
    words: '维度 指标 日期 粒度 导出 解释 口径 合计 缓存 预先汇总 后台',
    load: () => import('./chapters/report.ts'),
  },
  {
    id: 'board',
    title: '看板：一个视图一页',
    group: '报表',
    words: '仪表盘 大屏 大数字 目标 红绿灯 布局 编排 联动 文字 Markdown',
    load: () => import('./chapters/board.ts'),
  },
  {
    id: 'compare',
    title: '对比与计算',
    group: '报表',
    words: '环比 同比 春节 小计 占比 前几名 热力图 累计 移动平均 排名 指数',
    load: () => import('./chapters/compare.ts'),
  },
  {
    id: 'conditions',
    title: '筛选条件',
    group: '报表',
    words: '任一 全部 或 且 条件组 流失 新增 空文本',
    load: () => import('./chapters/conditions.ts'),
  },
  {
    id: 'figures',
    title: '数字怎么算',
    group: '报表',
    words: '指标类型 去重 余额 中位数 留存 漏斗 分布 自建公式 没有数据',
    load: () => import('./chapters/figures.ts'),
  },
  {
    id: 'pivot',
    title: '透视',
    group: '报表',
    words: '透视表 行列互换 下钻',
    load: () => import('./chapters/pivot.ts'),
  },
  {
    id: 'subscriptions',
    title: '订阅',
    group: '报表',
    words: '定时发送 邮件 日报 周报 退订',
    load: () => import('./chapters/subscriptions.ts'),
  },
  {
    id: 'sharing',
    title: '嵌入、公开与追踪码',
    group: '报表',
    words: '嵌入 iframe 水印 泄露 分享 公开的内容',
    load: () => import('./chapters/sharing.ts'),
  },
  {
    id: 'custom',
    title: '自定义报表',
    group: '报表',
    words: '参数 发布 不写 SQL',
    load: () => import('./chapters/custom.ts'),
  },
  {
    id: 'imports',
    title: '导入数据与演示数据',
    group: '数据与口径',
    words: 'CSV Excel Parquet JSON 上传 文件 命令行 demo',
    load: () => import('./chapters/imports.ts'),
  },
  {
    id: 'config',
    title: '报表配置',
    group: '数据与口径',
    words: '维度 指标 维度表 指标表 分类 关联 替换指标 定义文件',
    load: () => import('./chapters/config.ts'),
  },
  {
    id: 'sources',
    title: '数据接入',
    group: '数据与口径',
    words: '数据源 文件夹 定时 自动 载入 新鲜度 gzip zstd',
    load: () => import('./chapters/sources.ts'),
  },
  {
    id: 'checks',
    title: '数据校验',
    group: '数据与口径',
    words: '数据质量 扣下 空值 重复 主键 迟到 对数 标记 dbt Great Expectations',
    load: () => import('./chapters/checks.ts'),
  },
  {
    id: 'segments',
    title: '人群',
    group: '数据与口径',
    words: '玩家分群 大R 名单 规则 成员',
    load: () => import('./chapters/segments.ts'),
  },
  {
    id: 'dictionaries',
    title: '字典',
    group: '数据与口径',
    words: '代码 名称 编码 粘贴 Excel',
    load: () => import('./chapters/dictionaries.ts'),
  },
  {
    id: 'sql',
    title: '写 SQL',
    group: '代码查询',
    words: 'DuckDB 补全 参数 片段 沙箱 方言 MySQL MaxCompute 排队',
    load: () => import('./chapters/sql.ts'),
  },
  {
    id: 'results',
    title: '查询结果',
    group: '代码查询',
    words: '筛选 对比 固定 图表 临时表 导出 加速',
    load: () => import('./chapters/results.ts'),
  },
  {
    id: 'queries',
    title: '已存查询、历史与分享',
    group: '代码查询',
    words: '运行历史 文件夹 版本 链接',
    load: () => import('./chapters/queries.ts'),
  },
  {
    id: 'alarms',
    title: '告警',
    group: '告警与消息',
    words: '规则 条件 阈值 预演 冻结 维护窗口 静默 记录 预测区间',
    load: () => import('./chapters/alarms.ts'),
  },
  {
    id: 'messages',
    title: '通知渠道与收件箱',
    group: '告警与消息',
    words: '钉钉 飞书 企业微信 邮件 webhook 机器人 签名',
    load: () => import('./chapters/messages.ts'),
  },
  {
    id: 'others',
    title: '「其他」里有什么',
    group: '名单与运营',
    words: '工具 卡片',
    load: () => import('./chapters/others.ts'),
  },
  {
    id: 'lists',
    title: '名单、事件与广告账户',
    group: '名单与运营',
    words: '黑名单 白名单 事件列表 规则 发布 令牌',
    load: () => import('./chapters/lists.ts'),
  },
  {
    id: 'gameflow',
    title: '游戏流水',
    group: '名单与运营',
    words: '收入 退款 对账 月结 汇率 渠道分成 账单',
    load: () => import('./chapters/gameflow.ts'),
  },
  {
    id: 'forecasts',
    title: '流水预测与区间查询',
    group: '名单与运营',
    words: '预测 假设 回看 反常 准不准',
    load: () => import('./chapters/forecasts.ts'),
  },
  {
    id: 'tags',
    title: '用户标签',
    group: '名单与运营',
    words: '玩家 签名 HMAC',
    load: () => import('./chapters/tags.ts'),
  },
  {
    id: 'codes',
    title: '动态口令',
    group: '名单与运营',
    words: 'TOTP MFA 验证码 datashareuser',
    load: () => import('./chapters/codes.ts'),
  },
  {
    id: 'push',
    title: '推送',
    group: '名单与运营',
    words: '消息 审批 网关 Web Push 定时',
    load: () => import('./chapters/push.ts'),
  },
  {
    id: 'logs',
    title: '日志查询',
    group: '工具',
    words: '搜索 语法 字段 请求编号 实时跟踪',
    load: () => import('./chapters/logs.ts'),
  },
  {
    id: 'tools',
    title: '测试工具',
    group: '工具',
    words: '时间戳 哈希 编码 cron 正则 UUID 文本对比',
    load: () => import('./chapters/tools.ts'),
  },
  {
    id: 'json',
    title: 'JSON 预览',
    group: '工具',
    words: '路径 修复 对比 树 表格',
    load: () => import('./chapters/json.ts'),
  },
  {
    id: 'programs',
    title: '程序和助手',
    group: '工具',
    words: '访问令牌 接口 API OpenAPI MCP 助手 脚本 程序 git 定义',
    load: () => import('./chapters/programs.ts'),
  },
  {
    id: 'installation',
    title: '安装检查、缓存与控制台',
    group: '工具',
    words: '自检 报错 清除缓存',
    load: () => import('./chapters/installation.ts'),
  },
  {
    id: 'users',
    title: '用户管理',
    group: '管理',
    words: '账号 密码 停用 登录 数据范围 行权限',
    load: () => import('./chapters/users.ts'),
  },
  {
    id: 'roles',
    title: '角色权限',
    group: '管理',
    words: '权限键 数据范围 以角色查看 为什么看不到',
    load: () => import('./chapters/roles.ts'),
  },
  {
    id: 'audit',
    title: '审计日志',
    group: '管理',
    words: '谁改了什么',
    load: () => import('./chapters/audit.ts'),
  },
  {
    id: 'jobs',
    title: '后台任务与定时任务',
    group: '管理',
    words: '重试 取消 排队 计划',
    load: () => import('./chapters/jobs.ts'),
  },
  {
    id: 'operating',
    title: '备份、账号与存储（命令行）',
    group: '管理',
    words: '运维 恢复 口令 终端 ClickHouse 磁盘',
    load: () => import('./chapters/operating.ts'),
  },
]

const byId = new Map(contents.map((entry) => [entry.id, entry]))

export const entryOf = (id: string): ChapterEntry | undefined => byId.get(id)

/** Of a place (`alarms`, `alarms#rules`): the chapter's title. */
export const titleOf = (place: string): string => entryOf(place.split('#')[0] ?? '')?.title ?? ''
