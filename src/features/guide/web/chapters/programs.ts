import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '脚本、别的系统和助手怎么用这里的数据，都在你的权限之内。',
  parts: [
    {
      id: 'tokens',
      title: '访问令牌',
      steps: [
        '{tokens.open}：脚本和程序每个请求带上 `Authorization: Bearer 令牌`，就以你此刻的权限调用本系统，不用登录。令牌只在新建时显示一次。',
        '可以收窄：只能查看，不超过某个角色，只看某些游戏，只用于某些调用。你的权限或游戏少了，令牌跟着少；账号停用，令牌就失效。',
        '到期或撤销后立即失效，之后的调用得到 401；撤销错了可以取回。{tokens.history} 列出每次修改。',
        '每个令牌一分钟最多 600 次调用。账号、角色、密码、验证码和令牌本身只能登录后管理。',
      ],
    },
    {
      id: 'api',
      title: '接口文档',
      steps: [
        '{programs.openApi}：全部接口的标题、权限、参数、失败和示例。{programs.searchApi}：几个词之间用空格，标题、名称、路径都找。',
        '「试一试」以你的登录发送，和在页面上操作一样真的执行；点「填入令牌」后改用令牌发送。令牌离开页面就忘记。',
        '文件在 `/open_api.json`（OpenAPI 3.1），带令牌或登录后读取，可以用来生成各种语言的客户端。',
        '报表请求里可以写名称：POST `/api/s1/data/getReportDataByInfo`，内容：',
        { code: '{"info":{"dims":["日期"],"points":["活跃用户"],"dateRange":"近7天"}}' },
        '名称有多个意思时不猜，失败的响应列出各个候选。',
      ],
    },
    {
      id: 'loads',
      title: '由程序开始载入',
      steps: [
        '上游的任务跑完后，可以让它告诉本系统去载入一个来源，不必等下一次定时：新建令牌，「只用于这些调用」填 `sourcesRun`，编号在来源的地址里。',
        {
          code: `curl -X POST -H "Authorization: Bearer $ANALYTICS_TOKEN" -H 'content-type: application/json' -d '{}' https://analytics.example.com/api/s1/sources/run/12`,
        },
        '立即响应，载入在后台进行，与按「立即载入」相同；正在载入时不会重复。重载几天：内容 `{"span":{"from":"2026-10-01","to":"2026-10-02"}}`。',
      ],
    },
    {
      id: 'webhooks',
      title: '事件回调（Webhook）',
      steps: [
        '{webhooks.open}：数据表有了新数据、告警触发时，本系统向你填的地址 POST 一段 JSON。只有可看全部行的管理者能设置；主机要先列在系统设置里。',
        '新建后显示一次签名密钥。请求头 `X-Signature` 是以密钥对「`X-Timestamp` + `.` + 内容」算出的 HMAC-SHA-256；`X-Event` 是哪种事件；`Idempotency-Key` 同一事件每次都一样，收到过的可以不再处理。',
        {
          code: '{"id":"evt_…","event":"table.published","at":"2026-10-12T00:05:01.000Z","data":{"table":"login_day","rows":120000,"loads":[{"source":"每日登录：10-11.csv","rows":4000,"at":"2026-10-12T00:05:01.000Z"}]}}',
        },
        '告警的事件列出每个触发：哪个值、哪个时段、级别、原因和数字；静默、冷却、维护窗口里不告诉人的也列出，`untold` 说为什么。同一次检查触发的在一个事件里。',
        '对方 10 秒内没有以 2xx 响应就再试，间隔从 15 秒到 1 小时；同一地址按先后一个一个发，前面的没送达，后面的等着。一天以上没有送达的不再发，负责人会在收件箱里知道。对方响应 410 时这一个不再发。',
        '{webhooks.deliveries}：每次发送的时间、状态、用时和响应的开头（像密钥的遮住）；「再发一次」排到最后再发。{webhooks.test} 立即发一个测试；{webhooks.pause} 暂停，期间的事件留着，继续后依次发出；{webhooks.secret} 换新密钥。',
        '事件以负责人此刻的权限发出：负责人停用、不再是管理者或看不到这些游戏时不发，直到有人接手。',
      ],
    },
    {
      id: 'definitions',
      title: '定义放进 git',
      steps: [
        '在装有本系统的机器上：`npm run definitions -- pull 文件夹` 把指标、维度、字典、视图写成文件，一个对象一个，内容排好序，改了什么 git 一看便知。',
        {
          code: 'export ANALYTICS_TOKEN=anv3_… ANALYTICS_URL=https://analytics.example.com\nnpm run definitions -- pull definitions\nnpm run definitions -- diff definitions\nnpm run definitions -- push definitions',
        },
        '`diff` 列出推送会改变什么，没有差别退出码为 0，有差别为 1，失败为 3；只要能查看的令牌。`push` 全部写入或什么都不写，检查和权限与「导入定义」相同；它不删除服务器上的对象。',
        '以 `//` 开头的行是说明。编号只在文件夹里有效；改了名称就是另一个对象。用到人群的视图不写成文件。',
        '两人同时推送时，后写的会被拒绝，或看到并写在前一个之上；请先 `diff`。',
      ],
    },
    {
      id: 'assistants',
      title: '助手（MCP）',
      steps: [
        '助手用 MCP（streamable HTTP）连 `/mcp`，请求头 `Authorization: Bearer 令牌`。它可以查找、看口径、查报表、说明数字的变化、运行 SQL，都在令牌的权限之内。',
        '例如问助手：上周各渠道的充值金额。它查到小表、合计、口径、更新到何时和打开的链接。',
        '助手不保存任何东西：它提议的报表是一个链接，打开看过之后由你保存。',
      ],
    },
  ],
}
