import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '服务自己的日志和别处的文件，几秒钟搜遍。',
  parts: [
    {
      id: 'query',
      title: '查询的写法',
      steps: [
        '词可以在行里任何地方，`"短语"` 要连着；不分大小写，JSON 怎么转义都找得到。{logs.syntax} 随时可看。',
        '字段：`status:500`（值里有这个词；数字按数字比）、`user=ann`、`user!=ann`、`status>=500`、`ms:100..500`、`ms:[100 TO 500]`、`trace:*`（有此字段）、`path:/api/*`、`user:(ann or bob)`。',
        '`and`、`or`、`not`、`-`、括号，也可以写 且、或、非。',
      ],
    },
    {
      id: 'page',
      title: '页面',
      steps: [
        '{logs.query}：字段和值会提议，Tab 采用；{logs.queries}。{logs.store}。入口有日志库，库有文件；行按时间、文件、位置排成一个顺序，文件增长和改名，翻页和链接都不变。',
        '{logs.time}、{logs.earlier}、{logs.later}、{logs.widen}、{logs.narrow}。在条数图上拖一段就是放大，或 {logs.bars} 之后用方向键和回车。',
        '{logs.next}、{logs.previous} 在行间走，回车展开，{logs.detail}；{logs.around} 看它在文件里的前后；{logs.request}，跨所有日志库；{logs.tail}。',
        '在一格或一个字段上：{logs.only}、{logs.without}、{logs.having}、{logs.column}、{logs.values}。{logs.fields}。',
        '{logs.wrap}、{logs.order}；{logs.copy}、{logs.copyJson}、{logs.copyLink}、{logs.copyRequest}；{logs.export} 最多十万行，{logs.exportLines}。{logs.cancel}。',
        '与已标为个人信息的列同名的字段（`user.phone` 按最后一段），没有「可见个人信息」权限的人只看到掩码，查询也只按掩码。',
        '系统出错时会显示请求编号和「查看日志」；编号粘进命令面板也到那里。',
      ],
    },
    {
      id: 'own',
      title: '服务自己的日志',
      steps: [
        '从第一次启动就有：`access`（每个请求，带浏览器看到的 `request-id`）、`error`（警告和失败）、`sql`（谁运行了报表或自己的语句、多久、多少行、怎么结束的，不含文本）、`audit`。',
        '每个库保留 30 天、512 MB（安装可以改）。磁盘满了写不下的，丢弃并计数。',
      ],
    },
    {
      id: 'files',
      title: '别处的文件',
      steps: [
        '由安装设定哪些文件、什么格式（`json`、`logfmt`、`combined`、`text`，或由头几行认出）、时间和时区在哪个字段、游戏在哪个字段。没有游戏字段的库，只有看得到全部游戏的人能看。',
        '没有时间的行沿用前一行的。一行只看前 8 MB；压缩文件跳过。',
      ],
    },
  ],
}
