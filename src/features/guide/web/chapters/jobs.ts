import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '后台在做什么，没做成的可以再来一次。',
  parts: [
    {
      id: 'jobs',
      title: '后台任务',
      steps: [
        '{jobs.open}：在运行、等待、失败和做完的，不论谁发起；按状态、种类、人、日期、文字查。只管部分游戏的管理员看到没有别的游戏的人的。',
        '{jobs.retry}：没有做成的再来一次；第一次可能已有效果的，先问，并说明什么可能发生两次。{jobs.cancel}。',
        '任务的内容只显示数字、开关和时刻，文字可能是机密。',
        '后台报表和导出排成一队：等着的重启后继续；被强行结束的再来一次，之后记为中断。权限在开始、结束和取结果时各核对一遍。',
      ],
    },
    {
      id: 'schedules',
      title: '定时任务',
      steps: [
        '{jobs.schedules} 或 {schedules.open}：下次和上次的时刻，错过了什么；{schedules.pause}、{schedules.resume}。',
      ],
    },
  ],
}
