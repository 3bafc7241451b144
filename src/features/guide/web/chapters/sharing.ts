import type { Chapter } from '../chapter.ts'

export const chapter: Chapter = {
  lead: '把视图放到别的系统里，看得到是谁在看，随时可以收回。',
  parts: [
    {
      id: 'embed',
      title: '嵌入到其他页面',
      steps: [
        '{view.embed}（视图的 ⋯ 菜单和面板里）给视图一个自己的地址 `/iframe/report/…`，打开期间不用登录就能看。换新地址，旧的立即失效；关闭也立即生效。',
        '数字按视图所有者**此刻**的游戏计算。所有者固定条件、日期、报表和行，地址只能在此之内再收窄。',
        '地址参数：`report=12` 只看一张；`range=last7` 或 `range=2026-10-01..2026-10-07`；`f=d3~in~iOS,Android` 按报表显示的维度筛选，条件组写作 `f=any(d3~in~iOS;d8~notIn~web)`；`theme=light` 或 `dark`。',
        '查看者在页面上方的栏里也能做同样的选择，「+ 条件」里可以加条件组。',
        '页面会把自己的高度告诉外面的页面：',
        { code: "{ type: 'analytics-embed-height', height, address }" },
        '能放进哪些网站，由安装的管理员设定；没有设定时哪里都不能嵌。',
      ],
    },
    {
      id: 'open',
      title: '公开的内容',
      steps: [
        '{sharing.open}：列出所有不用登录就能看的视图和查询，是谁的、最近何时有人看过；{sharing.stop}。',
        '谁可以公开内容由安装设定：所有人、有代码查询或权限管理权限的人，或谁都不行。改得更严时，别人已经公开的立即关闭。',
      ],
    },
    {
      id: 'trace',
      title: '追踪码',
      steps: [
        '每次看报表、导出和嵌入都有一个追踪码：在水印的第二行，也在导出的文件里。',
        '有截图或文件流了出去，用 {trace.lookUp} 查出是谁、何时、哪张报表、什么条件。记录保留 400 天（安装可以改）。',
      ],
    },
  ],
}
