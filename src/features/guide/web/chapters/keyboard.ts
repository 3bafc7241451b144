import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '鼠标能做的键盘都能做。不用记：面板里什么都能找到，键就写在旁边。',
  parts: [
    {
      id: 'palette',
      title: '命令面板',
      steps: [
        '{palette.open}：输入几个字找页面、报表、指标、维度、字典、查询、表、告警、文档和命令；中文、英文、全拼、首字母、混着写都行。',
        '前缀收窄范围：`>` 命令，`@` 报表，`#` 指标和维度，`$` 查询和表，`%` 字典，`?` 快捷键与帮助。',
        '{palette.run}；{palette.newTab}；{palette.complete}，有的命令要一个参数（如日期范围）；{palette.back}，最后回到原处。',
        '有但你不能用的命令，输入它的全名会告诉你缺哪个权限。',
        '选中一个视图停留片刻（0.4 秒），它的数字就在后面先取好、画好，回车即见；换了选择就取消，也不算打开过。',
      ],
    },
    {
      id: 'sentences',
      title: '写一句话',
      steps: [
        '`lc ios 7d`、`充值 按渠道 上周`、`充值 / 活跃 7d`、`充值 去年春节`：回车之前就看到数字，回车打开填好条件的报表。',
        '`dau vs 去年`、`9月 vs 8月` 与另一段时间对比；`dau 7日均`、`充值 累计` 加计算列。',
        '`充值大于100 或 活跃少于10`、`充值 大于 退款`、`充值 高于上周 1.2 倍` 是条件；句子里有「或」，满足任何一个就算。',
        '人群的名字也是条件：`充值 大R 7d`。指标还认得它的别名（指标表单里的「又称」）。',
      ],
    },
    {
      id: 'days',
      title: '日期怎么写',
      steps: [
        '句子、日期范围、输入框、参数、地址里的写法一样：`10月`、`2026-10`、`3w`、`近 30 天`、`国庆`、`10.1-10.7`、`去年12月到1月`、`国庆 2025`、`上周三`、`10月底`、`双11`、`去年今天`、`today-7`。',
        '不存在的日子会直说，不会悄悄换成别的。',
        '节假日和调休自带到 2026 年；以后的年份在 {calendar.open} 里补，上线、活动等也在那里记到日期上。',
      ],
    },
    {
      id: 'pasting',
      title: '粘贴到面板里',
      steps: [
        '时间戳说出日期（回车复制），日期说出时间戳，cron 说出接下来五次，Base64、JWT 和网址编码说出内容；JSON 连同换行在 [[json]] 里打开。',
        '失败提示里的请求编号粘进去，就能到那次请求的日志；「日志」加几个词则去搜索日志。',
      ],
    },
    {
      id: 'tables',
      title: '表格',
      steps: [
        '方向键走格，加 Ctrl 到边上，加 Shift 选一片；{table.copy} 贴到 Excel 里还是一片，{table.copyWithHeaders} 带上表头。',
        '{table.open}、{table.sort}、{table.filter}、{table.selectAll}。状态栏随时有所选的个数、合计和平均。',
        '合计行和别的格一样，可以选中、复制、解释。',
      ],
    },
    {
      id: 'lists',
      title: '各种列表',
      steps: [
        '{list.search}、{list.filter}、{list.clear}；搜索、筛选、排序都在地址里，链接发给别人看到的一样。',
        '{list.create}、{list.edit}、{list.open}、{list.paste}、{list.delete}；{list.tick} 之后可以一次处理多行，{list.undo} 能撤回删除。',
        '{list.refresh}、{list.export}；导出 csv 在 ⋯ 菜单里。',
      ],
    },
    {
      id: 'changing',
      title: '改键与外观',
      steps: [
        '{settings.open} 里每个键都能改，冲突当场提示。{theme.toggle} 换深浅色。',
        '`g` 打头的组合键按下之后，会提示接下来能按什么。',
      ],
    },
  ],
}
