import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '接下来会怎样，有多大把握；过去哪些日子不寻常。',
  parts: [
    {
      id: 'forecast',
      title: '流水预测',
      steps: [
        '{prediction.open}，或在报表里选中一格 {figure.forecast}：任何报表里有的指标，往后 7 到 180 天，带 80%、95% 或 99% 的区间；按日、周、月（已知道的部分计入）。',
        '{prediction.point}、{prediction.split}（最大的几个值并排）、{prediction.games}、{prediction.days}、{prediction.grain}。',
        '周和月的区间不是各天上下限之和，而是由 2,000 条模拟的路径得出；同样的问题总是同样的数字。',
        '数字就是报表的，只限你的游戏；没过完的日子不算进去。天数太少、有缺口、从不变化，都随预测说明。',
        '{prediction.report}、{prediction.alarm}、{prediction.copy}、{prediction.exportXlsx}、{prediction.renew}。',
      ],
    },
    {
      id: 'scenarios',
      title: '假设',
      steps: [
        '{prediction.addScenario}：把上线、活动、节日放到某些日子，写百分比和把握，或按过去同样的注记和节日的表现（与从前几天预期的相差多少）。',
        '四个假设并排，写在地址里，也可以起名保存给自己用。',
      ],
    },
    {
      id: 'backtest',
      title: '过去的预测准不准',
      steps: [
        '{prediction.part}：最近每一天，在 1 到 60 天前会预测成多少，给出 MAPE、sMAPE、MASE 和区间覆盖率，与「上周同日」并列。',
        '「站在」过去某一天：那天的预测与后来的实际放在一起。',
      ],
    },
    {
      id: 'range',
      title: '区间查询',
      steps: [
        '{range.open}：最多十个指标、按某个维度的值，哪些日子超出前一天预期的区间，最不寻常的在前，并说出是什么带动的。一次最多 3,000 个预测，显示进度，{range.stop}。',
        '{range.part}：数字在某个范围之内、之外，或最大的行。',
        '{range.point}、{range.dims}、{range.games}、{range.days}；{range.report}、{range.exportXlsx}。',
      ],
    },
    {
      id: 'method',
      title: '怎么预测的',
      steps: [
        '由状态空间形式的指数平滑：水平、（阻尼）趋势、星期、满两年的年内季节、一时的波动，尺度和成分按 AICc 选择；节假日和调休来自日历。区间来自过去的预测差了多少，越近的越算数。',
      ],
    },
  ],
}
