import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '只读的沙箱：写什么都不会改动数据。',
  parts: [
    {
      id: 'run',
      title: '运行',
      steps: [
        '{code.open}。空的标签页里有几条示例和你的已存查询，点一下就放进来。{sql.run}、{sql.runAll}、{sql.cancel}。运行花了十秒以上的，取消或关掉它的结果之前会先问一声。',
        '选中几条语句就逐条运行，各有自己的结果（按注释或表命名）和自己的错误标记。',
        '关掉页面，运行继续，回来还能找到。百万行留在服务器上，滚动、排序、筛选到哪里读到哪里。',
        '一条语句最多运行 3 分钟；两核上同时运行三条，每人两条，其余公平排队，并说明前面是什么。执行计划、样例、补全和三秒内能完成的，不用排在别人的长查询后面。',
        '行只限于你的游戏和数据范围。',
        '{sql.accelerate}：同样的语句、数据没变，就直接使用留存的结果，并说明；含 `now()`、`random()` 之类的从不这样。',
      ],
    },
    {
      id: 'write',
      title: '写起来快',
      steps: [
        '{sql.complete}：认得表、列、别名、WITH、函数和字典。Tab 放入第一项；回车是换行，除非用方向键选了一项。{sql.format}、{sql.explain}、{sql.analyze}、{sql.goToProblem}。',
        '按住 Ctrl 点名称，或 {sql.goToDefinition}，到它的来处；{sql.rename}。',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a snippet's place as it is typed.
        '**片段**：{sql.snippets}，{sql.keepSnippet}。输入前缀、词或拼音就会提议，`${1:表}` 是要填的地方；Tab 放入。',
        '{sql.find} 查表、列和注释；{sql.toggleSide}；{sql.switchPane}。',
        '标签页：{sql.newTab}、{sql.closeTab}、{sql.reopenTab}、{sql.nextTab}、{sql.previousTab}。草稿刷新和崩溃后还在。标签的右键菜单可以固定、改名、对比、导出、关闭其他或右侧的，一步就能恢复。',
      ],
    },
    {
      id: 'parameters',
      title: '参数',
      steps: [
        '文本里的 `:名称` 是参数，运行栏里就有它的输入框；有日期、数字、文字、列表、字典几种。',
        '日期可以写 `today-7`、昨天、国庆；开始和结束两个参数，填一个「近7天」两边都有了。写法见 [[keyboard#days]]。',
        '运行时还没填的，一次问完。',
      ],
    },
    {
      id: 'dialect',
      title: '能写什么',
      steps: [
        '方言是 DuckDB 的。允许的是一条 SELECT，按语法树上的白名单检查，在受系统限制的单独进程里运行。',
        'DESCRIBE、SHOW TABLES、SUMMARIZE、EXPLAIN、没有列出值的 PIVOT，以及 CREATE TEMP TABLE … AS 会先改写成 SELECT，再过同样的检查；临时表成为 `tmp.` 下的表。',
        'MySQL 和 MaxCompute 的写法，{sql.fix} 会给出 DuckDB 的写法。能运行但意思不同的（`log`、`weekday`、`dayofweek`、`week`、从 0 数的 `substr`、`stddev`、`variance`、`regexp_extract`、`greatest`、`least`、列表的 `[0]`）边写边标出来；可能为空的 `concat` 只给提示。',
        '字典是 `dict.表单名`（[[dictionaries#sql]]），人群是 `segment_<编号>`（[[segments#members]]）。',
        '数据在 ClickHouse 上时写 ClickHouse 的 SQL，须由管理员设置单独的账号；没有设置时 SQL 工作台和自定义报表不能用。补全、类型和格式化随之用 ClickHouse 的，也不再提示 DuckDB 的改法。那里没有 PIVOT 和 SUMMARIZE，临时表最多 20 万行。',
      ],
    },
    {
      id: 'keep',
      title: '保存、分享、发布',
      steps: [
        '{sql.save}、{sql.saveAs}、{sql.versions}；{sql.share}。见 [[queries]]。',
        '{sql.publish} 给不写 SQL 的人用，见 [[custom]]。{sql.createTemporary} 见 [[results#temporary]]。',
      ],
    },
  ],
}
