import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '每天每款游戏、每个渠道收了多少、退了多少、分走多少、剩下多少，一分不差。',
  parts: [
    {
      id: 'flow',
      title: '流水',
      steps: [
        '{gameflow.open}：按日、游戏、渠道、区服的订单、退款、调整、净额、渠道分成和剩余；各按原币，或 {gameflow.convert}。{gameflow.previous}、{gameflow.next}、{gameflow.export}、{gameflow.refresh}。',
        '金额精确：仓库里的和是定点小数，只在显示时四舍五入一次。合计是没有舍入过的数字之和，可能与各格之和差几分。',
        '{gameflow.source}：哪些表、哪些列，什么算退款，账单差多少以内算一致。由看得到全部游戏、有「报表配置」权限的人设定。表没有了会说明，并告诉怎么办。',
        '缺汇率或分成的会点名；需要它的数字不显示，不会当成 1。',
      ],
    },
    {
      id: 'records',
      title: '记录与对账',
      steps: [
        '{gameflow.records}：调整和退款算在它的日子上，{gameflow.addRecord}。',
        '渠道的账单与我们的并排，给出差额和可能的原因（期末之后的退款、口径不同、日子错位、别的币种、没有区服），能解释全部差额的排在前面。',
        '{gameflow.settle}：写下原因并核对。之后我们的数字变了会说明。{gameflow.history}。',
      ],
    },
    {
      id: 'months',
      title: '月结',
      steps: [
        '{gameflow.months}：过完了、什么都不缺的月份可以 {gameflow.close}，数字和汇率从此不变；之后的记录被拒绝，后来的数据列为「月结后变化」。{gameflow.monthFigures}。',
        '{gameflow.reopen} 要写原因，记在审计里。',
      ],
    },
    {
      id: 'rates',
      title: '汇率',
      steps: ['{gameflow.rates}：按日或按月，写明来源；有当日的先用当日的。'],
    },
    {
      id: 'shares',
      title: '渠道分成',
      steps: ['{gameflow.shares}：某渠道某游戏（或全部游戏）从某天起的比例。'],
    },
    {
      id: 'former',
      title: '旧版流水',
      steps: ['{gameflow.former}：以前的样子，日期用 {gameflow.previous}、{gameflow.next} 移动。'],
    },
  ],
}
