import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '维度 × 指标，加上日期和筛选；改什么，数字就跟着变。',
  parts: [
    {
      id: 'asking',
      title: '问什么',
      steps: [
        '{report.pickPoints}、{report.pickDimensions}、{report.range}、{report.addFilter}。指标所在的表到不了的维度收在列表末尾，并写着原因。',
        '筛选栏总是一行，顺序不变；放不下的在「更多」里。已设的条件旁有叉，没设的在打开后移除。新加的列会滚到眼前并选中。',
        '粒度：{report.grainDay}、{report.grainWeek}、{report.grainMonth}。粒度切的是「日期」；没有日期的报表切它的第一个别的日期维度。其他日期各按各的。',
        '一个视图里的多张报表用 {report.previous}、{report.next} 切换；{view.search} 到别的报表。',
        '地址里有全部条件：浏览器的后退就是撤销，{link.copy} 发给同事看到的一样。',
        '没有维度的报表总是有一行。',
      ],
    },
    {
      id: 'waiting',
      title: '数字什么时候更新',
      steps: [
        '改了条件，旧的数字变淡，直到新的到来。在 {settings.open} 里关掉「条件变化时自动查询」之后，旧数字上方有一句说明，等到 {report.query} 才算；这时导出的就是看到的。',
        '{report.refresh} 重新计算；{report.cancel}。费时的用 {background.run}，结果在 {background.list}。',
        '结果按语句、用户的游戏和表的版本缓存，最多 10 天、1 GiB，状态栏会说明；表有了新数据自然作废。',
        '**预先汇总**：百万行以上的表，7 天内第三次被问到 28 天以上（或全部）的数据，就用按日、游戏和相应列预先加好的和来计算，数字完全一样。只用于整数与小数的和、计数、最大最小；浮点数的和、去重、余额和统计值不用。解释和「实时」上的提示会写「取自预先汇总」及版本。',
        '预先汇总在没有人查询时（空闲两秒后）才计算；表一有新版本就作废重算；一共 1 GiB，最久没用上的先让位，行数太多的（四百万行，或表的四分之一以上）不存。导出和后台运行总是读明细；数据在 ClickHouse 上时没有预先汇总。在 [[installation#caches]] 里可以看到、清除。',
      ],
    },
    {
      id: 'keeping',
      title: '保存与整理',
      steps: [
        '报表与保存的不同时，标题旁写着「已修改」：{report.save} 留在视图里，{report.saveAsNew} 不动原来的，{report.revert} 回到已保存的样子。',
        '没保存就离开、刷新或浏览器被关掉，改动都作为草稿留在这个浏览器里；再打开这张报表，标题旁写着「上次的修改」：{report.resumeDraft} 接着改，{report.discardDraft} 放弃。编辑器里未保存的也一样。每张报表留最近 3 份，一共 60 份。',
        '别人的报表、自己加的公式、一句话问出来的报表都留得下来：不能改原来的时，{report.save} 会问另存到哪里，可以是一个新的私有视图（先只有自己能看到），也可以是自己能改的任一视图。',
        '{report.create}、{report.rename}、{report.moveUp}、{report.moveDown}、{report.remark}、{report.delete}；{change.undo}。{report.history} 列出每次改动。',
        '{report.edit} 打开编辑器：类型、指标、维度、筛选、日期、选项一处改完，旁边有预览；{editor.apply} 先看效果，{editor.save} 才保存。',
      ],
    },
    {
      id: 'explain',
      title: '看懂一个数字',
      steps: [
        '选中一格，{figure.explain}：公式、各部分、SQL、背后的行、数据有多新。{column.describe} 说这一列的口径。',
        '**变化来自谁**：在变化上 {figure.explain}（或任一格上 {figure.split}），按渠道、平台、区服等各维度把变化拆到每个值，影响大的在前；只有对比期才有、或本期才有的值也在内。没有设对比的报表可以当场选环比、周同比、年同比。「只看」把报表收窄到这个值。',
        '**这些人是谁**：任一格上 {figure.who}（或解释里的「玩家」），列出数字背后的玩家：每个人自己的数值、行数、最早和最近一天，数值大的在前；公式的指标按各部分列出，变化列出两边。选中一个玩家回车，是他在各张表里最近做过的事，看一次记一次审计；「用户标签」看他的标签。「存为人群…」把名单里的人全部存下来，可以用来筛选报表、发推送。要有报表配置或 SQL 查询的权限，只列你看得到的游戏和行；编号标为个人信息而你不能看时，显示遮盖后的值。',
        '能相加的数字按差额拆，各值加起来就是整体的变化。两个指标相除的比率拆成**自身**（值自己的比率变了多少）与**占比**（它在分母里占的份量变了多少），两者加起来正好是影响。去重、最大值这类不能相加的只并排列出，没有占比。超过 1,000 个值的维度不拆；留存、漏斗、分布和按小时的变化不能拆。',
        '鼠标停留处也有说明：表头的含义、单位、公式，合计和变化怎么来的，格子为什么有斜线，日期上记了什么；用键盘时写在状态栏里。',
        '斜线的格子还没有完：今天、没结束的周和月、还没到天数的留存，不拿来比较。',
        '{table.open}、双击或选中格里的 ⋯ 列出能对它做的事：解释、{report.drillDown}、{table.filter}、{figure.alarm}、{figure.forecast}、复制、移除此列；「行与列」里（用 → 进去，← 回来）是排序、计算、列宽和整行整列。维度的格里有「看全文」。点图上的点或柱，对那一格列出同样的事；鼠标在一行上时，图上亮出它的位置，在图或图例上时亮出它的行。有权限时 {report.showSql}。',
      ],
    },
    {
      id: 'chart',
      title: '图表与显示',
      steps: [
        '{chart.toggle}、{chart.kind}、{chart.enter}。',
        '{report.toggleTotals}、{report.toggleWeekday}、{report.toggleWeekend}、{report.freezeColumns}、{report.heat}。列宽和单元格行数的上限在 {settings.open} 里。',
        '{report.enterTable}，之后就是 [[keyboard#tables]] 里的键。',
      ],
    },
    {
      id: 'export',
      title: '导出',
      steps: [
        '{report.export} 成 Excel。是否带计算值、只要计算值、带不带合计，在 {settings.open} 里定。',
        '文件名说明装了什么，后面是业务时区的时间。没有值就没有单元格；空文本是另一种值，在表里写作「(空文本)」，在 csv 里是 `""`。',
        '没结束的周和月在文件里也标明是哪几天。导出的文件带追踪码，见 [[sharing#trace]]。',
      ],
    },
  ],
}
