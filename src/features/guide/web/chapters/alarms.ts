import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '数字不对，先知道的是你。',
  parts: [
    {
      id: 'list',
      title: '告警列表',
      steps: [
        '{alarms.open}；{list.create} 或 {alarm.create}，报表里选中一格 {figure.alarm}。看得到告警全部游戏的人，都能看、能改。',
        '{alarms.freeze}、{alarms.unfreeze}：冻结的不检查。{alarms.run}、{alarms.duplicate}、{alarms.fires}、{alarms.history}。',
      ],
    },
    {
      id: 'conditions',
      title: '条件',
      steps: [
        '告警盯着一个或几个指标：整体，或按最多三个维度的每个值；按日，表有时刻的也可以按小时。',
        '条件有：越过界限；与前一天、前一周、前一年相比变化太多；超出预测区间（80% 或 95%）；没有数据；到钟点数据还没来。',
        '条件可以且、或，组里套组：{alarm.addCondition}、{alarm.addGroup}，{alarm.movePart}（旁边的按钮也行）；每个条件可以有自己的级别，可以要求连续几期都满足。',
        '判断不了的条件使它所在的组成为「未知」，除非别的部分已经定了结果；未知不算满足。告知的是导致告警的条件和其中最高的级别。永远不可能响的条件，会指出在哪里。',
        '消息的文字可以带变量。静默时段、多久后可以再响、发到哪些渠道，都在这里定。',
      ],
    },
    {
      id: 'rehearsal',
      title: '保存之前先试',
      steps: [
        '**预演**：按表单现在的样子，把过去 90 天（按小时的 7 天）判断一遍，看会响几次；每期当作数据在结束 3 小时后（按小时的 10 分钟后）到来。{alarm.toResult}。',
        '{alarm.sendTest}；{alarm.save}；{alarm.undo}；{alarm.leave}。',
      ],
    },
    {
      id: 'when',
      title: '什么时候检查',
      steps: [
        '每分钟看一遍所有告警，只计算可能有变化的：规则、定义、表、时段变了的。按钟点的（数据迟到、静默结束、解冻）到点就算。',
        '**不完整的日子绝不响**：今天、数据还没到的日子、结束后表还没有再发布过的日子。表连续发布时，告警等最后一次发布后两分钟，但最多等两小时。一天没有行，要再过一天才算没有数据。',
        '用拥有者此刻的权限、在告警自己的游戏里计算；拥有者失去其中一款，告警就不运行并说明。',
        '运行不了时告诉拥有者一次，能运行了自己恢复。失败或超过 30 秒的语句隔越来越久再试，一小时之内。',
      ],
    },
    {
      id: 'fires',
      title: '告警记录',
      steps: [
        '{fires.open}：哪个值、何时、什么级别、谁处理了。{fires.acknowledge}；在详情里 {fire.acknowledge}、{fire.report}、{fire.edit}。',
        '一个值在一期、一个级别只响一次，重启也一样。同时响的合成一条消息，带当时的图和变化最大的值。',
        '各值占变化多少，只在能相加时才说；比率会说出这个值自己的变化和比重变化各占多少；有重叠的去重人数并列显示，不说占比。',
      ],
    },
  ],
}
